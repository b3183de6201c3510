-- To version 3: what a learner decides about a card. Rows are only ever added.

CREATE TABLE act (
    id TEXT PRIMARY KEY,  -- UUIDv7
    device TEXT NOT NULL,
    card TEXT NOT NULL,
    at TEXT NOT NULL,  -- as of a review
    study_date TEXT NOT NULL,
    name TEXT NOT NULL,  -- one that this version does not know is passed over, and kept
    value TEXT NOT NULL
) STRICT;

CREATE INDEX act_by_card ON act (card, at, id);

-- An act named `undo` takes back the one whose id is its value.
CREATE INDEX undone_act ON act (value) WHERE name = 'undo';

CREATE VIEW standing_act AS
SELECT * FROM act WHERE name <> 'undo' AND NOT EXISTS (
    SELECT 1 FROM act AS later WHERE later.name = 'undo' AND later.value = act.id
);

CREATE TRIGGER act_is_not_updated BEFORE UPDATE ON act
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER act_is_not_deleted BEFORE DELETE ON act
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

-- INSERT OR REPLACE deletes without a DELETE trigger.
CREATE TRIGGER act_is_not_replaced BEFORE INSERT ON act
WHEN EXISTS (SELECT 1 FROM act WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;
