-- Warnings before insurance ends, each once, and the rise of the rate that is proposed when it was not renewed.
CREATE TABLE insurance_warning (
  agreement_id int NOT NULL REFERENCES insurance_agreement,
  days_before  int NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (agreement_id, days_before)
);
CREATE TABLE insurance_surcharge (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agreement_id int NOT NULL UNIQUE REFERENCES insurance_agreement,
  case_id      int NOT NULL REFERENCES case_file,
  -- Points of percent.
  percent      numeric(7, 4) NOT NULL CHECK (percent > 0),
  -- The first day of the interest period from which the rate is higher.
  valid_from   date NOT NULL,
  state        text NOT NULL DEFAULT 'PROPOSED' CHECK (state IN ('PROPOSED', 'CONFIRMED', 'DECLINED')),
  proposed_at  timestamptz NOT NULL,
  decided_by   int REFERENCES employee,
  decided_at   timestamptz,
  comment      text NOT NULL DEFAULT '',
  CHECK ((state = 'PROPOSED') = (decided_at IS NULL))
);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON insurance_surcharge
  FOR EACH ROW EXECUTE FUNCTION write_history('insuranceSurcharge');
CREATE TRIGGER tell_case_insert AFTER INSERT ON insurance_surcharge REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON insurance_surcharge REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');
