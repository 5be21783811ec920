-- Who prepared a case or sent it for control does not decide the control: the task knows whom it is not for.
ALTER TABLE case_task ADD COLUMN barred_ids int[] NOT NULL DEFAULT '{}';
