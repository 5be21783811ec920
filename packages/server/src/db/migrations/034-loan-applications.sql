-- Consumer-loan applications: what was fixed when the terms were signed, and questions about self-bans.
CREATE TABLE loan_application (
  id            int PRIMARY KEY REFERENCES case_file,
  -- Fixed at signing: later changes of rules or of a slip of data move no release.
  signed_at     timestamptz,
  cooling_hours int CHECK (cooling_hours IN (0, 4, 48)),
  exemption     text,
  reason        text NOT NULL DEFAULT '',
  -- The loan may be issued from this moment on.
  release_at    timestamptz,
  version       int NOT NULL DEFAULT 1,
  CHECK ((signed_at IS NULL) = (release_at IS NULL)),
  CHECK (release_at = signed_at + make_interval(hours => cooling_hours))
);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON loan_application
  FOR EACH ROW EXECUTE FUNCTION write_history('loanApplication');

-- One question about one person to the bureaus of credit histories; what was answered is evidence and stays.
CREATE TABLE self_ban_check (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  state          text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'CLEAR', 'BANNED', 'FAILED')),
  requested_at   timestamptz NOT NULL,
  requested_by   int REFERENCES employee,
  answered_at    timestamptz,
  valid_until    timestamptz,
  attempts       int NOT NULL DEFAULT 0,
  bureaus        jsonb NOT NULL DEFAULT '[]',
  stand_in       boolean NOT NULL DEFAULT false,
  CHECK ((state = 'PENDING') = (answered_at IS NULL)),
  CHECK ((state = 'CLEAR') = (valid_until IS NOT NULL))
);
CREATE INDEX self_ban_check_case ON self_ban_check (case_id, participant_id, id DESC);
-- Two presses of a button ask once.
CREATE UNIQUE INDEX self_ban_check_pending ON self_ban_check (participant_id) WHERE state = 'PENDING';
