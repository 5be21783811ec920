-- Votes of the credit committee: one of each human being in each stay of a case before it. A row never changes.
CREATE TABLE committee_vote (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id     int NOT NULL REFERENCES case_file,
  -- When the case came before the committee: it may come again.
  stay        timestamptz NOT NULL,
  employee_id int NOT NULL REFERENCES employee,
  chairman    boolean NOT NULL,
  vote        text NOT NULL CHECK (vote IN ('FOR', 'FOR_TERMS', 'AGAINST', 'ABSTAIN')),
  terms       text NOT NULL DEFAULT '',
  reasons     text[] NOT NULL DEFAULT '{}',
  comment     text NOT NULL,
  at          timestamptz NOT NULL,
  UNIQUE (case_id, stay, employee_id)
);
CREATE TRIGGER tell_case_insert AFTER INSERT ON committee_vote REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');

-- Minutes are numbered through a year.
CREATE TABLE committee_minutes (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id     int NOT NULL REFERENCES case_file,
  stay        timestamptz NOT NULL,
  year        int NOT NULL,
  number      int NOT NULL,
  approved    boolean NOT NULL,
  at          timestamptz NOT NULL,
  -- Null: of a bank that was made up.
  document_id int REFERENCES document,
  UNIQUE (year, number),
  UNIQUE (case_id, stay)
);
CREATE TRIGGER tell_case_insert AFTER INSERT ON committee_minutes REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');
