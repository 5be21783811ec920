-- Leads and short applications: what is kept of them beside their case_file row, under the same id.

CREATE TABLE lead (
  id              int PRIMARY KEY REFERENCES case_file,
  last_name       text COLLATE "ru-x-icu" NOT NULL,
  first_name      text COLLATE "ru-x-icu" NOT NULL,
  middle_name     text COLLATE "ru-x-icu" NOT NULL DEFAULT '',
  sex             text CHECK (sex IN ('MALE', 'FEMALE')),
  birth_date      date,
  -- Ten digits, series and number together.
  passport        text CHECK (passport ~ '^\d{10}$'),
  -- Digits with the country in front.
  phone           text CHECK (phone ~ '^\d{5,15}$'),
  email           text,
  city            text COLLATE "ru-x-icu" NOT NULL DEFAULT '',
  source_code     text,
  comment         text NOT NULL DEFAULT '',
  next_contact_at timestamptz,
  -- The call that the responsible person has been reminded of.
  reminded_for    timestamptz,
  version         int NOT NULL DEFAULT 1,
  name_key        text GENERATED ALWAYS AS (search_form(last_name || ' ' || first_name || ' ' || middle_name)) STORED NOT NULL
);
CREATE INDEX lead_passport ON lead (passport) WHERE passport IS NOT NULL;
CREATE INDEX lead_birth ON lead (birth_date, name_key) WHERE birth_date IS NOT NULL;
CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF last_name, first_name, middle_name, sex, birth_date, passport,
  phone, email, city, source_code, comment, next_contact_at ON lead FOR EACH ROW EXECUTE FUNCTION write_history('lead');

-- The log of attempts to reach a client; a mistaken one is struck out, never removed.
CREATE TABLE lead_contact (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id         int NOT NULL REFERENCES lead,
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  author_id       int NOT NULL REFERENCES employee,
  kind            text NOT NULL CHECK (kind IN ('CALL', 'SMS', 'EMAIL', 'MESSENGER', 'VISIT')),
  outcome         text NOT NULL CHECK (outcome IN ('REACHED', 'CALL_BACK', 'NO_ANSWER', 'BUSY', 'UNAVAILABLE', 'WRONG_NUMBER')),
  comment         text NOT NULL DEFAULT '',
  next_contact_at timestamptz,
  cancelled       boolean NOT NULL DEFAULT false,
  version         int NOT NULL DEFAULT 1
);
CREATE INDEX lead_contact_lead ON lead_contact (lead_id, id DESC);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON lead_contact
  FOR EACH ROW EXECUTE FUNCTION write_history('leadContact', 'lead', 'lead_id');

CREATE TABLE short_application (
  id                   int PRIMARY KEY REFERENCES case_file,
  goal_code            text,
  object_price         numeric(15, 2),
  down_payment         numeric(15, 2),
  months               int CHECK (months BETWEEN 1 AND 600),
  rate                 numeric(8, 4),
  last_name            text COLLATE "ru-x-icu" NOT NULL,
  first_name           text COLLATE "ru-x-icu" NOT NULL,
  middle_name          text COLLATE "ru-x-icu" NOT NULL DEFAULT '',
  sex                  text CHECK (sex IN ('MALE', 'FEMALE')),
  birth_date           date,
  passport             text CHECK (passport ~ '^\d{10}$'),
  phone                text CHECK (phone ~ '^\d{5,15}$'),
  email                text,
  passport_issued_on   date,
  passport_unit_code   text,
  passport_issuer      text NOT NULL DEFAULT '',
  birth_place          text NOT NULL DEFAULT '',
  address              jsonb,
  income               numeric(15, 2),
  obligations          numeric(15, 2),
  employer_name        text COLLATE "ru-x-icu" NOT NULL DEFAULT '',
  employer_inn         text CHECK (employer_inn ~ '^(\d{10}|\d{12})$'),
  salary_bank          text COLLATE "ru-x-icu" NOT NULL DEFAULT '',
  salary_bank_bic      text CHECK (salary_bank_bic ~ '^\d{9}$'),
  source_code          text,
  initial_source_code  text,
  -- Those who borrow together with the client, as the contract's `CoBorrower`.
  co_borrowers         jsonb NOT NULL DEFAULT '[]',
  comment              text NOT NULL DEFAULT '',
  -- Cases that looked like duplicates and were found to be others when this one was made.
  confirmed_duplicates int[] NOT NULL DEFAULT '{}',
  version              int NOT NULL DEFAULT 1,
  name_key             text GENERATED ALWAYS AS
    (search_form(last_name || ' ' || first_name || ' ' || middle_name)) STORED NOT NULL
);
CREATE INDEX short_application_passport ON short_application (passport) WHERE passport IS NOT NULL;
CREATE INDEX short_application_birth ON short_application (birth_date, name_key) WHERE birth_date IS NOT NULL;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON short_application
  FOR EACH ROW EXECUTE FUNCTION write_history('shortApplication');

CREATE TABLE short_consent (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id  int NOT NULL REFERENCES short_application,
  kind            text NOT NULL CHECK (kind IN ('PERSONAL_DATA', 'CREDIT_BUREAU', 'SOCIAL_FUND', 'ADVERTISING')),
  -- Null: the client's own.
  co_borrower_key uuid,
  template_code   text NOT NULL,
  signature       text NOT NULL CHECK (signature IN ('HANDWRITTEN', 'SIMPLE', 'STRONG_QUALIFIED')),
  signed_on       date NOT NULL,
  valid_to        date,
  revoked_on      date,
  document_id     int REFERENCES document,
  version         int NOT NULL DEFAULT 1,
  CHECK (valid_to >= signed_on),
  CHECK (revoked_on >= signed_on)
);
CREATE INDEX short_consent_application ON short_consent (application_id, id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON short_consent
  FOR EACH ROW EXECUTE FUNCTION write_history('shortConsent', 'shortApplication', 'application_id');

-- Requests to the decision engine and what it answered.
CREATE TABLE pre_decision (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id int NOT NULL REFERENCES short_application,
  requested_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the system.
  requested_by   int REFERENCES employee,
  state          text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'APPROVED', 'REJECTED', 'FAILED', 'CANCELLED')),
  attempts       int NOT NULL DEFAULT 0,
  answered_at    timestamptz,
  source         text CHECK (source IN ('SERVICE', 'STAND_IN')),
  -- As the contract's `PreDecision` has them: requestNumber, score, maxAmount, rate, debtLoad, notes.
  answer         jsonb,
  error          text,
  CHECK ((state = 'WAITING') = (answered_at IS NULL))
);
CREATE INDEX pre_decision_application ON pre_decision (application_id, id DESC);
CREATE UNIQUE INDEX pre_decision_waiting ON pre_decision (application_id) WHERE state = 'WAITING';

-- Two cases of one client that somebody has tied together; the smaller id first.
CREATE TABLE case_link (
  case_id    int NOT NULL REFERENCES case_file,
  other_id   int NOT NULL REFERENCES case_file,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by int REFERENCES employee,
  PRIMARY KEY (case_id, other_id),
  CHECK (case_id < other_id)
);
CREATE INDEX case_link_other ON case_link (other_id);

-- The list of applications holds short and full ones together, so its orders are of both.
CREATE INDEX case_list_applications ON case_file (created_at, id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
CREATE INDEX case_list_applications_due ON case_file (coalesce(due_at, 'infinity'), id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
-- Cases without a deadline come last when the latest come first, too.
CREATE INDEX case_list_applications_due_last ON case_file (coalesce(due_at, '-infinity'), id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
-- Of one stage: cases of many stages have no deadline, and would be looked for behind all that have one.
CREATE INDEX case_list_stage_due ON case_file (type, stage, coalesce(due_at, 'infinity'), id)
  WHERE archived_at IS NULL;
CREATE INDEX case_list_applications_amount ON case_file (coalesce(amount, 0), id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
CREATE INDEX case_list_applications_client ON case_file (client_name, id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
CREATE INDEX case_manager_change_from ON case_manager_change (from_id, case_id) WHERE from_id IS NOT NULL;
-- «Мои» and «Группы» of the lists hold closed cases too, which the indexes of open work leave out.
CREATE INDEX case_file_of_responsible ON case_file (responsible_id, id) WHERE responsible_id IS NOT NULL;
CREATE INDEX case_file_of_workgroup ON case_file (workgroup_id, id) WHERE workgroup_id IS NOT NULL;
