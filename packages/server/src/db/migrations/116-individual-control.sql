-- Control of an individual: a form by person, why it was begun, what was found, who signed it. What is signed stays.
CREATE TABLE individual_control (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  cause          text NOT NULL CHECK (cause IN ('TRIGGER', 'CHANCE', 'HAND')),
  -- In words: which check, or which share and which draw.
  cause_text     text NOT NULL,
  started_at     timestamptz NOT NULL,
  -- Null: the system.
  started_by     int REFERENCES employee,
  -- By the fields of the form; what is empty is absent.
  answers        jsonb NOT NULL DEFAULT '{}',
  saved_by       int REFERENCES employee,
  saved_at       timestamptz,
  signed_by      int REFERENCES employee,
  signed_at      timestamptz,
  document_id    int REFERENCES document,
  version        int NOT NULL DEFAULT 1,
  CHECK ((signed_by IS NULL) = (signed_at IS NULL))
);
CREATE INDEX individual_control_case ON individual_control (case_id, id);
CREATE UNIQUE INDEX individual_control_open ON individual_control (participant_id) WHERE signed_at IS NULL;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON individual_control
  FOR EACH ROW EXECUTE FUNCTION write_history('individualControl', 'case', 'case_id');
CREATE TRIGGER tell_case_insert AFTER INSERT ON individual_control REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''control'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON individual_control REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''control'' FROM touched');

-- A signed form does not change, whoever asks.
CREATE FUNCTION keep_signed_control() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A signed form of control does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_signed_control BEFORE UPDATE ON individual_control
  FOR EACH ROW WHEN (OLD.signed_at IS NOT NULL) EXECUTE FUNCTION keep_signed_control();

-- Papers that the bank makes for itself stand among the documents of a case, and people of partners do not see them.
ALTER TABLE document ADD COLUMN internal boolean NOT NULL DEFAULT false;
