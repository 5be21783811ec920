-- Orders of the combined journal by what the engine said and by whose client it is; filters by the engine read the first too.
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_list_decided_engine ON case_file (coalesce(engine_result, ''), id) INCLUDE (type, stage)
  WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND archived_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS case_list_decided_category ON case_file (coalesce(client_categories, '{}'), id) INCLUDE (type, stage)
  WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND archived_at IS NULL;
