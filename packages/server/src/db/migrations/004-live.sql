-- Live events on their way to the browsers. They commit with the change that caused them and are sent on in batches
-- afterwards: NOTIFY inside the change's own transaction would put all commits into one line (a third of the writes).
-- Unlogged: after a crash every listener reconnects and everybody reads again anyway.
CREATE UNLOGGED TABLE live_event (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic   text NOT NULL,
  payload jsonb NOT NULL
);
