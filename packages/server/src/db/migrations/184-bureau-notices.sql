-- What the bureaus of credit histories are told of decisions: an event of 218-ФЗ for each of those who owe, to each bureau.
CREATE TABLE bureau_notice (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  decision_id    int NOT NULL REFERENCES case_decision,
  participant_id int NOT NULL REFERENCES case_participant,
  bureau         text NOT NULL CHECK (bureau IN ('NBKI', 'OKB', 'SCORING')),
  event          text NOT NULL CHECK (event IN ('1.2', '1.3')),
  -- The consent to the credit history that stood in the questionnaire then; the law asks for none to tell of a decision.
  consent_on     date,
  state          text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  queued_at      timestamptz NOT NULL,
  ended_at       timestamptz,
  attempts       int NOT NULL DEFAULT 0,
  -- The number under which the bureau has taken it.
  receipt        text,
  error          text,
  stand_in       boolean NOT NULL DEFAULT false,
  CHECK ((state = 'WAITING') = (ended_at IS NULL)),
  CHECK ((state = 'SENT') = (receipt IS NOT NULL)),
  CHECK ((state = 'FAILED') = (error IS NOT NULL)),
  UNIQUE (decision_id, participant_id, bureau)
);
CREATE INDEX bureau_notice_case ON bureau_notice (case_id, id);
CREATE TRIGGER tell_case_insert AFTER INSERT ON bureau_notice REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE
  FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON bureau_notice REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE
  FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');
