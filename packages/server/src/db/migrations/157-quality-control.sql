-- Quality control of decisions: lists of questions, samples that can be drawn again, and what was found of each decision.
CREATE TABLE quality_checklist (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number     int NOT NULL UNIQUE,
  -- As the contract's `QualityQuestion`.
  questions  jsonb NOT NULL,
  author_id  int NOT NULL REFERENCES employee,
  created_at timestamptz NOT NULL
);

CREATE TABLE quality_sample (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  drawn_at         timestamptz NOT NULL,
  drawn_by         int NOT NULL REFERENCES employee,
  rule             text NOT NULL CHECK (rule IN ('RANDOM', 'AUTOMATIC', 'OVERRIDES', 'EACH')),
  from_day         date NOT NULL,
  to_day           date NOT NULL,
  seed             text NOT NULL,
  -- How many were asked for; of EACH, of everybody.
  size             int NOT NULL CHECK (size > 0),
  population       int NOT NULL,
  -- Later decisions were not there to be drawn.
  last_decision_id int NOT NULL,
  checklist_id     int NOT NULL REFERENCES quality_checklist
);

CREATE TABLE quality_check (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sample_id   int NOT NULL REFERENCES quality_sample,
  case_id     int NOT NULL REFERENCES case_file,
  -- A decision is sampled once.
  decision_id int NOT NULL UNIQUE REFERENCES case_decision,
  -- Who decided; null: the system.
  subject_id  int REFERENCES employee,
  -- Who decided on the case or prepared it: none of them grades it.
  barred_ids  int[] NOT NULL,
  state       text NOT NULL DEFAULT 'NEW' CHECK (state IN ('NEW', 'GRADED', 'DISPUTED', 'UPHELD', 'REVISED', 'CANCELLED')),
  checker_id  int REFERENCES employee,
  -- As the contract's `QualityAnswer`.
  answers     jsonb NOT NULL DEFAULT '[]',
  score       smallint CHECK (score BETWEEN 0 AND 100),
  grade       text CHECK (grade IN ('GOOD', 'FAIR', 'POOR')),
  critical    smallint NOT NULL DEFAULT 0,
  major       smallint NOT NULL DEFAULT 0,
  minor       smallint NOT NULL DEFAULT 0,
  comment     text NOT NULL DEFAULT '',
  graded_at   timestamptz,
  dispute     text,
  disputed_at timestamptz,
  answer      text,
  answered_by int REFERENCES employee,
  answered_at timestamptz,
  version     int NOT NULL DEFAULT 1,
  CHECK ((checker_id IS NULL) = (graded_at IS NULL) AND (score IS NULL) = (grade IS NULL)),
  CHECK (answered_by <> checker_id)
);
CREATE INDEX quality_check_state ON quality_check (state, id DESC);
CREATE INDEX quality_check_subject ON quality_check (subject_id, graded_at DESC);
CREATE INDEX quality_check_sample ON quality_check (sample_id);
CREATE INDEX quality_check_case ON quality_check (case_id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON quality_check
  FOR EACH ROW EXECUTE FUNCTION write_history('qualityCheck');

-- Whoever decides sees what was found of their own decisions; whoever leads them draws samples and answers.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', n.operation FROM user_role r
  JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting' AND o.operation = 'UndMenuJournal'
  CROSS JOIN unnest(ARRAY['ReadQuality', 'DisputeQuality', 'ReadAllQuality', 'CheckQuality', 'AnswerQuality']) n (operation)
  WHERE n.operation IN ('ReadQuality', 'DisputeQuality') OR r.code = 'ADMINISTRATOR' OR EXISTS (SELECT FROM user_role_operation l
    WHERE l.user_role_id = r.id AND l.object_type = 'Underwriting' AND l.operation = 'UndMenuManagingEmployees')
  ON CONFLICT DO NOTHING;
