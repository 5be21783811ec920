-- Underwriters are a department of their own: a case that comes to underwriting takes a place in their queue as it had one in
-- the queue of the check. One row is one place at a time; whoever had the case before stays in `assignment`.
ALTER TABLE approver DROP CONSTRAINT approver_type_check;
ALTER TABLE approver ADD CONSTRAINT approver_type_check CHECK (type IN ('oic', 'nis', 'uw'));
ALTER TABLE application DROP CONSTRAINT application_type_check;
ALTER TABLE application ADD CONSTRAINT application_type_check CHECK (type IN ('oic', 'nis', 'uw'));
CREATE INDEX approver_levels_uw ON approver USING gin (level_codes) WHERE type = 'uw';
CREATE INDEX approver_regions_uw ON approver USING gin (region_codes) WHERE type = 'uw';
CREATE INDEX approver_partners_uw ON approver USING gin (partner_ids) WHERE type = 'uw';

-- The task of the stage in which the case stands is with whoever has its place in the queue, whichever the stage is.
CREATE OR REPLACE FUNCTION task_follows_approver() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  WITH task AS (
    UPDATE case_task t SET assignee_id = v.employee_id, state = CASE WHEN v.id IS NULL THEN 'IDLE' ELSE 'RUNNING' END,
      taken_at = n.assigned_at, version = t.version + 1
    FROM after_update n JOIN before_update o ON o.id = n.id JOIN case_file f ON f.id = n.id
      LEFT JOIN approver v ON v.id = n.approver_id
    WHERE n.closed_at IS NULL AND t.case_id = n.id AND t.stage = f.stage AND t.open
      AND (n.approver_id IS DISTINCT FROM o.approver_id OR o.closed_at IS NOT NULL)
      AND t.assignee_id IS DISTINCT FROM v.employee_id
    RETURNING t.id, t.case_id, t.assignee_id)
  INSERT INTO case_task_event (task_id, case_id, kind, actor_id, assignee_id)
    SELECT id, case_id, CASE WHEN assignee_id IS NULL THEN 'RETURNED' ELSE 'TRANSFERRED' END,
      nullif(current_setting('app.actor_id', true), '')::int, assignee_id FROM task;
  -- The work of a partner may be handed over to another.
  UPDATE case_file f SET partner_id = n.partner_id, version = f.version + 1
    FROM after_update n JOIN before_update o ON o.id = n.id
    WHERE n.partner_id <> o.partner_id AND f.id = n.id AND f.partner_id <> n.partner_id;
  RETURN NULL;
END $$;

-- And the other way round: a task of underwriting may be taken, handed over and given back, and its place follows. Whoever is
-- not of the department takes the case out of its queue.
-- Held by a distribution of underwriting for as long as it lasts: the number of the department is that of the program.
CREATE FUNCTION lock_underwriters() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(7331, 3) $$;

CREATE FUNCTION place_follows_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place application%ROWTYPE;
  receiver int;
  actor int := nullif(current_setting('app.actor_id', true), '')::int;
BEGIN
  SELECT * INTO place FROM application WHERE id = NEW.case_id AND type = 'uw' AND closed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT id INTO receiver FROM approver WHERE type = 'uw' AND employee_id = NEW.assignee_id;
  IF place.approver_id IS NOT DISTINCT FROM receiver AND (NEW.assignee_id IS NULL OR receiver IS NOT NULL) THEN RETURN NULL; END IF;
  UPDATE approver_workload SET open_count = open_count - 1 WHERE approver_id = place.approver_id;
  IF NEW.assignee_id IS NOT NULL AND receiver IS NULL THEN
    UPDATE application SET closed_at = clock_timestamp(), unassigned_reasons = NULL, version = version + 1 WHERE id = place.id;
    INSERT INTO assignment (application_id, kind, approver_id, actor_id) VALUES (place.id, 'CLOSED', place.approver_id, actor);
    RETURN NULL;
  END IF;
  UPDATE application SET approver_id = receiver, unassigned_reasons = NULL, version = version + 1,
    assigned_at = CASE WHEN receiver IS NOT NULL THEN clock_timestamp() END WHERE id = place.id;
  UPDATE approver_workload SET open_count = open_count + 1, last_assigned_at = clock_timestamp() WHERE approver_id = receiver;
  INSERT INTO assignment (application_id, kind, approver_id, previous_approver_id, rule, actor_id)
    VALUES (place.id, CASE WHEN receiver IS NULL THEN 'UNASSIGNED' WHEN place.approver_id IS NULL THEN 'ASSIGNED' ELSE 'REASSIGNED' END,
      receiver, place.approver_id, CASE WHEN receiver IS NOT NULL THEN 'manual' END, actor);
  RETURN NULL;
END $$;
CREATE TRIGGER place_follows_task AFTER UPDATE OF assignee_id ON case_task FOR EACH ROW
  WHEN (NEW.open AND NEW.stage IS NOT NULL AND NEW.assignee_id IS DISTINCT FROM OLD.assignee_id)
  EXECUTE FUNCTION place_follows_task();

-- Whoever leads the work of the departments of the check, or of underwriting, leads that of underwriters too.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT user_role_id, 'EmployeeUnderwriting', operation FROM user_role_operation
    WHERE object_type = 'EmployeeOic' AND user_role_id IN (
      SELECT user_role_id FROM user_role_operation WHERE object_type = 'Underwriting' AND operation = 'UndMenuManagingEmployees')
  UNION SELECT user_role_id, 'EmployeeUnderwriting', unnest(ARRAY['Read', 'Update', 'Export']) FROM user_role_operation
    WHERE object_type = 'Underwriting' AND operation = 'UpdateAuthority'
  ON CONFLICT DO NOTHING;
