-- Copies of the bank, as the commands that make them note it: the server only reads when the last good one was.
CREATE TABLE backup_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('FULL', 'LOG', 'REHEARSAL')),
  name text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'GOOD', 'FAILED')),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- Everything committed by then is in the copy.
  until timestamptz,
  bytes bigint,
  CHECK ((state = 'RUNNING') = (finished_at IS NULL)),
  CHECK (state <> 'GOOD' OR until IS NOT NULL)
);
CREATE INDEX backup_run_good ON backup_run (until DESC) WHERE state = 'GOOD';

-- When administrators were told last that there is no fresh copy: once a day is enough.
CREATE TABLE backup_warning (
  day date PRIMARY KEY,
  told_at timestamptz NOT NULL DEFAULT now()
);
