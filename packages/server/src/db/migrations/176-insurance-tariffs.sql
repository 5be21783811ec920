-- Tariffs of insurers: a file of one insurer is its whole tariff from a day on, agreed to by a second person.
CREATE TABLE insurance_tariff (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  insurer_id int NOT NULL REFERENCES partner,
  -- Of the insurer's, from 1.
  number     int NOT NULL,
  -- The lines are kept, the file itself is not.
  file_name  text NOT NULL,
  state      text NOT NULL DEFAULT 'LOADED' CHECK (state IN ('LOADED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  valid_from date NOT NULL,
  counts     jsonb NOT NULL DEFAULT '{}',
  -- The tariff it was compared with: when another one takes its place, the comparison is old.
  base_id    int REFERENCES insurance_tariff,
  made_by    int NOT NULL REFERENCES employee,
  made_at    timestamptz NOT NULL,
  decided_by int REFERENCES employee,
  decided_at timestamptz,
  version    int NOT NULL DEFAULT 1,
  UNIQUE (insurer_id, number)
);
CREATE INDEX insurance_tariff_day ON insurance_tariff (insurer_id, valid_from DESC, number DESC) WHERE state = 'ACCEPTED';
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON insurance_tariff
  FOR EACH ROW EXECUTE FUNCTION write_history('insuranceTariff');

-- Lines as the file says them, and those of the tariff before that it leaves out (`gone`). They never change.
CREATE TABLE insurance_tariff_line (
  tariff_id   int NOT NULL REFERENCES insurance_tariff,
  n           int NOT NULL,
  line        int,
  kind        text NOT NULL CHECK (kind IN ('new', 'changed', 'gone', 'same')),
  type        text NOT NULL,
  product     text,
  age_from    int,
  age_to      int,
  sex         text CHECK (sex IN ('MALE', 'FEMALE')),
  occupation  text,
  object      text,
  built_from  int,
  built_to    int,
  material    text,
  -- Percent of the sum insured a year.
  rate        numeric(8, 4) NOT NULL CHECK (rate > 0),
  min_premium numeric(15, 2),
  valid_from  date NOT NULL,
  valid_to    date,
  -- Of a changed line: rate, least premium and last day as they were.
  before      jsonb,
  PRIMARY KEY (tariff_id, n),
  CHECK (valid_from <= valid_to)
);
CREATE INDEX insurance_tariff_line_type ON insurance_tariff_line (tariff_id, type) WHERE kind <> 'gone';

CREATE FUNCTION keep_insurance_tariff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Lines of a tariff do not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_insurance_tariff BEFORE UPDATE OR DELETE ON insurance_tariff_line
  FOR EACH ROW EXECUTE FUNCTION keep_insurance_tariff();

-- Whoever leads people of underwriting in a bank that works already keeps the insurers too; who works with applications sees and arranges.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Insurance', n.operation FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting'
    AND o.operation = 'UndMenuManagingEmployees'
  CROSS JOIN unnest(ARRAY['Distribution', 'UpdateDistribution', 'ApproveDistribution', 'UploadTariff', 'ApproveTariff',
    'ReadAgreements', 'Arrange', 'ConfirmSurcharge']) n (operation)
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Insurance', n.operation FROM user_role r
  CROSS JOIN unnest(ARRAY['ReadAgreements', 'Arrange']) n (operation)
  WHERE r.code IN ('PARTNER_AGENT', 'PARTNER_ADMINISTRATOR', 'SUPPORT')
  ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Insurance', n.operation FROM user_role r
  CROSS JOIN unnest(ARRAY['Distribution', 'ReadAgreements']) n (operation) WHERE r.code = 'AUDITOR'
  ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Insurance', 'ReadAgreements' FROM user_role r WHERE r.code = 'UNDERWRITER'
  ON CONFLICT DO NOTHING;
