-- Versions of the bank's own scorecard: two people agree to each, one is used and one is computed beside it.
CREATE TABLE scorecard_version (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number       int NOT NULL UNIQUE,
  title        text NOT NULL,
  -- As the contract's `ScorecardContent`.
  content      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'DRAFT'
    CHECK (state IN ('DRAFT', 'ON_APPROVAL', 'CHALLENGER', 'ON_PROMOTION', 'CHAMPION', 'WITHDRAWN')),
  author_id    int NOT NULL REFERENCES employee,
  -- Everybody who has written what it says: none of them agrees to it.
  contributors int[] NOT NULL,
  created_at   timestamptz NOT NULL,
  approver_id  int REFERENCES employee,
  -- When it began to be computed, and when that ended.
  since        timestamptz,
  until        timestamptz,
  version      int NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX scorecard_champion ON scorecard_version ((true)) WHERE state = 'CHAMPION';
CREATE UNIQUE INDEX scorecard_challenger ON scorecard_version ((true)) WHERE state IN ('CHALLENGER', 'ON_PROMOTION');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON scorecard_version
  FOR EACH ROW EXECUTE FUNCTION write_history('scorecardVersion');

-- What a version says is changed while it is a draft alone: scores that were computed by it stay what they are.
CREATE FUNCTION keep_scorecard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A scorecard that was handed in does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_scorecard BEFORE UPDATE ON scorecard_version FOR EACH ROW
  WHEN (OLD.state <> 'DRAFT' AND (OLD.content, OLD.title, OLD.number) IS DISTINCT FROM (NEW.content, NEW.title, NEW.number))
  EXECUTE FUNCTION keep_scorecard();

-- Scores of applications with the facts they follow from: rows only join. Those of one moment were computed together.
CREATE TABLE scorecard_run (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id      int NOT NULL REFERENCES case_file,
  version_id   int NOT NULL REFERENCES scorecard_version,
  score        smallint NOT NULL,
  at           timestamptz NOT NULL,
  -- Null: the system, when the application came to the checks.
  requested_by int REFERENCES employee,
  role         text NOT NULL CHECK (role IN ('CHAMPION', 'CHALLENGER')),
  advice       text NOT NULL CHECK (advice IN ('APPROVE', 'REVIEW', 'REJECT')),
  stage        text NOT NULL,
  -- As the contract's `ScorecardFacts`.
  facts        jsonb NOT NULL
);
CREATE INDEX scorecard_run_case ON scorecard_run (case_id, role, id DESC);
CREATE INDEX scorecard_run_version ON scorecard_run (version_id, at DESC);
CREATE TRIGGER tell_case_insert AFTER INSERT ON scorecard_run REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');

-- Whoever leads people of underwriting in a bank that works already reads its statistics and keeps its scorecard.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', n.operation FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting'
    AND o.operation = 'UndMenuManagingEmployees'
  CROSS JOIN unnest(ARRAY['ReadStatistics', 'ReadScorecard', 'UpdateScorecard', 'ApproveScorecard']) n (operation)
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
