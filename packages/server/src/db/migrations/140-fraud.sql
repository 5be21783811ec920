-- Search for fraud: what the rules found and when, what security said of it, and who was listed after it.
CREATE TABLE fraud_run (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id  int NOT NULL REFERENCES case_file,
  at       timestamptz NOT NULL,
  -- Why it was computed, in words.
  cause    text NOT NULL,
  -- Who opened the page; null: the system.
  asked_by int REFERENCES employee,
  score    int NOT NULL,
  band     text NOT NULL CHECK (band IN ('LOW', 'MEDIUM', 'HIGH')),
  -- Of the signs: a computation that says the same is not kept twice.
  print    text NOT NULL,
  signals  jsonb NOT NULL
);
CREATE INDEX fraud_run_case ON fraud_run (case_id, id DESC);
CREATE TRIGGER tell_case_insert AFTER INSERT ON fraud_run REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''fraud'' FROM touched');

-- A verdict is not changed: a later one stands in its place.
CREATE TABLE fraud_verdict (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id  int NOT NULL REFERENCES case_file,
  run_id   int NOT NULL REFERENCES fraud_run,
  verdict  text NOT NULL CHECK (verdict IN ('NO_FRAUD', 'SUSPECTED', 'CONFIRMED', 'INSUFFICIENT')),
  measures text[] NOT NULL DEFAULT '{}',
  words    text NOT NULL,
  -- Codes of the signs on which it stands.
  signals  text[] NOT NULL DEFAULT '{}',
  said_by  int NOT NULL REFERENCES employee,
  said_at  timestamptz NOT NULL,
  -- The one it supersedes: two people cannot supersede the same one.
  replaces int UNIQUE REFERENCES fraud_verdict
);
CREATE INDEX fraud_verdict_case ON fraud_verdict (case_id, id DESC);
CREATE UNIQUE INDEX fraud_verdict_first ON fraud_verdict (case_id) WHERE replaces IS NULL;
CREATE TRIGGER tell_case_insert AFTER INSERT ON fraud_verdict REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''fraud'' FROM touched');

-- From which verdict an entry of a blacklist came.
CREATE TABLE blacklist_origin (
  entry_id   int PRIMARY KEY REFERENCES blacklist_entry,
  case_id    int NOT NULL REFERENCES case_file,
  verdict_id int NOT NULL REFERENCES fraud_verdict
);
CREATE INDEX blacklist_origin_case ON blacklist_origin (case_id);
CREATE TRIGGER tell_case_insert AFTER INSERT ON blacklist_origin REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''fraud'' FROM touched');
