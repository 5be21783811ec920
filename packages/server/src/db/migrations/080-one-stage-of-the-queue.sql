-- A place in the approvers' queue has no state of its own: where the application stands, its case says. What another
-- system calls the state is kept apart, as that system's word; of what the bank's own people send there is none.
ALTER TABLE application RENAME COLUMN status_code TO outside_status;
ALTER TABLE application ALTER COLUMN outside_status DROP NOT NULL;
UPDATE application SET outside_status = NULL WHERE intake_hash IS NULL;

-- Approvers of НИС take applications by the stage: what they took as «На андеррайтинге» is the check of the set.
INSERT INTO reference_item (dictionary, code, name, sort_order)
  SELECT dictionary, 'DOCS_CHECK', 'Проверка комплекта', sort_order FROM reference_item
  WHERE dictionary = 'loanApplicationStatus' AND code = 'FULL_APP'
  ON CONFLICT DO NOTHING;
UPDATE approver SET status_codes = array_prepend('DOCS_CHECK', status_codes), version = version + 1
  WHERE type = 'nis' AND 'UNDERWRITING' = ANY(status_codes) AND NOT 'DOCS_CHECK' = ANY(status_codes);

-- An application that came in without a word about its state is open; one that came in closed was approved.
CREATE OR REPLACE FUNCTION stage_of_queued(closed_at timestamptz, status_code text) RETURNS TABLE (stage text, since timestamptz)
  LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN closed_at IS NULL THEN 'DOCS_CHECK' WHEN closed_at < now() - o.term THEN 'ARCHIVE'
      WHEN o.stage = 'APPROVED' AND closed_at < now() - interval '90 days' THEN 'EXPIRED' ELSE o.stage END,
    CASE WHEN closed_at < now() - o.term THEN closed_at + o.term
      WHEN o.stage = 'APPROVED' AND closed_at < now() - interval '90 days' THEN closed_at + interval '90 days'
      ELSE closed_at END
  FROM (SELECT CASE WHEN status_code IN ('REJECTED', 'CLIENT_REFUSED', 'EXPIRED') THEN status_code ELSE 'APPROVED' END AS stage,
    CASE WHEN status_code IN ('REJECTED', 'CLIENT_REFUSED', 'EXPIRED') THEN interval '30 days' ELSE interval '120 days' END
      AS term) o
$$;

-- Who hands an application in is the one who sent it: they do not check it.
CREATE OR REPLACE FUNCTION cases_of_queue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sender int := nullif(current_setting('app.actor_id', true), '')::int;
BEGIN
  WITH opened AS (
    INSERT INTO case_file (id, type, number, partner_id, region_code, programme_code, programme, client_name, stage, stage_since,
        due_at, closed, archived_at, created_at, created_by)
    SELECT q.id, 'FULL_APPLICATION', q.number, q.partner_id, q.region_code, q.programme_code, q.programme, q.client_name, s.stage,
      coalesce(s.since, q.received_at), CASE WHEN q.closed_at IS NULL THEN q.due_at END, s.stage = 'ARCHIVE',
      CASE WHEN s.stage = 'ARCHIVE' THEN s.since END, q.received_at, sender
    FROM queued q, LATERAL stage_of_queued(q.closed_at, q.outside_status) s
    ON CONFLICT (id) DO NOTHING RETURNING id, stage, stage_since, due_at, partner_id),
  stages AS (
    INSERT INTO case_stage (case_id, stage, entered_at) SELECT id, stage, stage_since FROM opened),
  -- What came in decided already still leaves its stage by itself.
  timers AS (
    INSERT INTO case_timer (case_id, action, fire_at)
    SELECT id, CASE stage WHEN 'APPROVED' THEN 'expire' ELSE 'closeByTerm' END,
      stage_since + CASE stage WHEN 'APPROVED' THEN interval '90 days' ELSE interval '30 days' END
    FROM opened WHERE stage IN ('APPROVED', 'REJECTED', 'CLIENT_REFUSED', 'EXPIRED')),
  clocks AS (
    INSERT INTO case_clock (case_id, stage, target_minutes, running_since, due_at, segments)
    SELECT id, stage, 120, stage_since, due_at, jsonb_build_array(jsonb_build_object(
      'kind', 'RUN', 'stage', stage, 'from', stage_since, 'to', NULL, 'minutes', 0))
    FROM opened WHERE stage = 'DOCS_CHECK'),
  tasks AS (
    INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, state, created_at, taken_at, due_at,
      barred_ids)
    SELECT o.id, 'FULL_APPLICATION', o.partner_id, o.stage, 'Проверить комплект', 'Check', v.employee_id,
      CASE WHEN v.id IS NULL THEN 'IDLE' ELSE 'RUNNING' END, o.stage_since, q.assigned_at, o.due_at,
      CASE WHEN sender IS NULL THEN '{}' ELSE ARRAY[sender] END
    FROM opened o JOIN queued q ON q.id = o.id LEFT JOIN approver v ON v.id = q.approver_id
    WHERE o.stage = 'DOCS_CHECK' RETURNING id, case_id, created_at, assignee_id)
  INSERT INTO case_task_event (task_id, case_id, at, kind, assignee_id)
    SELECT id, case_id, created_at, 'CREATED', assignee_id FROM tasks;
  RETURN NULL;
END $$;

-- Who was responsible is told from the first one on: cases that were written with somebody at once lack the beginning.
INSERT INTO case_manager_change (case_id, at, actor_id, to_id, workgroup_id)
  SELECT f.id, f.created_at, f.created_by, coalesce(c.from_id, f.responsible_id), CASE WHEN c.id IS NULL THEN f.workgroup_id END
  FROM case_file f LEFT JOIN LATERAL (SELECT m.id, m.from_id FROM case_manager_change m
    WHERE m.case_id = f.id ORDER BY m.at, m.id LIMIT 1) c ON true
  WHERE CASE WHEN c.id IS NULL THEN f.responsible_id ELSE c.from_id END IS NOT NULL;
