-- The committee may vote for other terms than those that were proposed to it. A row never changes: what is put to the vote
-- later takes the place of the one before.
CREATE TABLE committee_offer (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id   int NOT NULL REFERENCES case_file,
  -- The stay of the case before the committee, as votes have it.
  stay      timestamptz NOT NULL,
  author_id int NOT NULL REFERENCES employee,
  offers    jsonb NOT NULL,
  comment   text NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX committee_offer_case ON committee_offer (case_id, stay);
CREATE TRIGGER tell_case_insert AFTER INSERT ON committee_offer REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');

-- Votes of before hold what was asked of them; only those that come are looked at.
ALTER TABLE committee_vote
  ADD COLUMN offer_id int REFERENCES committee_offer,
  DROP CONSTRAINT committee_vote_vote_check,
  ADD CONSTRAINT committee_vote_vote_check CHECK (vote IN ('FOR', 'FOR_TERMS', 'AGAINST', 'COUNTER', 'ABSTAIN')) NOT VALID,
  ADD CONSTRAINT committee_vote_offer_check CHECK ((vote = 'COUNTER') = (offer_id IS NOT NULL)) NOT VALID;

-- Null: by the version before, which knows of two outcomes and tells them by `approved`.
ALTER TABLE committee_minutes ADD COLUMN outcome text CHECK (outcome IN ('APPROVE', 'REJECT', 'COUNTER'));
