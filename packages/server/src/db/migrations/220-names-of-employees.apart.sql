-- By what employees are known to be one human being.
CREATE INDEX CONCURRENTLY IF NOT EXISTS employee_human ON employee (search_form(last_name || ' ' || first_name));
CREATE INDEX CONCURRENTLY IF NOT EXISTS employee_document_paper ON employee_document ((regexp_replace(number, '\D', '', 'g')))
  WHERE deleted_at IS NULL AND kind = 'OTHER';
