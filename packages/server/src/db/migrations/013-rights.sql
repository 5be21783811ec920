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
  -- What people see: [{label, added, removed, oldValue, newValue}].
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
  FOR EACH ROW EXECUTE FUNCTION write_history('change_request');
