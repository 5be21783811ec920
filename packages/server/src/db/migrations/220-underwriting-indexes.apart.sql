-- By what employees are known to be one human being.
CREATE INDEX CONCURRENTLY IF NOT EXISTS employee_human ON employee (search_form(last_name || ' ' || first_name));
CREATE INDEX CONCURRENTLY IF NOT EXISTS employee_document_paper ON employee_document ((regexp_replace(number, '\D', '', 'g')))
  WHERE deleted_at IS NULL AND kind = 'OTHER';
ALTER TABLE quality_check VALIDATE CONSTRAINT quality_check_task;
-- Conditions of loans that were issued are looked through for those whose day comes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_condition_after ON case_condition (due_on) WHERE point = 'AFTER_ISSUE' AND due_on IS NOT NULL;
