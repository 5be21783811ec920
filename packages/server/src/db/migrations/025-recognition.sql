-- What was read from scans: by which program, from which bytes, for whom. Goes with its file.
CREATE TABLE recognition (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storage_id  uuid NOT NULL REFERENCES stored_object ON DELETE CASCADE,
  -- Of the bytes that were read.
  sha256      text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('PASSPORT', 'INCOME_CERTIFICATE')),
  -- Fields, checks and incomes as they were answered.
  result      jsonb NOT NULL,
  engine      text NOT NULL,
  duration_ms int NOT NULL,
  created_by  int NOT NULL REFERENCES employee,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recognition_storage ON recognition (storage_id, kind, id DESC);

-- A recognition reads personal data out of a document: it is written down like any look at it.
ALTER TABLE access_event DROP CONSTRAINT access_event_action_check;
ALTER TABLE access_event ADD CHECK (action IN ('EXPORT', 'VIEW', 'DOWNLOAD', 'ARCHIVE', 'PDF', 'RECOGNISE'));
