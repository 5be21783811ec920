-- Tasks that no stage creates and no move completes. They have no stage: what asks for the task of a stage passes them by.
ALTER TABLE case_task
  ADD COLUMN kind text NOT NULL DEFAULT 'STAGE',
  -- Who gave it, and what exactly is asked.
  ADD COLUMN author_id int REFERENCES employee,
  ADD COLUMN details text,
  -- The case does not go on before it is closed.
  ADD COLUMN holds_moves boolean NOT NULL DEFAULT false,
  ALTER COLUMN stage DROP NOT NULL,
  ADD CHECK ((kind = 'STAGE') = (stage IS NOT NULL));

-- Such a task comes without a move that would tell of it.
CREATE TRIGGER tell_case_insert AFTER INSERT ON case_task REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''tasks'' FROM touched WHERE stage IS NULL');
