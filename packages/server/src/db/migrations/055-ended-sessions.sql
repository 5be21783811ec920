-- Sessions of the identity server that have ended while their access tokens have not: such tokens open nothing.
CREATE TABLE ended_session (
  -- `sid:…` one session; `sub:…` every session of an account that began before.
  key        text PRIMARY KEY CHECK (length(key) <= 300),
  -- Of an account: tokens issued up to this second are dead, those of a later sign-in live.
  ended_at   timestamptz NOT NULL,
  -- By then the last token of the session has expired by itself.
  kept_until timestamptz NOT NULL
);
CREATE INDEX ended_session_age ON ended_session (kept_until);

-- Logout tokens of the identity server that were taken: each is taken once.
CREATE TABLE taken_logout_token (
  jti        text PRIMARY KEY CHECK (length(jti) <= 300),
  kept_until timestamptz NOT NULL
);
CREATE INDEX taken_logout_token_age ON taken_logout_token (kept_until);

CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended',
    json_build_object('key', NEW.key, 'endedAt', floor(extract(epoch FROM NEW.ended_at)))::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_session_ended AFTER INSERT OR UPDATE ON ended_session
  FOR EACH ROW EXECUTE FUNCTION tell_session_ended();

-- The one way to end a session. A day is longer than any access token lives: sessions themselves end after ten hours.
CREATE FUNCTION end_session(session_key text, at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ended_session AS known (key, ended_at, kept_until)
  VALUES (session_key, at, now() + interval '24 hours')
  ON CONFLICT (key) DO UPDATE SET ended_at = greatest(known.ended_at, excluded.ended_at),
    kept_until = excluded.kept_until
$$;
