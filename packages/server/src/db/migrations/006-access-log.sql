-- Who took data out of the system, when and which: may be added to and read, never changed.
CREATE TABLE access_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id    int  NOT NULL REFERENCES employee,
  request_id  text,
  action      text NOT NULL CHECK (action IN ('EXPORT')),
  object_type text NOT NULL,
  -- How many rows went out, by which filter, in which columns and format.
  row_count   int  NOT NULL,
  details     jsonb NOT NULL
);
CREATE INDEX access_event_actor ON access_event (actor_id, id DESC);
