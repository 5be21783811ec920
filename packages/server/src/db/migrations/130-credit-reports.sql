-- Reports of bureaus of credit histories: what was asked under which consent, what came, the report itself sealed.
CREATE TABLE credit_report (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bureau         text NOT NULL CHECK (bureau IN ('NBKI', 'OKB', 'SCORING')),
  -- Of whom: a report serves other applications of the same human being while it is fresh.
  person_id      int REFERENCES person,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  number         text NOT NULL,
  report_date    date NOT NULL,
  received_at    timestamptz NOT NULL,
  -- What was read of it, in one form for all bureaus; of the closed part the days of enquiries alone.
  content        jsonb NOT NULL,
  -- Tags that no parser knows, with how often they stand there.
  unknown_tags   jsonb NOT NULL DEFAULT '[]',
  encoding       text NOT NULL,
  size           int NOT NULL,
  -- AES-256-GCM: nonce, tag, hidden bytes; bound to the idempotency key of the request that brought it.
  sealed         bytea NOT NULL,
  sealed_for     text NOT NULL,
  key_id         text NOT NULL,
  stand_in       boolean NOT NULL
);
CREATE INDEX credit_report_person ON credit_report (person_id, bureau, received_at DESC);
CREATE INDEX credit_report_case ON credit_report (case_id);

CREATE TABLE credit_report_request (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  bureau         text NOT NULL CHECK (bureau IN ('NBKI', 'OKB', 'SCORING')),
  -- Null: the automatic checks.
  requested_by   int REFERENCES employee,
  -- Why a person asked again while a report was fresh.
  reason         text NOT NULL DEFAULT '',
  stage          text NOT NULL,
  requested_at   timestamptz NOT NULL,
  -- The consent by which it was asked, and its last day.
  consent_on     date NOT NULL,
  consent_to     date NOT NULL,
  state          text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'ANSWERED', 'FAILED')),
  answered_at    timestamptz,
  attempts       int NOT NULL DEFAULT 0,
  duration_ms    int,
  error          text,
  -- Roubles; a report that came before costs nothing again.
  cost           numeric(12, 2) NOT NULL DEFAULT 0,
  report_id      int REFERENCES credit_report,
  reused         boolean NOT NULL DEFAULT false,
  stand_in       boolean NOT NULL DEFAULT false,
  CHECK ((state = 'WAITING') = (answered_at IS NULL)),
  CHECK ((state = 'ANSWERED') = (report_id IS NOT NULL)),
  CHECK ((state = 'FAILED') = (error IS NOT NULL)),
  CHECK (consent_to >= consent_on)
);
CREATE INDEX credit_report_request_case ON credit_report_request (case_id, participant_id, bureau, id DESC);
CREATE INDEX credit_report_request_report ON credit_report_request (report_id);
CREATE UNIQUE INDEX credit_report_request_waiting ON credit_report_request (participant_id, bureau) WHERE state = 'WAITING';

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['INSERT', 'UPDATE'] LOOP
    EXECUTE format('CREATE TRIGGER tell_case_%s AFTER %s ON credit_report_request REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(''SELECT case_id, ''''bureaus'''' FROM touched'')', lower(name), name);
  END LOOP;
END $$;

-- Raw reports and the exchange with bureaus in a bank that works already: its administrators.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT id, 'Underwriting', 'BureauExchange' FROM user_role WHERE code = 'ADMINISTRATOR' ON CONFLICT DO NOTHING;
