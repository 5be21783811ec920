-- Limits of the full cost of credits by quarter and category, and caps of rates by programme or agreement.
-- Nothing is written over: another row takes the place, and the earlier ones stay to be looked up.
CREATE TABLE rate_limit (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The first day.
  quarter           date NOT NULL CHECK (extract(day FROM quarter) = 1 AND extract(month FROM quarter) IN (1, 4, 7, 10)),
  -- Of the dictionary `creditCostCategory`.
  category          text NOT NULL,
  average           numeric(7, 3) NOT NULL CHECK (average > 0),
  value             numeric(7, 3) NOT NULL CHECK (value > 0),
  applies           boolean NOT NULL,
  ground            text CHECK (ground IN ('MORATORIUM', 'MORTGAGE')),
  published_on      date NOT NULL,
  source            text NOT NULL,
  -- Null: it came with the bank.
  change_request_id int REFERENCES change_request,
  created_at        timestamptz NOT NULL DEFAULT now(),
  replaced_at       timestamptz,
  CHECK (applies = (ground IS NULL))
);
CREATE UNIQUE INDEX rate_limit_one ON rate_limit (quarter, category) WHERE replaced_at IS NULL;
CREATE INDEX rate_limit_versions ON rate_limit (category, quarter, id DESC);

CREATE TABLE rate_cap (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product           text NOT NULL CHECK (product IN ('MORTGAGE', 'CASH_LOAN')),
  -- A code of the product's dictionary of programmes; null: every one.
  programme         text,
  -- Null: whoever brings the client.
  partner_id        int REFERENCES partner,
  rate              numeric(7, 3) NOT NULL CHECK (rate > 0),
  valid_from        date NOT NULL,
  valid_to          date,
  ground            text NOT NULL,
  change_request_id int REFERENCES change_request,
  created_at        timestamptz NOT NULL DEFAULT now(),
  withdrawn_at      timestamptz,
  CHECK (valid_to >= valid_from)
);
CREATE INDEX rate_cap_in_force ON rate_cap (product, valid_from) WHERE withdrawn_at IS NULL;
CREATE INDEX rate_cap_partner ON rate_cap (partner_id) WHERE partner_id IS NOT NULL;

-- In a bank that works already: who leads underwriting writes, compliance agrees, those who decide read.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Rule', o.operation FROM user_role r JOIN (VALUES
    ('ADMINISTRATOR', 'MaxRateCalculationRead'), ('ADMINISTRATOR', 'MaxRateCalculationUpdate'),
    ('ADMINISTRATOR', 'MaxRateCalculationApprove'), ('ADMINISTRATOR', 'MaxRateCalculationExport'), ('UNDERWRITER', 'MaxRateCalculationRead'),
    ('UNDERWRITING_HEAD', 'MaxRateCalculationExport'), ('COMPLIANCE_OFFICER', 'MaxRateCalculationExport'),
    ('UNDERWRITING_HEAD', 'MaxRateCalculationRead'), ('UNDERWRITING_HEAD', 'MaxRateCalculationUpdate'),
    ('COMPLIANCE_OFFICER', 'MaxRateCalculationRead'), ('COMPLIANCE_OFFICER', 'MaxRateCalculationApprove')
  ) o (code, operation) ON o.code = r.code
  ON CONFLICT DO NOTHING;
