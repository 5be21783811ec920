-- A category that few clients are of is looked for among few rows: without it the journal passes all the others in its order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_list_decided_categories ON case_file USING gin (client_categories)
  WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND archived_at IS NULL;
