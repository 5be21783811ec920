-- Tasks beside the stages are few among those of the stages: a list of one kind finds them without reading the others.
CREATE INDEX case_task_kind ON case_task (kind, due_at, id) WHERE open AND stage IS NULL;
