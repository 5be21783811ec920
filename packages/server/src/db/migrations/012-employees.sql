-- The employee's card and its parts.

ALTER TABLE employee
  ADD COLUMN sex text CHECK (sex IN ('MALE', 'FEMALE')),
  ADD COLUMN birth_date date,
  ADD COLUMN email text,
  ADD COLUMN phone text,
  ADD COLUMN head_id int REFERENCES employee,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (search_form(last_name || ' ' || first_name || coalesce(' ' || middle_name, '') || coalesce(' ' || login, ''))) STORED NOT NULL,
  ADD CHECK (head_id <> id);
-- The partner's place in the tree, kept by triggers, and one index for the scope and the words of a search together.
ALTER TABLE employee ADD COLUMN partner_path int[] NOT NULL DEFAULT '{}';
CREATE FUNCTION employee_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.partner_path := coalesce((SELECT p.ancestor_ids FROM partner p WHERE p.id = NEW.partner_id), '{}');
  RETURN NEW;
END $$;
CREATE TRIGGER employee_path BEFORE INSERT OR UPDATE OF partner_id ON employee
  FOR EACH ROW EXECUTE FUNCTION employee_path();
CREATE FUNCTION partner_path_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE employee SET partner_path = NEW.ancestor_ids WHERE partner_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_path_changed AFTER UPDATE ON partner FOR EACH ROW
  WHEN (OLD.ancestor_ids IS DISTINCT FROM NEW.ancestor_ids) EXECUTE FUNCTION partner_path_changed();
UPDATE employee e SET partner_path = p.ancestor_ids FROM partner p WHERE p.id = e.partner_id;
CREATE INDEX employee_search ON employee USING gin (search_text gin_trgm_ops, partner_path, search_form(job_title) gin_trgm_ops);
CREATE INDEX employee_of_partner ON employee (partner_id, full_name, id);
DROP INDEX employee_partner;
CREATE INDEX employee_name ON employee (full_name, id);
CREATE INDEX employee_head ON employee (head_id) WHERE head_id IS NOT NULL;

-- A stored file: bytes are in the file store under `key`, rights are those of its owner.
CREATE TABLE stored_object (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  key          text NOT NULL UNIQUE,
  name         text NOT NULL,
  content_type text NOT NULL,
  size         bigint NOT NULL,
  sha256       text NOT NULL,
  owner_type   text NOT NULL,
  owner_id     int NOT NULL,
  created_by   int REFERENCES employee,
  created_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX stored_object_owner ON stored_object (owner_type, owner_id);

-- Documents that confirm authority (kind AUTHORITY) and any other.
CREATE TABLE employee_document (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id int NOT NULL REFERENCES employee,
  kind        text NOT NULL CHECK (kind IN ('AUTHORITY', 'OTHER')),
  -- `authorityType` for AUTHORITY, `docType` otherwise.
  type_code   text NOT NULL,
  number      text NOT NULL DEFAULT '',
  issued_on   date,
  issuer      text NOT NULL DEFAULT '',
  valid_to    date,
  comment     text NOT NULL DEFAULT '',
  file_id     uuid REFERENCES stored_object,
  deleted_at  timestamptz,
  version     int NOT NULL DEFAULT 1,
  CHECK (issued_on <= valid_to)
);
CREATE INDEX employee_document_employee ON employee_document (employee_id, id);

-- Powers of attorney.
CREATE TABLE procuracy (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id int NOT NULL REFERENCES employee,
  number      text NOT NULL,
  date_from   date NOT NULL,
  date_to     date NOT NULL,
  scope       text NOT NULL,
  issuer      text NOT NULL DEFAULT '',
  notary      text NOT NULL DEFAULT '',
  revoked_on  date,
  file_id     uuid REFERENCES stored_object,
  deleted_at  timestamptz,
  version     int NOT NULL DEFAULT 1,
  CHECK (date_from <= date_to)
);
CREATE INDEX procuracy_employee ON procuracy (employee_id, date_to);
CREATE INDEX procuracy_end ON procuracy (date_to) WHERE deleted_at IS NULL AND revoked_on IS NULL;

-- Days off, both ends included. While it lasts the person's approvers are paused; which they were is kept to undo exactly that.
CREATE TABLE employee_absence (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id int NOT NULL REFERENCES employee,
  deputy_id   int REFERENCES employee,
  reason      text NOT NULL CHECK (reason IN ('VACATION', 'SICK_LEAVE', 'BUSINESS_TRIP', 'OTHER')),
  date_from   date NOT NULL,
  date_to     date NOT NULL,
  comment     text NOT NULL DEFAULT '',
  cancelled_at timestamptz,
  -- Set when the absence began and when it ended.
  started_at  timestamptz,
  ended_at    timestamptz,
  paused_approver_ids int[] NOT NULL DEFAULT '{}',
  version     int NOT NULL DEFAULT 1,
  CHECK (date_from <= date_to),
  CHECK (deputy_id <> employee_id)
);
CREATE INDEX employee_absence_employee ON employee_absence (employee_id, date_from);
CREATE INDEX employee_absence_open ON employee_absence (date_from, date_to) WHERE cancelled_at IS NULL AND ended_at IS NULL;

-- The sign-in that is being made for an employee, or why it was not; what exists is `employee.identity_id`.
CREATE TABLE employee_account (
  employee_id  int PRIMARY KEY REFERENCES employee,
  state        text NOT NULL CHECK (state IN ('WAITING', 'DONE', 'FAILED')),
  -- The account to take instead of making one.
  link_id      uuid,
  error        text,
  requested_by int REFERENCES employee,
  updated_at   timestamptz NOT NULL DEFAULT now()
);
-- A password that somebody else knows lasts until the first sign-in.
ALTER TABLE identity.account ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;

-- Who was warned of the end of a procuracy, and how many days before: each warning once.
CREATE TABLE expiry_warning (
  object_type text NOT NULL,
  object_id   int NOT NULL,
  date_to     date NOT NULL,
  days_before int NOT NULL,
  warned_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (object_type, object_id, date_to, days_before)
);

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['employee_document', 'procuracy', 'employee_absence']
  LOOP
    EXECUTE format('CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION write_history(%L, ''employee'', ''employee_id'')', part, part);
  END LOOP;
END $$;
