-- Requests for a second person are of several kinds: roles, roles of people, access to their accounts, feature toggles.
ALTER TABLE change_request
  -- Of an approved access: when its maker has used it.
  ADD COLUMN used_at timestamptz;
CREATE INDEX change_request_grant ON change_request (object_id, maker_id)
  WHERE object_type = 'employee_account' AND status = 'APPROVED' AND used_at IS NULL;

-- The history of a request stands with that of what it changes.
DROP TRIGGER write_history ON change_request;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type = 'user_role') EXECUTE FUNCTION write_history('change_request', 'user_role', 'object_id');
CREATE TRIGGER write_history_of_employee AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type IN ('employee_roles', 'employee_account'))
  EXECUTE FUNCTION write_history('change_request', 'employee', 'object_id');
CREATE TRIGGER write_history_of_toggle AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type = 'feature_toggle') EXECUTE FUNCTION write_history('change_request', 'featureToggle', 'object_id');
CREATE TRIGGER write_history_of_deletion AFTER DELETE ON change_request
  FOR EACH ROW EXECUTE FUNCTION write_history('change_request', 'user_role', 'object_id');

-- Whether two rows of employees are, for all that is known, one person: a second account is no second person.
CREATE FUNCTION same_person(one int, other int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT one = other OR EXISTS (
    SELECT FROM employee a, employee b WHERE a.id = one AND b.id = other
      AND search_form(a.last_name || ' ' || a.first_name) = search_form(b.last_name || ' ' || b.first_name)
      AND (coalesce(a.middle_name, '') = '' OR coalesce(b.middle_name, '') = ''
        OR search_form(a.middle_name) = search_form(b.middle_name))
      AND (a.birth_date IS NULL OR b.birth_date IS NULL OR a.birth_date = b.birth_date))
$$;
