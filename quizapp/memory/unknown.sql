-- To version 2: that a learner did not know is told apart from a wrong answer.

ALTER TABLE review ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0 CHECK (unknown IN (0, 1));
