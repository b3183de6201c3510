-- To version 6: half the room. Times and dates are numbers, a UUID its 16 bytes, and what many
-- answers share stands once. `id_of`, `time_of` and `day_of` are functions of quizapp.memory.packed,
-- NULL for what is none of these, which stays as it is. Rows are only ever added.

-- Texts that rows of `review` name by number.
CREATE TABLE text (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

-- Finds the number, and is a second copy: on whichever page damage falls, no text is lost.
CREATE INDEX text_again ON text (text, number);

CREATE TRIGGER text_is_not_updated BEFORE UPDATE ON text
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER text_is_not_deleted BEFORE DELETE ON text
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

-- INSERT OR REPLACE deletes without a DELETE trigger.
CREATE TRIGGER text_is_not_replaced BEFORE INSERT ON text
WHEN EXISTS (SELECT 1 FROM text WHERE number = NEW.number OR text = NEW.text)
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

DROP VIEW standing;
DROP INDEX review_by_card;
DROP INDEX review_by_study_date;
DROP INDEX review_with_ideas;
DROP TRIGGER review_is_not_updated;
DROP TRIGGER review_is_not_deleted;
DROP TRIGGER review_is_not_replaced;
DROP TRIGGER retraction_is_not_updated;
DROP TRIGGER retraction_is_not_deleted;
DROP TRIGGER retraction_is_not_replaced;
ALTER TABLE retraction RENAME TO wide_retraction;
ALTER TABLE review RENAME TO wide_review;

INSERT INTO text (text) SELECT DISTINCT device FROM wide_review;
INSERT INTO text (text) SELECT torch FROM wide_review UNION SELECT engine FROM wide_review
    EXCEPT SELECT text FROM text;
INSERT INTO text (text) SELECT parts FROM wide_review EXCEPT SELECT text FROM text;
INSERT INTO text (text) SELECT ideas FROM wide_review WHERE ideas <> '{}' EXCEPT SELECT text FROM text;
INSERT INTO text (text) SELECT draw FROM wide_review EXCEPT SELECT text FROM text;
INSERT INTO text (text) SELECT content_hash FROM wide_review EXCEPT SELECT text FROM text;

-- What moves a memory stands first, and what may be long last: see quizapp.memory.salvage.
CREATE TABLE review (
    number INTEGER PRIMARY KEY,  -- in the order in which they came to this copy of the log
    id ANY NOT NULL UNIQUE,  -- UUIDv7
    card TEXT NOT NULL,
    at ANY NOT NULL,  -- microseconds since 1970, UTC
    study_date ANY NOT NULL,  -- days since 1 January of the year 1, which is 1
    kind TEXT NOT NULL CHECK (kind IN ('review', 'practice', 'relearn', 'manual')),
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 4),
    proposed INTEGER NOT NULL CHECK (proposed BETWEEN 1 AND 4),
    "right" INTEGER CHECK ("right" IN (0, 1)),  -- NULL: the learner graded it
    unknown INTEGER NOT NULL CHECK (unknown IN (0, 1)),
    hint INTEGER NOT NULL CHECK (hint IN (0, 1)),
    guess INTEGER NOT NULL CHECK (guess IN (0, 1)),
    due ANY,  -- as study_date; NULL: as computed
    seconds REAL NOT NULL,
    device INTEGER NOT NULL,  -- this and what follows: numbers of texts
    content_hash INTEGER NOT NULL,
    torch INTEGER NOT NULL,
    engine INTEGER NOT NULL,  -- the version of fsrs-rs-python
    parts INTEGER NOT NULL,  -- which of the answers were right
    draw INTEGER NOT NULL,
    ideas INTEGER,  -- NULL: none
    answers TEXT NOT NULL CHECK (json_valid(answers))
) STRICT;

INSERT INTO review SELECT
    rowid, ifnull(id_of(CAST(id AS BLOB)), id), card, ifnull(time_of(CAST(at AS BLOB)), at),
    ifnull(day_of(CAST(study_date AS BLOB)), study_date), kind, rating, proposed, "right",
    unknown, hint, guess, ifnull(day_of(CAST(due AS BLOB)), due), seconds,
    (SELECT number FROM text WHERE text = device),
    (SELECT number FROM text WHERE text = content_hash),
    (SELECT number FROM text WHERE text = torch),
    (SELECT number FROM text WHERE text = engine),
    (SELECT number FROM text WHERE text = parts),
    (SELECT number FROM text WHERE text = draw),
    (SELECT number FROM text WHERE text = nullif(ideas, '{}')),
    answers
FROM wide_review ORDER BY rowid;

CREATE INDEX review_by_card ON review (card);
CREATE INDEX review_by_study_date ON review (study_date);

-- Undo: the review named here no longer stands.
CREATE TABLE retraction (
    review ANY PRIMARY KEY NOT NULL REFERENCES review (id) DEFERRABLE INITIALLY DEFERRED,
    device TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

INSERT INTO retraction (rowid, review, device, at)
    SELECT rowid, ifnull(id_of(CAST(review AS BLOB)), review), device, at FROM wide_retraction ORDER BY rowid;
DROP TABLE wide_retraction;
DROP TABLE wide_review;

-- Reviews with the texts that they name. Of the joins SQLite makes those that are asked for.
CREATE VIEW logged AS
SELECT review.number, id, device.text AS device, card, content_hash.text AS content_hash, at,
    study_date, kind, rating, proposed, "right", answers, parts.text AS parts, draw.text AS draw,
    seconds, hint, guess, torch.text AS torch, engine.text AS engine, due, unknown,
    iif(review.ideas IS NULL, '{}', ideas.text) AS ideas
FROM review
LEFT JOIN text AS device ON device.number = review.device
LEFT JOIN text AS content_hash ON content_hash.number = review.content_hash
LEFT JOIN text AS parts ON parts.number = review.parts
LEFT JOIN text AS draw ON draw.number = review.draw
LEFT JOIN text AS torch ON torch.number = review.torch
LEFT JOIN text AS engine ON engine.number = review.engine
LEFT JOIN text AS ideas ON ideas.number = review.ideas;

CREATE VIEW standing AS
SELECT * FROM logged WHERE NOT EXISTS (SELECT 1 FROM retraction WHERE retraction.review = logged.id);

CREATE TRIGGER review_is_not_updated BEFORE UPDATE ON review
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER review_is_not_deleted BEFORE DELETE ON review
BEGIN
    SELECT RAISE(ABORT, 'the review log is append-only');
END;

CREATE TRIGGER review_is_not_replaced BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM review WHERE id = NEW.id OR number = NEW.number)
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
