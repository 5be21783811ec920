-- What a process does: a version that knows of no roles does all.
ALTER TABLE system_process ADD COLUMN role text NOT NULL DEFAULT 'ALL' CHECK (role IN ('ALL', 'WEB', 'WORKER'));
