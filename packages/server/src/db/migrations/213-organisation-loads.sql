-- Files of partners and of employees: what each would change, or has changed. The files themselves are not kept.
CREATE TABLE organisation_load (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  what       text NOT NULL CHECK (what IN ('PARTNERS', 'EMPLOYEES')),
  file_name  text NOT NULL,
  state      text NOT NULL DEFAULT 'CHECKING' CHECK (state IN ('CHECKING', 'READY', 'APPLYING', 'APPLIED', 'FAILED')),
  counts     jsonb NOT NULL DEFAULT '{}',
  reason     text,
  made_by    int NOT NULL REFERENCES employee,
  made_at    timestamptz NOT NULL,
  applied_at timestamptz,
  task_id    int,
  CHECK ((state = 'APPLIED') = (applied_at IS NOT NULL))
);
CREATE INDEX organisation_load_of ON organisation_load (made_by, id DESC);

CREATE TABLE organisation_load_row (
  load_id     int NOT NULL REFERENCES organisation_load ON DELETE CASCADE,
  n           int NOT NULL,
  line        int NOT NULL,
  -- Values by column, as they were typed; emptied when the load is applied.
  cells       jsonb NOT NULL,
  kind        text CHECK (kind IN ('error', 'new', 'changed', 'same')),
  title       text NOT NULL DEFAULT '',
  notes       text[] NOT NULL DEFAULT '{}',
  -- The partner or the person that the row has become.
  object_id   int,
  -- When the person's first password was told or the letter was sent; only of accounts made by the load.
  issued_at   timestamptz,
  PRIMARY KEY (load_id, n)
);
CREATE INDEX organisation_load_row_kind ON organisation_load_row (load_id, kind, n);

-- Accounts of a load are told of on its page: of hundreds of them nobody is notified one by one.
ALTER TABLE employee_account ADD COLUMN quiet boolean NOT NULL DEFAULT false;
