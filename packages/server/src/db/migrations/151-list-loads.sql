-- Files loaded into the blacklists, and versions of the authority's list of 115-ФЗ: what the file says row by row, what it
-- would change, who loaded it and who agreed.
CREATE TABLE list_load (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target      text NOT NULL CHECK (target IN ('authority', 'individuals', 'legalPersons', 'phones')),
  file_name   text NOT NULL,
  file_key    text NOT NULL,
  state       text NOT NULL DEFAULT 'CHECKING'
    CHECK (state IN ('CHECKING', 'READY', 'REQUESTED', 'APPLYING', 'ACTIVE', 'REPLACED', 'FAILED')),
  -- The day that the authority's list is of.
  list_date   date,
  counts      jsonb NOT NULL DEFAULT '{}',
  reason      text,
  made_by     int NOT NULL REFERENCES employee,
  made_at     timestamptz NOT NULL,
  approved_by int REFERENCES employee,
  approved_at timestamptz,
  task_id     int NOT NULL DEFAULT 0,
  -- The version that acted when the file was compared; null: none did.
  base_id     int REFERENCES list_load,
  CHECK (made_by <> approved_by),
  CHECK (state NOT IN ('APPLYING', 'ACTIVE', 'REPLACED') OR approved_by IS NOT NULL)
);
CREATE INDEX list_load_target ON list_load (target, id DESC);
CREATE UNIQUE INDEX list_load_authority ON list_load (target) WHERE target = 'authority' AND state = 'ACTIVE';

CREATE TABLE list_load_row (
  id      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  load_id int NOT NULL REFERENCES list_load,
  -- Null: of the version before, absent from the file.
  line    int,
  kind    text NOT NULL CHECK (kind IN ('error', 'new', 'changed', 'gone', 'duplicate', 'same')),
  list    text NOT NULL CHECK (list IN ('individuals', 'legalPersons', 'phones')),
  -- The authority's own number.
  number  text,
  title   text NOT NULL,
  -- What is stored: `{data}` of the authority's list, the facts of an entry of the bank's own.
  data    jsonb NOT NULL DEFAULT '{}',
  notes   text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX list_load_row_kind ON list_load_row (load_id, kind, id);
CREATE INDEX list_load_row_number ON list_load_row (load_id, number) WHERE number IS NOT NULL;

-- Open cases that a new version of the authority's list has to be tried on.
CREATE TABLE authority_retro (
  load_id  int PRIMARY KEY REFERENCES list_load,
  asked_at timestamptz NOT NULL
);
