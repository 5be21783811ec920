-- A vote that came to nothing is followed by another one: votes and offers of the former round stay with it, for `at` is the
-- stay that those of the new round have. A row never changes.
CREATE TABLE committee_round (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id   int NOT NULL REFERENCES case_file,
  -- When the case came before the committee.
  stay      timestamptz NOT NULL,
  number    int NOT NULL CHECK (number >= 2),
  -- Since when the round that is over was voted in.
  closes    timestamptz NOT NULL,
  opened_by int NOT NULL REFERENCES employee,
  reason    text NOT NULL,
  at        timestamptz NOT NULL CHECK (at > closes),
  UNIQUE (case_id, stay, number),
  UNIQUE (case_id, closes)
);
CREATE TRIGGER tell_case_insert AFTER INSERT ON committee_round REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');
