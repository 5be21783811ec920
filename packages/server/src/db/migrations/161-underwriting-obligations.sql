-- What the underwriter says of obligations: what is taken of each, and those that stand in a paper and nowhere else. The
-- questionnaire and the reports stay as they are.
CREATE TABLE underwriting_obligation (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  -- Of an account of a bureau, of a row of the questionnaire, or of a credit that is written down here.
  key            text NOT NULL,
  -- The credit that is written down here; null: it stands elsewhere.
  own            jsonb CHECK (jsonb_typeof(own) = 'object'),
  -- Null: the choice was taken back.
  state          text CHECK (state IN ('COUNTS', 'REPAID', 'EXCLUDED')),
  source         text,
  payment        numeric(15, 2) CHECK (payment >= 0),
  reason         text,
  words          text NOT NULL DEFAULT '',
  document_id    int REFERENCES document,
  -- Hash of what the sources said then.
  seen           text NOT NULL DEFAULT '',
  saved_by       int NOT NULL REFERENCES employee,
  saved_at       timestamptz NOT NULL,
  version        int NOT NULL DEFAULT 1,
  UNIQUE (participant_id, key),
  CHECK ((state IS NULL) = (reason IS NULL)),
  CHECK (state IS NOT DISTINCT FROM 'COUNTS' OR (source IS NULL AND payment IS NULL)),
  CHECK ((source IS NULL) = (payment IS NULL)),
  CHECK (state IS DISTINCT FROM 'COUNTS' OR payment IS NOT NULL),
  CHECK (own IS NULL OR key LIKE 'own.%')
);
CREATE INDEX underwriting_obligation_case ON underwriting_obligation (case_id);
CREATE INDEX underwriting_obligation_document ON underwriting_obligation (document_id) WHERE document_id IS NOT NULL;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON underwriting_obligation
  FOR EACH ROW EXECUTE FUNCTION write_history('underwritingObligation', 'case', 'case_id');
CREATE TRIGGER tell_case_insert AFTER INSERT ON underwriting_obligation REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON underwriting_obligation REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''worksheet'' FROM touched');
