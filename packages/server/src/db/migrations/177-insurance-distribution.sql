-- The distribution of insurers: dated versions that two people agree to, and what each insurer was offered by them.
CREATE TABLE insurance_distribution (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lending      text NOT NULL CHECK (lending IN ('MORTGAGE', 'LOAN')),
  number       int NOT NULL,
  title        text NOT NULL,
  valid_from   date NOT NULL,
  -- As the contract's `DistributionContent`.
  content      jsonb NOT NULL,
  state        text NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'ON_APPROVAL', 'APPROVED', 'WITHDRAWN')),
  author_id    int NOT NULL REFERENCES employee,
  -- Everybody who has written what it says: none of them agrees to it.
  contributors int[] NOT NULL,
  created_at   timestamptz NOT NULL,
  approver_id  int REFERENCES employee,
  approved_at  timestamptz,
  version      int NOT NULL DEFAULT 1,
  UNIQUE (lending, number)
);
CREATE INDEX insurance_distribution_day ON insurance_distribution (lending, valid_from DESC, number DESC)
  WHERE state = 'APPROVED';
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON insurance_distribution
  FOR EACH ROW EXECUTE FUNCTION write_history('insuranceDistribution');

-- What a version says is changed while it is a draft alone: offers that were chosen by it stay what they are.
CREATE FUNCTION keep_insurance_distribution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A distribution that was handed in does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_insurance_distribution BEFORE UPDATE ON insurance_distribution FOR EACH ROW
  WHEN (OLD.state <> 'DRAFT' AND (OLD.content, OLD.title, OLD.valid_from, OLD.lending, OLD.number)
    IS DISTINCT FROM (NEW.content, NEW.title, NEW.valid_from, NEW.lending, NEW.number))
  EXECUTE FUNCTION keep_insurance_distribution();

-- Offers as they were made, with what they follow from: a version is tried on those of the last days.
CREATE TABLE insurance_offer (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id         int NOT NULL REFERENCES case_file,
  lending         text NOT NULL,
  type            text NOT NULL,
  region          text,
  -- The partner of the case and those above it, the nearest first.
  branch_ids      int[] NOT NULL,
  product         text,
  age             int,
  object          text,
  sum             numeric(15, 2) NOT NULL CHECK (sum > 0),
  at              timestamptz NOT NULL,
  distribution_id int REFERENCES insurance_distribution,
  -- Of the row of the matrix; null: none spoke of the place.
  row_key         text,
  -- Null: nobody fitted.
  insurer_id      int REFERENCES partner,
  -- As the contract's `Considered`.
  considered      jsonb NOT NULL DEFAULT '[]',
  -- The client has taken another insurer: the offer is outside the shares.
  own_choice_id   int REFERENCES partner,
  CHECK (insurer_id IS NULL OR row_key IS NOT NULL)
);
CREATE INDEX insurance_offer_case ON insurance_offer (case_id, type, id DESC);
CREATE INDEX insurance_offer_at ON insurance_offer (lending, at DESC);
CREATE INDEX insurance_offer_own ON insurance_offer (distribution_id) WHERE own_choice_id IS NOT NULL;
CREATE TRIGGER tell_case_insert AFTER INSERT ON insurance_offer REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON insurance_offer REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''insurance'' FROM touched');

-- What an insurer was offered in a row of a version; kept by whoever holds the lock of the row.
CREATE TABLE insurance_tally (
  distribution_id int NOT NULL REFERENCES insurance_distribution,
  row_key         text NOT NULL,
  insurer_id      int NOT NULL REFERENCES partner,
  offered         int NOT NULL CHECK (offered >= 0),
  sum             numeric(18, 2) NOT NULL CHECK (sum >= 0),
  last_at         timestamptz,
  PRIMARY KEY (distribution_id, row_key, insurer_id)
);
