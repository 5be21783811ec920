-- Agreements of insurance of cases, from the offer to their end.
CREATE TABLE insurance_agreement (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id       int NOT NULL REFERENCES case_file,
  type          text NOT NULL,
  offer_id      int NOT NULL REFERENCES insurance_offer,
  -- Whom the client takes; before the choice, whom the distribution has offered.
  insurer_id    int REFERENCES partner,
  state         text NOT NULL DEFAULT 'OFFERED' CHECK (state IN ('OFFERED', 'CHOSEN', 'UNDERWRITING', 'CALCULATED', 'ISSUED',
    'PAID', 'ACTIVE', 'EXPIRED', 'REFUSED', 'CANCELLED', 'REPLACED')),
  -- The loan that is insured, and the least sum that covers it, as they were when the insurer was offered.
  debt          numeric(15, 2) NOT NULL CHECK (debt > 0),
  least_sum     numeric(15, 2) NOT NULL,
  -- As the contract's `RiskFacts`.
  risk          jsonb NOT NULL,
  document_kind text NOT NULL DEFAULT 'POLICY' CHECK (document_kind IN ('AGREEMENT', 'POLICY')),
  number        text NOT NULL DEFAULT '',
  signed_on     date,
  starts_by     text,
  valid_from    date,
  valid_to      date,
  sum           numeric(15, 2),
  premium       numeric(15, 2),
  instalments   int NOT NULL DEFAULT 1 CHECK (instalments BETWEEN 1 AND 12),
  beneficiary   text NOT NULL DEFAULT '',
  paid_on       date,
  input_mode    text NOT NULL DEFAULT 'MANUAL_INPUT' CHECK (input_mode IN ('IMPORT_FROM_EXTERNAL_SYSTEM', 'MANUAL_INPUT')),
  steps         jsonb NOT NULL DEFAULT '[]',
  -- `{text, standIn}` of the insurer's last answer.
  answer        jsonb,
  -- Each question to an insurer has a number of its own: a late answer to an old one changes nothing.
  asked         int NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  created_by    int NOT NULL REFERENCES employee,
  version       int NOT NULL DEFAULT 1,
  CHECK (valid_from <= valid_to)
);
CREATE INDEX insurance_agreement_case ON insurance_agreement (case_id, type, id DESC);
CREATE INDEX insurance_agreement_state ON insurance_agreement (state, id DESC);
CREATE INDEX insurance_agreement_end ON insurance_agreement (valid_to) WHERE state IN ('ACTIVE', 'EXPIRED');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON insurance_agreement
  FOR EACH ROW EXECUTE FUNCTION write_history('insuranceAgreement');
CREATE TRIGGER tell_case_insert AFTER INSERT ON insurance_agreement REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON insurance_agreement REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');
