-- Journals of underwriting: what stands out in an application is looked for among few rows.
CREATE INDEX auto_check_stops ON auto_check (case_id) WHERE state = 'FAIL' OR state = 'WARN' AND code LIKE 'BLACKLIST%';
CREATE INDEX case_stage_suspected ON case_stage (case_id) WHERE stage = 'FRAUD_CHECK';
-- Both products together in the orders of the combined journal.
CREATE INDEX case_list_decided ON case_file (created_at, id) INCLUDE (type, stage)
  WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND archived_at IS NULL;
CREATE INDEX case_list_decided_due ON case_file (coalesce(due_at, 'infinity'), id) INCLUDE (type, stage)
  WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') AND archived_at IS NULL;
-- Mortgages alone: the list of applications holds short ones too.
CREATE INDEX case_list_mortgages_due ON case_file (coalesce(due_at, 'infinity'), id) INCLUDE (stage)
  WHERE type = 'FULL_APPLICATION' AND archived_at IS NULL;
