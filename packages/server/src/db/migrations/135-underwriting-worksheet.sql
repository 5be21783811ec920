-- The underwriter's worksheet: what is taken of a participant where sources differ. The questionnaire stays as the agent wrote it.
CREATE TABLE underwriting_worksheet (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  field          text NOT NULL,
  -- The value under the name of its field, by which numbers of persons are masked; empty: the choice was taken back.
  taken          jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(taken) = 'object'),
  source         text,
  reason         text,
  words          text NOT NULL DEFAULT '',
  deviation      boolean NOT NULL DEFAULT false,
  -- Hash of what the sources said then: when they say something else, somebody looks again.
  seen           text NOT NULL DEFAULT '',
  taken_by       int NOT NULL REFERENCES employee,
  taken_at       timestamptz NOT NULL,
  version        int NOT NULL DEFAULT 1,
  UNIQUE (participant_id, field),
  CHECK ((taken = '{}') = (source IS NULL) AND (source IS NULL) = (reason IS NULL))
);
CREATE INDEX underwriting_worksheet_case ON underwriting_worksheet (case_id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON underwriting_worksheet
  FOR EACH ROW EXECUTE FUNCTION write_history('underwritingWorksheet', 'case', 'case_id');
CREATE TRIGGER tell_case_insert AFTER INSERT ON underwriting_worksheet REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON underwriting_worksheet REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');

-- What the grid of incomes is counted by beside the papers: months typed from a statement, and payments that do not count.
CREATE TABLE underwriting_income (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL UNIQUE REFERENCES case_participant,
  -- [{month, amount}]
  account        jsonb NOT NULL DEFAULT '[]',
  -- [{source, month, reason}]
  excluded       jsonb NOT NULL DEFAULT '[]',
  saved_by       int NOT NULL REFERENCES employee,
  saved_at       timestamptz NOT NULL,
  version        int NOT NULL DEFAULT 1
);
CREATE INDEX underwriting_income_case ON underwriting_income (case_id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON underwriting_income
  FOR EACH ROW EXECUTE FUNCTION write_history('underwritingIncome', 'case', 'case_id');
CREATE TRIGGER tell_case_insert AFTER INSERT ON underwriting_income REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON underwriting_income REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');

-- Calls: rows only join. What was written wrongly is corrected by another row that names it.
CREATE TABLE underwriting_call (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  called         text NOT NULL,
  phone          text NOT NULL DEFAULT '',
  number_source  text NOT NULL,
  spoke_with     text NOT NULL DEFAULT '',
  result         text NOT NULL,
  said           text NOT NULL DEFAULT '',
  corrects_id    int UNIQUE REFERENCES underwriting_call,
  called_by      int NOT NULL REFERENCES employee,
  called_at      timestamptz NOT NULL
);
CREATE INDEX underwriting_call_participant ON underwriting_call (participant_id, id);
CREATE INDEX underwriting_call_case ON underwriting_call (case_id);
CREATE TRIGGER tell_case_insert AFTER INSERT ON underwriting_call REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');
