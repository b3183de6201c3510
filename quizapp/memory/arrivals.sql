-- To version 5: when each card was first there for this copy of the log. Rows are only ever added.

CREATE TABLE arrival (
    id TEXT PRIMARY KEY,  -- a UUID
    device TEXT NOT NULL,
    study_date TEXT NOT NULL,  -- as of a review
    cards TEXT NOT NULL CHECK (json_valid(cards))  -- a list of ids; the first arrival counts
) STRICT;

CREATE TRIGGER arrival_is_not_updated BEFORE UPDATE ON arrival
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER arrival_is_not_deleted BEFORE DELETE ON arrival
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

-- INSERT OR REPLACE deletes without a DELETE trigger.
CREATE TRIGGER arrival_is_not_replaced BEFORE INSERT ON arrival
WHEN EXISTS (SELECT 1 FROM arrival WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;
