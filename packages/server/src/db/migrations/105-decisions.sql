-- What a person may approve alone, from a day to a day. Rows come by requests that a second person has approved; nothing of
-- one changes but that it is taken back.
CREATE TABLE decision_authority (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id       int NOT NULL REFERENCES employee,
  product           text NOT NULL CHECK (product IN ('MORTGAGE', 'CASH_LOAN')),
  -- Empty: every region.
  regions           text[] NOT NULL DEFAULT '{}',
  -- A bound that is null does not bind.
  max_exposure      numeric(15, 2) CHECK (max_exposure > 0),
  max_loan_to_value numeric(7, 4) CHECK (max_loan_to_value > 0),
  max_debt_load     numeric(7, 4) CHECK (max_debt_load > 0),
  deviations        text[] NOT NULL DEFAULT '{}',
  valid_from        date NOT NULL,
  valid_to          date CHECK (valid_to >= valid_from),
  created_at        timestamptz NOT NULL DEFAULT now(),
  change_request_id int REFERENCES change_request,
  withdrawn_at      timestamptz
);
CREATE INDEX decision_authority_employee ON decision_authority (employee_id, product) WHERE withdrawn_at IS NULL;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON decision_authority
  FOR EACH ROW EXECUTE FUNCTION write_history('decision_authority', 'employee', 'employee_id');

-- Decisions on cases. A row never changes: a later one takes its place, and each carries the hash of the one before it.
CREATE TABLE case_decision (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id          int NOT NULL REFERENCES case_file,
  at               timestamptz NOT NULL,
  -- Null: the system, or another one.
  author_id        int REFERENCES employee,
  level            text NOT NULL CHECK (level IN ('SYSTEM', 'UNDERWRITER', 'SECURITY', 'HEAD', 'COMMITTEE', 'OUTSIDE')),
  outcome          text NOT NULL CHECK (outcome IN ('APPROVE', 'REJECT', 'ESCALATE', 'REVOKE')),
  stage            text NOT NULL,
  action           text NOT NULL,
  amount           numeric(15, 2) CHECK (amount > 0),
  term_months      int CHECK (term_months > 0),
  rate             numeric CHECK (rate >= 0),
  payment          numeric(20, 2),
  -- Shares have no bound: of an income of a rouble ПДН is millions of percent, and the refusal is recorded all the same.
  full_loan_cost   numeric,
  debt_load_before numeric,
  debt_load        numeric,
  loan_to_value    numeric,
  exposure         numeric(20, 2),
  authority_id     int REFERENCES decision_authority,
  valid_to         date,
  -- Codes of `underwritingDecisionsType`.
  reasons          text[] NOT NULL DEFAULT '{}',
  client_text      text NOT NULL DEFAULT '',
  comment          text NOT NULL DEFAULT '',
  deviations       text[] NOT NULL DEFAULT '{}',
  -- Versions of the methods and everything that was known: the questionnaire, the checks, the others' loans.
  snapshot         jsonb NOT NULL DEFAULT '{}',
  -- By whose hand another system's word came.
  handed_in_by     int REFERENCES employee,
  request_id       text,
  prev_hash        text,
  hash             text NOT NULL,
  -- Nobody is approved alone without a measure of it.
  CHECK (outcome <> 'APPROVE' OR level IN ('SYSTEM', 'OUTSIDE', 'COMMITTEE') OR authority_id IS NOT NULL),
  CHECK ((author_id IS NULL) = (level IN ('SYSTEM', 'OUTSIDE'))),
  CHECK (handed_in_by IS NULL OR level = 'OUTSIDE')
);
CREATE INDEX case_decision_case ON case_decision (case_id, id DESC);

-- Also what the chain is checked by: a row that does not give its own hash, or does not name the one before, was tampered with.
-- The moment is taken as seconds: its text depends on the zone of whoever asks. The columns are named, so that one which
-- comes later does not make every row look tampered with: it joins under a condition on the rows that have it.
CREATE FUNCTION decision_hash(d case_decision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_object_agg(name,
    CASE name WHEN 'at' THEN to_jsonb(extract(epoch FROM d.at)) ELSE to_jsonb(d) -> name END)::text, 'UTF8')), 'hex')
  FROM unnest(ARRAY['id', 'case_id', 'at', 'author_id', 'level', 'outcome', 'stage', 'action', 'amount', 'term_months',
    'rate', 'payment', 'full_loan_cost', 'debt_load_before', 'debt_load', 'loan_to_value', 'exposure', 'authority_id',
    'valid_to', 'reasons', 'client_text', 'comment', 'deviations', 'snapshot', 'handed_in_by', 'request_id', 'prev_hash']) name
$$;
CREATE FUNCTION chain_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The case is locked by whoever decides.
  SELECT hash INTO NEW.prev_hash FROM case_decision WHERE case_id = NEW.case_id ORDER BY id DESC LIMIT 1;
  NEW.hash := decision_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER chain_decision BEFORE INSERT ON case_decision FOR EACH ROW EXECUTE FUNCTION chain_decision();
CREATE TRIGGER tell_case_insert AFTER INSERT ON case_decision REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');

-- Whoever decides on mortgages in a bank that works already decides on loans, which have the same stages now.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT o.user_role_id, 'LoanApplication', o.operation FROM user_role_operation o
  WHERE o.object_type = 'FullApplication' AND o.operation IN ('Verify', 'InvestigateFraud', 'ControlDecision', 'DecideInCommittee')
    AND EXISTS (SELECT FROM user_role_operation r WHERE r.user_role_id = o.user_role_id AND r.object_type = 'LoanApplication'
      AND r.operation = 'Read')
  ON CONFLICT DO NOTHING;
