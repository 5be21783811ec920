-- Documents of cases and partners: the card, its files with their versions, and who looked at them.

-- What documents may belong to, whose partner decides who sees them. Later areas add their objects here, and only here.
CREATE VIEW document_owner AS
  SELECT 'APPLICATION' AS owner_type, a.id AS owner_id, a.partner_id,
    'Заявка ' || a.number || ', ' || a.client_name AS title
  FROM application a
  UNION ALL
  SELECT 'PARTNER', p.id, p.id, p.short_name FROM partner p;

-- The set of an owner's documents: its row is locked by whatever gives out places in the order.
CREATE TABLE document_set (
  owner_type    text NOT NULL,
  owner_id      int NOT NULL,
  order_version int NOT NULL DEFAULT 0,
  PRIMARY KEY (owner_type, owner_id)
);

CREATE TABLE document (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_type        text NOT NULL,
  owner_id          int NOT NULL,
  -- `docType`; null: not assigned yet.
  type_code         text,
  title             text NOT NULL DEFAULT '',
  number            text NOT NULL DEFAULT '',
  issued_on         date,
  issuer            text NOT NULL DEFAULT '',
  valid_to          date,
  participant_role  text,
  participant_name  text NOT NULL DEFAULT '',
  source            text NOT NULL DEFAULT 'APPLICANT_DOCS',
  status            text NOT NULL DEFAULT 'UPLOADED' CHECK (status IN ('UPLOADED', 'CHECKING', 'ACCEPTED', 'REJECTED')),
  reason            text NOT NULL DEFAULT '',
  reviewed_at       timestamptz,
  reviewed_by       int REFERENCES employee,
  comment           text NOT NULL DEFAULT '',
  sort              int NOT NULL,
  -- The delete mark, which can be taken off.
  deleted_at        timestamptz,
  deleted_by        int REFERENCES employee,
  -- Deleted for good: nobody is shown the row any more, the history keeps it.
  removed_at        timestamptz,
  created_at        timestamptz NOT NULL DEFAULT now(),
  created_by        int REFERENCES employee,
  version           int NOT NULL DEFAULT 1,
  FOREIGN KEY (owner_type, owner_id) REFERENCES document_set,
  CHECK (issued_on <= valid_to),
  CHECK ((status = 'REJECTED') = (reason <> '')),
  CHECK (status <> 'ACCEPTED' OR type_code IS NOT NULL),
  CHECK (participant_role IS NOT NULL OR participant_name = ''),
  CHECK (removed_at IS NULL OR deleted_at IS NOT NULL)
);
CREATE INDEX document_owner_order ON document (owner_type, owner_id, sort, id) WHERE removed_at IS NULL;
CREATE INDEX document_type ON document (type_code) WHERE removed_at IS NULL;

-- A file of a document. The bytes of a stored object never change: a new version is another row that replaces this one.
CREATE TABLE document_file (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id int NOT NULL REFERENCES document,
  storage_id  uuid NOT NULL UNIQUE REFERENCES stored_object,
  name        text NOT NULL,
  rotation    int NOT NULL DEFAULT 0 CHECK (rotation IN (0, 90, 180, 270)),
  sort        int NOT NULL,
  -- The version before; of two replacements at once only one can be.
  replaces    uuid UNIQUE REFERENCES document_file (storage_id),
  replaced_at timestamptz,
  version_number int NOT NULL DEFAULT 1,
  -- Cut out of this file: these pages of it.
  split_from  uuid REFERENCES document_file (storage_id),
  page_from   int,
  page_to     int CHECK (page_to >= page_from),
  deleted_at  timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  int REFERENCES employee,
  version     int NOT NULL DEFAULT 1,
  CHECK (replaces <> storage_id),
  CHECK ((split_from IS NULL) = (page_from IS NULL) AND (page_from IS NULL) = (page_to IS NULL))
);
CREATE INDEX document_file_document ON document_file (document_id, sort, id);
CREATE INDEX document_file_split ON document_file (split_from) WHERE split_from IS NOT NULL;

-- Looking at documents and taking them out is written down beside exports.
ALTER TABLE access_event DROP CONSTRAINT access_event_action_check;
ALTER TABLE access_event
  ADD CHECK (action IN ('EXPORT', 'VIEW', 'DOWNLOAD', 'ARCHIVE', 'PDF')),
  -- The object that was opened, and the file of it.
  ADD COLUMN object_id int,
  ADD COLUMN storage_id uuid;
CREATE INDEX access_event_object ON access_event (object_type, object_id, id DESC) WHERE object_id IS NOT NULL;

CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF type_code, title, number, issued_on, issuer, valid_to,
  participant_role, participant_name, source, status, reason, comment, deleted_at, removed_at ON document
  FOR EACH ROW EXECUTE FUNCTION write_history('document');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON document_file
  FOR EACH ROW EXECUTE FUNCTION write_history('document_file', 'document', 'document_id');
