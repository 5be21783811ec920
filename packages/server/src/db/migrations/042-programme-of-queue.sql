-- The code of a programme goes from the queue to the case: the lists filter by it. Who hands an application in checks it.
ALTER TABLE application ADD COLUMN programme_code text;

CREATE OR REPLACE FUNCTION cases_of_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH opened AS (
    INSERT INTO case_file (id, type, number, partner_id, region_code, programme_code, programme, client_name, stage, stage_since,
        due_at, closed, archived_at, created_at)
    SELECT q.id, 'FULL_APPLICATION', q.number, q.partner_id, q.region_code, q.programme_code, q.programme, q.client_name, s.stage,
      coalesce(s.since, q.received_at), CASE WHEN q.closed_at IS NULL THEN q.due_at END, s.stage = 'ARCHIVE',
      CASE WHEN s.stage = 'ARCHIVE' THEN s.since END, q.received_at
    FROM queued q, LATERAL stage_of_queued(q.closed_at, q.status_code) s
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
    INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, state, created_at, taken_at, due_at)
    SELECT o.id, 'FULL_APPLICATION', o.partner_id, o.stage, 'Проверить комплект', 'Check', v.employee_id,
      CASE WHEN v.id IS NULL THEN 'IDLE' ELSE 'RUNNING' END, o.stage_since, q.assigned_at, o.due_at
    FROM opened o JOIN queued q ON q.id = o.id LEFT JOIN approver v ON v.id = q.approver_id
    WHERE o.stage = 'DOCS_CHECK' RETURNING id, case_id, created_at, assignee_id)
  INSERT INTO case_task_event (task_id, case_id, at, kind, assignee_id)
    SELECT id, case_id, created_at, 'CREATED', assignee_id FROM tasks;
  RETURN NULL;
END $$;

-- What came in before: by the names of the dictionaries and by those that other systems have used so far.
CREATE TEMP TABLE known_programme ON COMMIT DROP AS
  SELECT 'FULL_APPLICATION' AS type, replace(lower(name), 'ё', 'е') AS name, code FROM reference_item WHERE dictionary = 'product/type'
  UNION SELECT 'LOAN_APPLICATION', replace(lower(name), 'ё', 'е'), code FROM reference_item WHERE dictionary = 'cashLoan/productType'
  UNION SELECT 'FULL_APPLICATION', a.name, a.code FROM (VALUES ('новостройка', '1'), ('вторичный рынок', '2'),
    ('семейная ипотека для военнослужащих', '6'), ('ит-ипотека', '106'), ('дальневосточная ипотека', '107'),
    ('арктическая ипотека', '107')) AS a (name, code);
UPDATE case_file f SET programme_code = k.code FROM known_programme k
  WHERE f.programme_code IS NULL AND f.type = k.type AND replace(lower(trim(f.programme)), 'ё', 'е') = k.name;
UPDATE application a SET programme_code = f.programme_code FROM case_file f
  WHERE f.id = a.id AND f.programme_code IS NOT NULL;

-- What came by day, for a partner as for the bank: counted from the index alone.
CREATE INDEX case_file_days ON case_file (created_at) INCLUDE (partner_id, type) WHERE archived_at IS NULL;
