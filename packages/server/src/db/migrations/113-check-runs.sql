-- Automatic checks: of objects too, every run kept, what people say of the answers and who takes the risk.
ALTER TABLE auto_check
  ADD COLUMN realty_id int REFERENCES realty_object,
  -- Who asked for the answer that stands here or is waited for; null: the system, when the case came to the checks.
  ADD COLUMN requested_by int REFERENCES employee,
  -- Of the row: a word is said of what was read, and not of what has come meanwhile.
  ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE auto_check DROP CONSTRAINT auto_check_case_id_code_participant_id_key;
ALTER TABLE auto_check ADD CONSTRAINT auto_check_of_what
  UNIQUE NULLS NOT DISTINCT (case_id, code, participant_id, realty_id);

CREATE FUNCTION next_check_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER next_version BEFORE UPDATE ON auto_check FOR EACH ROW EXECUTE FUNCTION next_check_version();

-- One question and what came of it. Rows only join: a decision is defended by them a year later.
CREATE TABLE auto_check_run (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_id     int NOT NULL REFERENCES auto_check,
  case_id      int NOT NULL REFERENCES case_file,
  requested_by int REFERENCES employee,
  -- The stage in which it was asked.
  stage        text NOT NULL,
  attempt      int NOT NULL,
  at           timestamptz NOT NULL,
  duration_ms  int NOT NULL CHECK (duration_ms >= 0),
  state        text NOT NULL CHECK (state IN ('OK', 'WARN', 'FAIL', 'ERROR')),
  text         text NOT NULL,
  stand_in     boolean NOT NULL DEFAULT false,
  request      jsonb NOT NULL,
  -- Null: nothing came.
  response     jsonb
);
CREATE INDEX auto_check_run_check ON auto_check_run (check_id, id DESC);
CREATE INDEX auto_check_run_case ON auto_check_run (case_id);

-- What a person says of an answer; the last word counts while the check says the same, the earlier ones stay.
CREATE TABLE auto_check_verdict (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_id int NOT NULL REFERENCES auto_check,
  case_id  int NOT NULL REFERENCES case_file,
  -- The answer that it is of.
  state    text NOT NULL,
  text     text NOT NULL,
  verdict  text NOT NULL CHECK (verdict IN ('PASSED', 'REMARK', 'NOT_PASSED')),
  comment  text NOT NULL,
  said_by  int NOT NULL REFERENCES employee,
  said_at  timestamptz NOT NULL
);
CREATE INDEX auto_check_verdict_check ON auto_check_verdict (check_id, id DESC);
CREATE INDEX auto_check_verdict_case ON auto_check_verdict (case_id);

-- The bank goes on in spite of an answer: who took that upon themselves, why and until when.
CREATE TABLE accepted_risk (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_id int NOT NULL REFERENCES auto_check,
  case_id  int NOT NULL REFERENCES case_file,
  state    text NOT NULL,
  text     text NOT NULL,
  reason   text NOT NULL,
  -- The last day.
  valid_to date NOT NULL,
  taken_by int NOT NULL REFERENCES employee,
  taken_at timestamptz NOT NULL
);
CREATE INDEX accepted_risk_check ON accepted_risk (check_id, id DESC);
CREATE INDEX accepted_risk_case ON accepted_risk (case_id);

CREATE TRIGGER tell_case_insert AFTER INSERT ON auto_check_run REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');
CREATE TRIGGER tell_case_insert AFTER INSERT ON auto_check_verdict REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');
CREATE TRIGGER tell_case_insert AFTER INSERT ON accepted_risk REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');

-- Whoever controls decisions in a bank that works already may take the risk of a check.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', 'AcceptRisk' FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type IN ('FullApplication', 'LoanApplication')
    AND o.operation = 'ControlDecision'
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
