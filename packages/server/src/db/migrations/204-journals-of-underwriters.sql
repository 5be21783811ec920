-- The journals of underwriters at a million of applications.

-- «Возвращённые»: those who were ever sent back are few of all stays on all stages.
CREATE INDEX case_stage_returned ON case_stage (case_id) WHERE left_at IS NOT NULL
  AND action IN ('returnForRework', 'returnToUnderwriter', 'reviewDecision', 'reconsider') AND stage <> 'DOCS_CHECK';

-- What is opened from the statistics of a year stands in the archive and outside of it: both in one order.
CREATE INDEX case_file_decided ON case_file (created_at, id) WHERE type IN ('FULL_APPLICATION', 'LOAN_APPLICATION');
