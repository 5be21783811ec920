-- The partner's card and its parts.

-- A branch has the ИНН of its legal person and a КПП of its own.
ALTER TABLE partner DROP CONSTRAINT partner_inn_key;
ALTER TABLE partner
  ADD COLUMN kpp text CHECK (kpp ~ '^\d{4}[\dA-Z]{2}\d{3}$'),
  ADD COLUMN ogrn text,
  ADD COLUMN okopf_code text,
  ADD COLUMN uid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN branch_type_code text,
  ADD COLUMN business_profile_codes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN company_group_code text,
  -- Addresses: {value, postalCode?, regionCode?, fiasId?, kladrId?}; the text is what people see.
  ADD COLUMN legal_address jsonb,
  ADD COLUMN actual_address jsonb,
  ADD COLUMN postal_address jsonb,
  ADD COLUMN tenancy_type_code text,
  ADD COLUMN tenant_type_code text,
  ADD COLUMN tenancy_to date,
  ADD COLUMN not_active_since date,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  DROP COLUMN search_text;
ALTER TABLE partner ADD COLUMN search_text text GENERATED ALWAYS AS
  (search_form(short_name || ' ' || full_name || ' ' || inn || ' ' || coalesce(ogrn, ''))) STORED NOT NULL;
CREATE UNIQUE INDEX partner_inn_kpp ON partner (inn, coalesce(kpp, ''));
CREATE INDEX partner_search ON partner USING gin (search_text gin_trgm_ops);
CREATE INDEX partner_parent ON partner (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX partner_region_order ON partner (region_code, short_name, id);
CREATE INDEX partner_activity ON partner (not_active, short_name, id);
CREATE INDEX partner_created ON partner (created_at, id);

-- The tree changes one at a time: neither a loop nor a branch with an old path comes of two changes at once.
CREATE OR REPLACE FUNCTION partner_ancestors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE above int[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM pg_advisory_xact_lock(hashtext('partner_tree'));
  ELSIF NEW.parent_id IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('partner_tree'));
  END IF;
  IF NEW.parent_id IS NOT NULL THEN
    SELECT p.ancestor_ids INTO above FROM partner p WHERE p.id = NEW.parent_id;
    IF NEW.id = ANY(above) THEN
      RAISE EXCEPTION 'partner % cannot be under itself', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'partner_tree';
    END IF;
  END IF;
  NEW.ancestor_ids := coalesce(above, '{}') || NEW.id;
  RETURN NEW;
END $$;
-- What is under a partner moves with it.
CREATE FUNCTION partner_subtree() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner p SET ancestor_ids = NEW.ancestor_ids || p.ancestor_ids[array_position(p.ancestor_ids, NEW.id) + 1:]
    WHERE p.ancestor_ids @> ARRAY[NEW.id] AND p.id <> NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER partner_subtree AFTER UPDATE OF parent_id ON partner
  FOR EACH ROW WHEN (OLD.ancestor_ids IS DISTINCT FROM NEW.ancestor_ids) EXECUTE FUNCTION partner_subtree();

-- The directory of the Bank of Russia.
CREATE TABLE bank (
  bic  text PRIMARY KEY CHECK (bic ~ '^\d{9}$'),
  name text COLLATE "ru-x-icu" NOT NULL,
  correspondent_account text NOT NULL,
  city text NOT NULL DEFAULT '',
  search_text text GENERATED ALWAYS AS (search_form(bic || ' ' || name || ' ' || city)) STORED NOT NULL
);
CREATE INDEX bank_search ON bank USING gin (search_text gin_trgm_ops);

CREATE TABLE partner_account (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  account    text NOT NULL CHECK (account ~ '^\d{20}$'),
  bic        text NOT NULL REFERENCES bank,
  purpose    text NOT NULL DEFAULT '',
  main       boolean NOT NULL DEFAULT false,
  not_used   boolean NOT NULL DEFAULT false,
  version    int NOT NULL DEFAULT 1,
  UNIQUE (partner_id, account, bic)
);
CREATE UNIQUE INDEX partner_account_main ON partner_account (partner_id) WHERE main;

-- Of a partner or of one of its employees.
CREATE TABLE contact (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id      int NOT NULL REFERENCES partner,
  employee_id     int REFERENCES employee,
  contact_type_id int NOT NULL CHECK (contact_type_id BETWEEN 1 AND 4),
  value           text NOT NULL,
  main            boolean NOT NULL DEFAULT false,
  not_used        boolean NOT NULL DEFAULT false,
  comment         text NOT NULL DEFAULT '',
  version         int NOT NULL DEFAULT 1
);
CREATE INDEX contact_partner ON contact (partner_id, id);
CREATE INDEX contact_employee ON contact (employee_id) WHERE employee_id IS NOT NULL;
CREATE UNIQUE INDEX contact_main ON contact (partner_id, coalesce(employee_id, 0), contact_type_id) WHERE main;

CREATE TABLE partner_region (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id  int NOT NULL REFERENCES partner,
  region_code text NOT NULL,
  comment     text NOT NULL DEFAULT '',
  version     int NOT NULL DEFAULT 1,
  UNIQUE (partner_id, region_code)
);
CREATE INDEX partner_region_region ON partner_region (region_code, partner_id);

-- Own region and those where the partner works, kept by triggers: roles, regions and place in the tree are one index test.
ALTER TABLE partner ADD COLUMN region_codes text[] NOT NULL DEFAULT '{}';
CREATE FUNCTION partner_regions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.region_codes := ARRAY(SELECT NEW.region_code WHERE NEW.region_code IS NOT NULL
    UNION SELECT r.region_code FROM partner_region r WHERE r.partner_id = NEW.id ORDER BY 1);
  RETURN NEW;
END $$;
CREATE TRIGGER partner_regions BEFORE INSERT OR UPDATE OF region_code ON partner
  FOR EACH ROW EXECUTE FUNCTION partner_regions();
CREATE FUNCTION partner_region_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE partner p SET region_code = p.region_code WHERE p.id IN (NEW.partner_id, OLD.partner_id);
  RETURN NULL;
END $$;
CREATE TRIGGER partner_region_changed AFTER INSERT OR UPDATE OR DELETE ON partner_region
  FOR EACH ROW EXECUTE FUNCTION partner_region_changed();
UPDATE partner SET region_code = region_code;
CREATE INDEX partner_filter ON partner USING gin (roles, region_codes, ancestor_ids);

-- A role that the partner plays; `partner.roles` repeats the codes of those in force for rights and filters.
CREATE TABLE partner_role (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  role_code  text NOT NULL,
  not_active boolean NOT NULL DEFAULT false,
  comment    text NOT NULL DEFAULT '',
  version    int NOT NULL DEFAULT 1,
  UNIQUE (partner_id, role_code)
);
CREATE FUNCTION partner_roles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  partner int := coalesce(NEW.partner_id, OLD.partner_id);
  now_held text[] := ARRAY(SELECT r.role_code FROM partner_role r WHERE r.partner_id = partner AND NOT r.not_active ORDER BY 1);
BEGIN
  UPDATE partner p SET roles = now_held WHERE p.id = partner AND p.roles IS DISTINCT FROM now_held;
  RETURN NULL;
END $$;
-- What exists already becomes rows before the trigger watches.
INSERT INTO partner_role (partner_id, role_code) SELECT id, unnest(roles) FROM partner;
CREATE TRIGGER partner_roles AFTER INSERT OR UPDATE OR DELETE ON partner_role
  FOR EACH ROW EXECUTE FUNCTION partner_roles();

CREATE TABLE accreditation (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id      int NOT NULL REFERENCES partner,
  partner_role_id int NOT NULL REFERENCES partner_role ON DELETE CASCADE,
  type_code       text NOT NULL,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('PENDING', 'ACTIVE', 'SUSPENDED', 'REVOKED')),
  date_from       date NOT NULL,
  date_to         date,
  document_name   text NOT NULL DEFAULT '',
  document_number text NOT NULL DEFAULT '',
  document_date   date,
  comment         text NOT NULL DEFAULT '',
  version         int NOT NULL DEFAULT 1,
  CHECK (date_from <= date_to)
);
CREATE INDEX accreditation_role ON accreditation (partner_role_id, date_from);
CREATE INDEX accreditation_end ON accreditation (date_to) WHERE status = 'ACTIVE';
CREATE INDEX accreditation_stopped ON accreditation (status) WHERE status <> 'ACTIVE';
CREATE INDEX accreditation_partner ON accreditation (partner_id);

-- What follows from the status and the dates on the day; 30 days before the end an accreditation is EXPIRING.
CREATE FUNCTION accreditation_state(status text, date_from date, date_to date, today date) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN status <> 'ACTIVE' THEN status WHEN date_to < today THEN 'EXPIRED' WHEN date_from > today THEN 'FUTURE'
    WHEN date_to <= today + 30 THEN 'EXPIRING' ELSE 'ACTIVE' END;
-- Of several accreditations of a role the best one speaks for it: 1 is the best.
CREATE FUNCTION accreditation_rank(status text, date_from date, date_to date, today date) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_position(ARRAY['ACTIVE', 'EXPIRING', 'PENDING', 'FUTURE', 'SUSPENDED', 'EXPIRED', 'REVOKED'],
    accreditation_state(status, date_from, date_to, today));

-- The dictionary partnerRole with the numbers by which roles are addressed; those that the bank adds get theirs.
CREATE VIEW partner_role_catalogue AS
  SELECT coalesce((r.attributes ->> 'id')::int, 1000 + r.id) AS id, r.code, r.name, r.active, r.sort_order
  FROM reference_item r WHERE r.dictionary = 'partnerRole';

CREATE TABLE partner_rate (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  rate_code  text NOT NULL,
  -- Percent a year.
  value      numeric(7, 4) NOT NULL CHECK (value BETWEEN 0 AND 100),
  date_from  date NOT NULL,
  date_to    date,
  comment    text NOT NULL DEFAULT '',
  version    int NOT NULL DEFAULT 1,
  CHECK (date_from <= date_to)
);
CREATE INDEX partner_rate_partner ON partner_rate (partner_id, rate_code, date_from);

-- Notes on the partner; the newest one is the description of the card.
CREATE TABLE partner_description (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  text       text NOT NULL,
  author_id  int REFERENCES employee,
  created_at timestamptz NOT NULL DEFAULT now(),
  version    int NOT NULL DEFAULT 1
);
CREATE INDEX partner_description_partner ON partner_description (partner_id, id DESC);

-- Partners who work with this one (lead generators, contractors): in the role they play for it.
CREATE TABLE partner_link (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id        int NOT NULL REFERENCES partner,
  linked_partner_id int NOT NULL REFERENCES partner,
  role_code         text NOT NULL,
  date_from         date,
  date_to           date,
  comment           text NOT NULL DEFAULT '',
  version           int NOT NULL DEFAULT 1,
  UNIQUE (partner_id, linked_partner_id, role_code),
  CHECK (partner_id <> linked_partner_id),
  CHECK (date_from <= date_to)
);
CREATE INDEX partner_link_linked ON partner_link (linked_partner_id);

-- Where the partner is told of what happens with its cases.
CREATE TABLE partner_notification (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  event_code text NOT NULL,
  channel    text NOT NULL CHECK (channel IN ('EMAIL', 'SMS', 'INTERNAL')),
  -- E-mail or phone; empty for INTERNAL, which goes to the employee.
  address    text NOT NULL DEFAULT '',
  employee_id int REFERENCES employee,
  not_used   boolean NOT NULL DEFAULT false,
  version    int NOT NULL DEFAULT 1
);
CREATE INDEX partner_notification_partner ON partner_notification (partner_id, id);

-- A transfer of a partner's work to another: what was to move and how each item ended.
CREATE TABLE partner_reassignment (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id     int NOT NULL REFERENCES partner,
  to_partner_id  int NOT NULL REFERENCES partner,
  type_code      text NOT NULL,
  region_code    text,
  employee_id    int REFERENCES employee,
  to_employee_id int REFERENCES employee,
  date_from      date,
  date_to        date,
  comment        text NOT NULL DEFAULT '',
  state          text NOT NULL DEFAULT 'PLANNED' CHECK (state IN ('PLANNED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED',
    'RETURNING', 'RETURNED')),
  task_id        int REFERENCES background_task,
  error          text,
  version        int NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  started_at     timestamptz,
  -- Set when the objects that are to move were written down as items: they are collected once, whatever fails later.
  collected_at   timestamptz,
  finished_at    timestamptz,
  returned_at    timestamptz,
  -- A colleague of the same partner may take over from an employee.
  CHECK (partner_id <> to_partner_id OR employee_id IS NOT NULL),
  CHECK (date_from <= date_to)
);
CREATE INDEX partner_reassignment_partner ON partner_reassignment (partner_id, id DESC);
CREATE TABLE partner_reassignment_item (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reassignment_id int NOT NULL REFERENCES partner_reassignment,
  object_type     text NOT NULL,
  object_id       int NOT NULL,
  title           text NOT NULL,
  done            boolean,
  reason          text,
  -- Of a temporary transfer: whether it went back.
  returned        boolean,
  return_reason   text,
  UNIQUE (reassignment_id, object_type, object_id)
);
CREATE INDEX partner_reassignment_waiting ON partner_reassignment_item (reassignment_id, id) WHERE done IS NULL;
CREATE INDEX partner_reassignment_away ON partner_reassignment_item (reassignment_id, id) WHERE done AND returned IS NULL;
CREATE INDEX partner_reassignment_end ON partner_reassignment (date_to) WHERE type_code = 'TEMPORARY' AND returned_at IS NULL;
CREATE INDEX application_open_partner ON application (partner_id, id) WHERE closed_at IS NULL;

-- What happened with a partner that somebody asked to be told of; the key makes a repeated event one.
CREATE TABLE partner_event (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  event_code text NOT NULL,
  key        text UNIQUE,
  text       text NOT NULL,
  link       text,
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX partner_event_partner ON partner_event (partner_id, id DESC);

-- E-mail and SMS on their way out: written with the change that caused them, sent by a job until it succeeds.
CREATE TABLE partner_message (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  partner_id int NOT NULL REFERENCES partner,
  event_id   int NOT NULL REFERENCES partner_event,
  channel    text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  address    text NOT NULL,
  subject    text NOT NULL,
  text       text NOT NULL,
  state      text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  attempts   int NOT NULL DEFAULT 0,
  error      text,
  sent_by    text CHECK (sent_by IN ('SERVICE', 'STAND_IN')),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz
);
CREATE INDEX partner_message_partner ON partner_message (partner_id, id DESC);

ALTER TABLE workgroup
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN version int NOT NULL DEFAULT 1;
CREATE INDEX workgroup_partner ON workgroup (partner_id, id);
ALTER TABLE workgroup_employee ADD COLUMN id int GENERATED ALWAYS AS IDENTITY UNIQUE;

-- What a group may do in a process: create, view, edit, change the responsible, send to the next step.
CREATE TABLE workgroup_role (
  id                int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name              text COLLATE "ru-x-icu" NOT NULL UNIQUE,
  -- Only groups of partners with this role may have it; null: any.
  partner_role_code text,
  description       text NOT NULL DEFAULT '',
  is_disabled       boolean NOT NULL DEFAULT false,
  version           int NOT NULL DEFAULT 1
);
CREATE TABLE workgroup_role_operation (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workgroup_role_id int NOT NULL REFERENCES workgroup_role,
  process           text NOT NULL,
  operation         text NOT NULL CHECK (operation IN ('CREATE', 'VIEW', 'EDIT', 'CHANGE_RESPONSIBLE', 'SEND_TO_NEXT_STEP')),
  UNIQUE (workgroup_role_id, process, operation)
);
CREATE TABLE workgroup_role_of_group (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workgroup_id      int NOT NULL REFERENCES workgroup,
  workgroup_role_id int NOT NULL REFERENCES workgroup_role,
  UNIQUE (workgroup_id, workgroup_role_id)
);

-- What a session knows of a partner; everything else may be saved without a check of every session.
DROP TRIGGER rights_changed ON partner;
CREATE TRIGGER rights_changed AFTER UPDATE ON partner FOR EACH ROW
  WHEN ((OLD.short_name, OLD.roles, OLD.not_active, OLD.ancestor_ids) IS DISTINCT FROM
    (NEW.short_name, NEW.roles, NEW.not_active, NEW.ancestor_ids))
  EXECUTE FUNCTION rights_changed();

-- The path in the tree and the roles follow from other rows, which have histories of their own.
DROP TRIGGER write_history ON partner;
CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF short_name, full_name, inn, kpp, ogrn, okopf_code, parent_id,
  branch_type_code, business_profile_codes, company_group_code, region_code, legal_address, actual_address, postal_address,
  tenancy_type_code, tenant_type_code, tenancy_to, not_active, not_active_since ON partner
  FOR EACH ROW EXECUTE FUNCTION write_history('partner');

DO $$
DECLARE part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['partner_account', 'contact', 'partner_region', 'partner_role', 'accreditation', 'partner_rate',
    'partner_description', 'partner_link', 'partner_notification', 'partner_reassignment', 'workgroup']
  LOOP
    EXECUTE format('CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH ROW EXECUTE FUNCTION write_history(%L, ''partner'', ''partner_id'')', part, part);
  END LOOP;
END $$;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_employee
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_employee', 'workgroup', 'workgroup_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_role_of_group
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_role_of_group', 'workgroup', 'workgroup_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_role
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_role');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_role_operation
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_role_operation', 'workgroup_role', 'workgroup_role_id');
