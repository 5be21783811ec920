-- Conditions that a decision was signed with, as they were signed: they are a part of the record and of its hash. A row
-- without any gives the hash that it gave before.
ALTER TABLE case_decision ADD COLUMN conditions jsonb NOT NULL DEFAULT '[]';
DO $$
DECLARE
  body text := pg_get_functiondef('decision_hash(case_decision)'::regprocedure);
BEGIN
  EXECUTE replace(body, '''prev_hash'']', '''prev_hash''] || CASE WHEN d.conditions = ''[]'' THEN ''{}''::text[] ELSE ARRAY[''conditions''] END');
  IF position('conditions' IN pg_get_functiondef('decision_hash(case_decision)'::regprocedure)) = 0 THEN
    RAISE EXCEPTION 'decision_hash was not extended';
  END IF;
END $$;

-- Each of them lives by its machine until it is met or dropped.
CREATE TABLE case_condition (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id     int NOT NULL REFERENCES case_file,
  decision_id int NOT NULL REFERENCES case_decision,
  template    text,
  text        text NOT NULL,
  category    text NOT NULL,
  point       text NOT NULL,
  owner       text NOT NULL,
  clearer     text NOT NULL,
  due_on      date,
  documents   text[] NOT NULL DEFAULT '{}',
  printed     boolean NOT NULL,
  state       text NOT NULL DEFAULT 'OPEN',
  returns     int NOT NULL DEFAULT 0,
  answer      text,
  answered_by int REFERENCES employee,
  answered_at timestamptz,
  papers      int[] NOT NULL DEFAULT '{}',
  verdict     text,
  -- The task of whoever has to do something about it now.
  task_id     int REFERENCES case_task ON DELETE SET NULL,
  created_at  timestamptz NOT NULL,
  version     int NOT NULL DEFAULT 1
);
CREATE INDEX case_condition_case ON case_condition (case_id, id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON case_condition
  FOR EACH ROW EXECUTE FUNCTION write_history('caseCondition', 'case', 'case_id');
-- What is the bank's alone is not told to anybody else, nor that it has changed.
CREATE TRIGGER tell_case_insert AFTER INSERT ON case_condition REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE
  FUNCTION tell_case('SELECT case_id, CASE WHEN printed OR owner IN (''PARTNER'', ''CLIENT'') THEN ''conditions'' ELSE ''decisions'' END FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON case_condition REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE
  FUNCTION tell_case('SELECT case_id, CASE WHEN printed OR owner IN (''PARTNER'', ''CLIENT'') THEN ''conditions'' ELSE ''decisions'' END FROM touched');
