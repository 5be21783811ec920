-- What is known of a stored file beside its bytes.
ALTER TABLE stored_object
  -- Of the bytes as they came; `sha256` is of what is stored after something dangerous was removed.
  ADD COLUMN source_sha256 text,
  ADD COLUMN pages int CHECK (pages > 0),
  ADD COLUMN width int CHECK (width > 0),
  ADD COLUMN height int CHECK (height > 0),
  ADD COLUMN warnings text[] NOT NULL DEFAULT '{}',
  -- When clamd found nothing in it.
  ADD COLUMN scanned_at timestamptz,
  -- Since when the file store has not had the bytes, as the check of the store saw it.
  ADD COLUMN missing_since timestamptz;
UPDATE stored_object SET source_sha256 = sha256;
ALTER TABLE stored_object ALTER COLUMN source_sha256 SET NOT NULL;
CREATE INDEX stored_object_source ON stored_object (source_sha256);
CREATE INDEX stored_object_missing ON stored_object (missing_since) WHERE missing_since IS NOT NULL;

-- Several files that are brought in parts; kept until a day after the last part.
CREATE TABLE upload (
  uid        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_type text NOT NULL,
  owner_id   int NOT NULL,
  created_by int NOT NULL REFERENCES employee,
  created_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX upload_author ON upload (created_by);
CREATE INDEX upload_touched ON upload (touched_at);

CREATE TABLE upload_item (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  upload_uid  uuid NOT NULL REFERENCES upload ON DELETE CASCADE,
  name        text NOT NULL,
  size        bigint NOT NULL CHECK (size > 0),
  type_code   text,
  -- The document that gets one more file.
  document_id int,
  state       text NOT NULL DEFAULT 'RECEIVING'
    CHECK (state IN ('RECEIVING', 'CHECKING', 'DONE', 'DUPLICATE', 'REFUSED', 'ABANDONED')),
  received    bigint NOT NULL DEFAULT 0 CHECK (received <= size),
  -- The person insists on a second copy.
  keep_duplicate boolean NOT NULL DEFAULT false,
  reason      text,
  warnings    text[] NOT NULL DEFAULT '{}',
  -- What it has become, and for a duplicate where the same bytes are: `{documentId, storageId, name}`.
  result_document_id int,
  storage_id  uuid,
  same        jsonb
);
CREATE INDEX upload_item_upload ON upload_item (upload_uid, id);

-- Parts that are safe in the file store, one after another without gaps.
CREATE TABLE upload_chunk (
  item_id int NOT NULL REFERENCES upload_item ON DELETE CASCADE,
  at      bigint NOT NULL,
  size    int NOT NULL CHECK (size > 0),
  key     text NOT NULL UNIQUE,
  PRIMARY KEY (item_id, at)
);

-- Every key that a row holds in the file store. An area that stores files otherwise than by `stored_object` joins here
-- in its own migration: the check of the store removes what is not in this list.
CREATE VIEW stored_key AS
  SELECT key, missing_since IS NOT NULL AS missing FROM stored_object
  UNION ALL
  SELECT key, false FROM upload_chunk
  UNION ALL
  SELECT result ->> 'key', false FROM background_task WHERE result IS NOT NULL
  UNION ALL
  SELECT file_key, false FROM reference_import;
