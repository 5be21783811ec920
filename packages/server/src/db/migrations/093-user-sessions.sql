-- Sessions as the product sees them: by which device and from where somebody works, and since when.
CREATE TABLE user_session (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As tokens of the identity server name it.
  sid          text NOT NULL UNIQUE CHECK (length(sid) <= 300),
  employee_id  int NOT NULL REFERENCES employee,
  -- The account in the identity server.
  sub          text NOT NULL CHECK (length(sub) <= 300),
  device       text NOT NULL,
  address      text NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT now(),
  -- Written at most once a minute.
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Ended from here, by the person or by whoever administers them.
  ended_at     timestamptz
);
CREATE INDEX user_session_employee ON user_session (employee_id, last_seen_at DESC);
CREATE INDEX user_session_age ON user_session (last_seen_at);

CREATE TRIGGER write_history AFTER UPDATE ON user_session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION write_history('user_session', 'employee', 'employee_id');
