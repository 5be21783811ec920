-- Runs of the decision engine on applications, and stop factors that somebody disputes.
CREATE TABLE decision_run (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id      int NOT NULL REFERENCES case_file,
  -- Null: the system, when the application came to the checks.
  requested_by int REFERENCES employee,
  -- Why a person asked again.
  reason       text NOT NULL DEFAULT '',
  stage        text NOT NULL,
  requested_at timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'ANSWERED', 'FAILED')),
  answered_at  timestamptz,
  attempts     int NOT NULL DEFAULT 0,
  duration_ms  int,
  -- What came back, as the contract's `EngineAnswer`.
  answer       jsonb,
  error        text,
  request      jsonb,
  response     jsonb,
  stand_in     boolean NOT NULL DEFAULT false,
  CHECK ((requested_by IS NULL) = (reason = '')),
  CHECK ((state = 'WAITING') = (answered_at IS NULL)),
  CHECK ((state = 'ANSWERED') = (answer IS NOT NULL))
);
CREATE INDEX decision_run_case ON decision_run (case_id, id DESC);
CREATE UNIQUE INDEX decision_run_waiting ON decision_run (case_id) WHERE state = 'WAITING';

CREATE TABLE stop_dispute (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id      int NOT NULL REFERENCES decision_run,
  case_id     int NOT NULL REFERENCES case_file,
  factor      text NOT NULL,
  -- The value that was disputed: another one is another factor.
  value       text NOT NULL,
  comment     text NOT NULL,
  -- Documents of the case that speak against the factor.
  documents   int[] NOT NULL DEFAULT '{}',
  disputed_by int NOT NULL REFERENCES employee,
  disputed_at timestamptz NOT NULL,
  task_id     int NOT NULL REFERENCES case_task,
  outcome     text CHECK (outcome IN ('LIFTED', 'UPHELD')),
  answer      text,
  decided_by  int REFERENCES employee,
  decided_at  timestamptz,
  CHECK ((outcome IS NULL) = (decided_by IS NULL) AND (outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (answer IS NULL)),
  CHECK (decided_by <> disputed_by)
);
CREATE INDEX stop_dispute_case ON stop_dispute (case_id, id DESC);
CREATE UNIQUE INDEX stop_dispute_open ON stop_dispute (case_id, factor) WHERE outcome IS NULL;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['decision_run', 'stop_dispute'] LOOP
    EXECUTE format('CREATE TRIGGER tell_case_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(''SELECT case_id, ''''checks'''' FROM touched'')', name);
    EXECUTE format('CREATE TRIGGER tell_case_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(''SELECT case_id, ''''checks'''' FROM touched'')', name);
  END LOOP;
END $$;
