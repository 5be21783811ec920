-- A task that was put off comes back by itself, and its history tells so.
CREATE INDEX case_task_follow_up ON case_task (follow_up_at) WHERE open AND follow_up_at IS NOT NULL;
ALTER TABLE case_task_event DROP CONSTRAINT case_task_event_kind_check;
ALTER TABLE case_task_event ADD CONSTRAINT case_task_event_kind_check CHECK (kind IN
  ('CREATED', 'TAKEN', 'RETURNED', 'TRANSFERRED', 'POSTPONED', 'CAME_BACK', 'PRIORITY', 'COMPLETED', 'STOPPED', 'FAILED'));
