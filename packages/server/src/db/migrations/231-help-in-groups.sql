-- Somebody of the bank helps a group until an hour: its tasks are theirs to take, its roles are not.
CREATE TABLE workgroup_help (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workgroup_id int NOT NULL REFERENCES workgroup ON DELETE CASCADE,
  employee_id  int NOT NULL REFERENCES employee,
  started_at   timestamptz NOT NULL,
  until        timestamptz NOT NULL CHECK (until >= started_at),
  reason       text NOT NULL CHECK (length(reason) <= 500),
  given_by     int NOT NULL REFERENCES employee
);
CREATE INDEX workgroup_help_of_person ON workgroup_help (employee_id, until);
CREATE INDEX workgroup_help_of_group ON workgroup_help (workgroup_id, until);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON workgroup_help
  FOR EACH ROW EXECUTE FUNCTION write_history('workgroup_help', 'workgroup', 'workgroup_id');

-- Whose tasks a group's tasks are: its people, and those who help it now. Roles come from membership alone.
CREATE VIEW workgroup_worker AS
  SELECT workgroup_id, employee_id FROM workgroup_employee
  UNION SELECT workgroup_id, employee_id FROM workgroup_help WHERE until > now();
