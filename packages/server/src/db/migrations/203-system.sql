-- Running copies of the server: each says every few seconds that it lives.
CREATE TABLE system_process (
  id         uuid PRIMARY KEY,
  host       text NOT NULL,
  pid        int NOT NULL,
  version    text NOT NULL,
  node       text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);
-- The last answers of an outside service, of whichever process asked.
CREATE TABLE service_answer (
  service      text PRIMARY KEY,
  succeeded_at timestamptz,
  failed_at    timestamptz,
  failure      text,
  CHECK ((failed_at IS NULL) = (failure IS NULL))
);
-- Who has had a job tried again whose every attempt had failed.
CREATE TABLE job_retry (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id     uuid NOT NULL,
  queue      text NOT NULL,
  actor_id   int NOT NULL REFERENCES employee,
  retried_at timestamptz NOT NULL DEFAULT now()
);

-- Whoever administers a bank that works already sees to the system too.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Admin', n.operation FROM user_role r
  CROSS JOIN unnest(ARRAY['ReadSystem', 'RetryJobs']) n (operation)
  WHERE r.code = 'ADMINISTRATOR' ON CONFLICT DO NOTHING;
