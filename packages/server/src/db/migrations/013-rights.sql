-- Roles with history, operations with descriptors, rights through workgroups, and changes that need a second person.

ALTER TABLE user_role
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN is_disabled boolean NOT NULL DEFAULT false,
  ADD COLUMN version int NOT NULL DEFAULT 1;
ALTER TABLE user_role_operation ADD COLUMN id int GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE employee_user_role ADD COLUMN id int GENERATED ALWAYS AS IDENTITY UNIQUE;
CREATE INDEX employee_user_role_role ON employee_user_role (user_role_id);

-- A group's members hold its roles beside their own.
CREATE TABLE workgroup_user_role (
  id           int GENERATED ALWAYS AS IDENTITY UNIQUE,
  workgroup_id int NOT NULL REFERENCES workgroup,
  user_role_id int NOT NULL REFERENCES user_role,
  PRIMARY KEY (workgroup_id, user_role_id)
);
CREATE INDEX workgroup_user_role_role ON workgroup_user_role (user_role_id);

CREATE UNIQUE INDEX user_role_name ON user_role (search_form(name));

-- Few are; holders of a role are counted as all of them less these.
CREATE INDEX employee_inactive ON employee (id) WHERE not_active;

-- Who holds which role, directly (no workgroup) or through an active group; disabled roles too.
CREATE VIEW role_holder AS
  SELECT d.employee_id, d.user_role_id, NULL::int AS workgroup_id FROM employee_user_role d
  UNION ALL
  SELECT m.employee_id, g.user_role_id, g.workgroup_id FROM workgroup_user_role g
    JOIN workgroup w ON w.id = g.workgroup_id AND NOT w.not_active
    JOIN workgroup_employee m ON m.workgroup_id = g.workgroup_id;

-- Operations by object type; those of the product cannot be deleted, only described.
CREATE TABLE operation (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object_type text NOT NULL,
  code        text NOT NULL,
  descriptor  text COLLATE "ru-x-icu" NOT NULL,
  builtin     boolean NOT NULL DEFAULT false,
  version     int NOT NULL DEFAULT 1,
  UNIQUE (object_type, code)
);

-- Everything that decides what a person may: instances drop what they remember.
CREATE TRIGGER rights_changed AFTER UPDATE ON user_role
  FOR EACH STATEMENT EXECUTE FUNCTION rights_changed();
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON workgroup_user_role
  FOR EACH STATEMENT EXECUTE FUNCTION rights_changed();
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON workgroup_employee
  FOR EACH STATEMENT EXECUTE FUNCTION rights_changed();
CREATE TRIGGER rights_changed AFTER UPDATE ON workgroup
  FOR EACH STATEMENT EXECUTE FUNCTION rights_changed();

CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON user_role
  FOR EACH ROW EXECUTE FUNCTION write_history('user_role');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON user_role_operation
  FOR EACH ROW EXECUTE FUNCTION write_history('user_role_operation', 'user_role', 'user_role_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON employee_user_role
  FOR EACH ROW EXECUTE FUNCTION write_history('employee_user_role', 'employee', 'employee_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_user_role
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_user_role', 'workgroup', 'workgroup_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON operation
  FOR EACH ROW EXECUTE FUNCTION write_history('operation');

-- A change that waits for a second person: maker and checker are never the same, and nothing is ever deleted.
CREATE TABLE change_request (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object_type text NOT NULL,
  -- Null where the request creates the object.
  object_id   int,
  title       text NOT NULL,
  payload     jsonb NOT NULL,
  -- What people see: {fields: [{label, oldValue, newValue}], added: [{objectType, code}], removed: the same}.
  diff        jsonb NOT NULL,
  -- The version the request was made from: another change in between makes it stale.
  base_version int,
  affected    int NOT NULL DEFAULT 0,
  maker_id    int NOT NULL REFERENCES employee,
  created_at  timestamptz NOT NULL DEFAULT now(),
  status      text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  checker_id  int REFERENCES employee,
  decided_at  timestamptz,
  comment     text NOT NULL DEFAULT '',
  expires_at  timestamptz NOT NULL,
  version     int NOT NULL DEFAULT 1,
  CHECK (checker_id <> maker_id),
  CHECK ((status IN ('APPROVED', 'REJECTED')) = (checker_id IS NOT NULL))
);
CREATE INDEX change_request_waiting ON change_request (status, id DESC);
CREATE UNIQUE INDEX change_request_one ON change_request (object_type, object_id) WHERE status = 'PENDING' AND object_id IS NOT NULL;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON change_request
  FOR EACH ROW EXECUTE FUNCTION write_history('change_request', 'user_role', 'object_id');

-- The operator's active people who may sign in and edit roles. There is always one, by whatever path a right is lost.
CREATE VIEW role_editor AS
  SELECT h.employee_id FROM user_role_operation o
    JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id
    JOIN employee e ON e.id = h.employee_id AND NOT e.not_active AND coalesce(e.login, e.identity_id::text) IS NOT NULL
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active AND 'Ahml' = ANY(p.roles)
    WHERE o.object_type = 'UserRole' AND o.operation = 'Update';

-- One at a time: of two transactions that each take away one of the last two editors the second sees what the first did.
CREATE FUNCTION has_role_editor() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('role_editor'));
  RETURN EXISTS (SELECT FROM role_editor);
END $$;

-- Looks at the end of the transaction; what cannot have taken the right from anybody is let through unseen.
CREATE FUNCTION keep_role_editor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME IN ('employee_user_role', 'workgroup_user_role') THEN
    IF NOT EXISTS (SELECT FROM user_role_operation WHERE user_role_id = OLD.user_role_id
      AND object_type = 'UserRole' AND operation = 'Update') THEN RETURN NULL; END IF;
  ELSIF TG_TABLE_NAME = 'workgroup_employee' THEN
    IF NOT EXISTS (SELECT FROM workgroup_user_role WHERE workgroup_id = OLD.workgroup_id) THEN RETURN NULL; END IF;
  ELSIF TG_TABLE_NAME = 'workgroup' THEN
    IF NOT EXISTS (SELECT FROM workgroup_user_role WHERE workgroup_id = OLD.id) THEN RETURN NULL; END IF;
  ELSIF TG_TABLE_NAME = 'employee' THEN
    IF NOT EXISTS (SELECT FROM role_holder h JOIN user_role_operation o USING (user_role_id)
      WHERE h.employee_id = OLD.id AND o.object_type = 'UserRole' AND o.operation = 'Update') THEN RETURN NULL; END IF;
  END IF;
  IF NOT has_role_editor() THEN
    RAISE EXCEPTION 'The last person who may edit roles would be lost' USING ERRCODE = 'IR001';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE ON employee DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((NEW.not_active AND NOT OLD.not_active) OR NEW.partner_id <> OLD.partner_id
    OR (coalesce(NEW.login, NEW.identity_id::text) IS NULL AND coalesce(OLD.login, OLD.identity_id::text) IS NOT NULL))
  EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE ON partner DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ('Ahml' = ANY(OLD.roles) AND (NEW.not_active OR NOT 'Ahml' = ANY(NEW.roles)))
  EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE ON user_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.is_disabled AND NOT OLD.is_disabled) EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE OR DELETE ON user_role_operation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.object_type = 'UserRole' AND OLD.operation = 'Update') EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE OR DELETE ON employee_user_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE OR DELETE ON workgroup_user_role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE OR DELETE ON workgroup_employee DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION keep_role_editor();
CREATE CONSTRAINT TRIGGER keep_role_editor AFTER UPDATE ON workgroup DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.not_active AND NOT OLD.not_active) EXECUTE FUNCTION keep_role_editor();
