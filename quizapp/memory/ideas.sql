-- To version 4: which wrong models an answer could have shown, and which of them it did.

ALTER TABLE review ADD COLUMN ideas TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(ideas));
CREATE INDEX review_with_ideas ON review (at, id) WHERE ideas != '{}';
