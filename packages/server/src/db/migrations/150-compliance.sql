-- What the lists of 115-ФЗ find is for the responsible officer alone: it is kept beside the checks, which say that the
-- officer has to decide and nothing else. So nothing that reads checks can betray it.
ALTER TABLE auto_check DROP CONSTRAINT auto_check_state_check;
ALTER TABLE auto_check ADD CONSTRAINT auto_check_state_check
  CHECK (state IN ('WAITING', 'OK', 'WARN', 'FAIL', 'ERROR', 'HELD'));
ALTER TABLE auto_check_run DROP CONSTRAINT auto_check_run_state_check;
ALTER TABLE auto_check_run ADD CONSTRAINT auto_check_run_state_check
  CHECK (state IN ('OK', 'WARN', 'FAIL', 'ERROR', 'HELD'));

CREATE TABLE compliance_hit (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  -- Null: the decision engine names nobody.
  participant_id int REFERENCES case_participant,
  source         text NOT NULL CHECK (source IN ('CHECK', 'LIST', 'ENGINE')),
  text           text NOT NULL,
  request        jsonb NOT NULL,
  response       jsonb NOT NULL,
  -- Of who was asked about and what was found: the same pair is decided once.
  print          text NOT NULL,
  stand_in       boolean NOT NULL DEFAULT false,
  found_at       timestamptz NOT NULL,
  -- As the last decision says.
  state          text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SUSPENDED', 'MATCH', 'NO_MATCH')),
  task_id        int REFERENCES case_task,
  CONSTRAINT compliance_hit_pair UNIQUE NULLS NOT DISTINCT (case_id, participant_id, source, print)
);
CREATE INDEX compliance_hit_waiting ON compliance_hit (found_at) WHERE state IN ('WAITING', 'SUSPENDED');

-- Decisions of the responsible officer. Rows only join.
CREATE TABLE compliance_decision (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hit_id     int NOT NULL REFERENCES compliance_hit,
  case_id    int NOT NULL REFERENCES case_file,
  outcome    text NOT NULL CHECK (outcome IN ('MATCH', 'NO_MATCH', 'SUSPENDED')),
  comment    text NOT NULL CHECK (comment <> ''),
  decided_by int NOT NULL REFERENCES employee,
  decided_at timestamptz NOT NULL
);
CREATE INDEX compliance_decision_hit ON compliance_decision (hit_id, id DESC);

-- The page of checks is read again; what has changed is told to nobody.
CREATE TRIGGER tell_case_insert AFTER INSERT ON compliance_hit REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');
CREATE TRIGGER tell_case_insert AFTER INSERT ON compliance_decision REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');

-- What a bank that works already has found.
INSERT INTO compliance_hit (case_id, participant_id, source, text, request, response, print, stand_in, found_at)
  SELECT c.case_id, c.participant_id, 'CHECK', c.text, coalesce(r.request, '{}'), coalesce(r.response, '{}'),
    'before ' || c.id, c.stand_in, c.answered_at
  FROM auto_check c LEFT JOIN LATERAL (SELECT request, response FROM auto_check_run
    WHERE check_id = c.id AND state IN ('WARN', 'FAIL') ORDER BY id DESC LIMIT 1) r ON true
  WHERE c.code = 'TERRORIST_115FZ' AND c.state IN ('WARN', 'FAIL');
UPDATE auto_check_run r SET state = 'HELD', text = 'Требуется решение ответственного сотрудника',
    response = '{"state": "HELD"}'
  FROM auto_check c WHERE c.id = r.check_id AND c.code = 'TERRORIST_115FZ' AND r.state IN ('WARN', 'FAIL');
UPDATE auto_check_verdict v SET text = 'Требуется решение ответственного сотрудника'
  FROM auto_check c WHERE c.id = v.check_id AND c.code = 'TERRORIST_115FZ' AND v.state IN ('WARN', 'FAIL');
UPDATE auto_check SET state = 'HELD', text = 'Требуется решение ответственного сотрудника'
  WHERE code = 'TERRORIST_115FZ' AND state IN ('WARN', 'FAIL');

-- Whoever approves entries of the blacklists of individuals in a bank that works already is its responsible officer.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, o.object_type, o.operation FROM user_role r
  CROSS JOIN (VALUES ('FullApplication', 'Compliance'), ('LoanApplication', 'Compliance')) o (object_type, operation)
  WHERE r.code IN ('ADMINISTRATOR', 'COMPLIANCE_OFFICER') ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, o.object_type, o.operation FROM user_role r
  CROSS JOIN (VALUES ('FullApplication', 'List'), ('FullApplication', 'Read'), ('LoanApplication', 'List'),
    ('LoanApplication', 'Read'), ('Underwriting', 'List')) o (object_type, operation)
  WHERE r.code = 'COMPLIANCE_OFFICER' ON CONFLICT DO NOTHING;
