-- Roles that a group gives, and who joins a group that gives them, are decided on by a second person too; the history of
-- such a request stands with that of the group.
CREATE TRIGGER write_history_of_workgroup AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type IN ('workgroup_roles', 'workgroup_members'))
  EXECUTE FUNCTION write_history('change_request', 'workgroup', 'object_id');
