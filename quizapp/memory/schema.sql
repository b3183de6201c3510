-- The review log, version 1. Rows of review and retraction are only ever added.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE review (
    id TEXT PRIMARY KEY,  -- UUIDv7
    device TEXT NOT NULL,
    card TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    at TEXT NOT NULL,  -- UTC, ISO 8601 with microseconds: sorts by time
    study_date TEXT NOT NULL,  -- ISO 8601
    kind TEXT NOT NULL CHECK (kind IN ('review', 'practice', 'relearn', 'manual')),
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 4),
    proposed INTEGER NOT NULL CHECK (proposed BETWEEN 1 AND 4),
    "right" INTEGER CHECK ("right" IN (0, 1)),  -- NULL: the learner graded it
    answers TEXT NOT NULL CHECK (json_valid(answers)),
    parts TEXT NOT NULL CHECK (json_valid(parts)),  -- which of the answers were right
    draw TEXT NOT NULL CHECK (json_valid(draw)),
    seconds REAL NOT NULL,
    hint INTEGER NOT NULL CHECK (hint IN (0, 1)),
    guess INTEGER NOT NULL CHECK (guess IN (0, 1)),
    torch TEXT NOT NULL,
    engine TEXT NOT NULL,  -- the version of fsrs-rs-python
    due TEXT  -- ISO 8601; NULL: as computed
) STRICT;

CREATE INDEX review_by_card ON review (card, at, id);
CREATE INDEX review_by_study_date ON review (study_date);

-- Undo: the review named here no longer stands.
CREATE TABLE retraction (
    review TEXT PRIMARY KEY REFERENCES review (id) DEFERRABLE INITIALLY DEFERRED,
    device TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE VIEW standing AS
SELECT * FROM review WHERE NOT EXISTS (SELECT 1 FROM retraction WHERE retraction.review = review.id);

CREATE TRIGGER review_is_not_updated BEFORE UPDATE ON review
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER review_is_not_deleted BEFORE DELETE ON review
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

-- INSERT OR REPLACE deletes without a DELETE trigger.
CREATE TRIGGER review_is_not_replaced BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM review WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER retraction_is_not_updated BEFORE UPDATE ON retraction
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER retraction_is_not_deleted BEFORE DELETE ON retraction
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER retraction_is_not_replaced BEFORE INSERT ON retraction
WHEN EXISTS (SELECT 1 FROM retraction WHERE review = NEW.review)
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;
