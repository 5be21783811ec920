-- The product of a case and the price that it was given: a new price takes the place of the former, which stays to be read.
CREATE TABLE case_price (
  id                    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id               int NOT NULL REFERENCES case_file,
  product_id            int NOT NULL REFERENCES product,
  -- Null: the product alone is known, nothing has been priced.
  version_id            int REFERENCES product_version,
  option_version_ids    int[] NOT NULL DEFAULT '{}',
  promotion_version_ids int[] NOT NULL DEFAULT '{}',
  -- As the contract's `PriceQuestion` and `Offer`: by them and the versions the price is computed again to the same answer.
  question              jsonb,
  answer                jsonb,
  rate                  numeric(6, 3),
  at                    timestamptz NOT NULL,
  -- Null: the system.
  by_id                 int REFERENCES employee,
  replaced_at           timestamptz,
  CHECK ((question IS NULL) = (answer IS NULL)),
  CHECK (question IS NULL OR version_id IS NOT NULL)
);
CREATE UNIQUE INDEX case_price_present ON case_price (case_id) WHERE replaced_at IS NULL;
CREATE INDEX case_price_case ON case_price (case_id, id DESC);
CREATE INDEX case_price_product ON case_price (product_id, case_id) WHERE replaced_at IS NULL;
CREATE INDEX case_price_version ON case_price (version_id) WHERE replaced_at IS NULL;
CREATE INDEX case_price_options ON case_price USING gin (option_version_ids) WHERE replaced_at IS NULL;
CREATE INDEX case_price_promotions ON case_price USING gin (promotion_version_ids) WHERE replaced_at IS NULL;
CREATE TRIGGER tell_case_insert AFTER INSERT ON case_price REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''price'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON case_price REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''price'' FROM touched');

-- A price says what it said; another one may take its place.
CREATE FUNCTION keep_case_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A price of a case does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_case_price BEFORE UPDATE ON case_price FOR EACH ROW
  WHEN ((OLD.case_id, OLD.product_id, OLD.version_id, OLD.option_version_ids, OLD.promotion_version_ids, OLD.question,
      OLD.answer, OLD.rate, OLD.at, OLD.by_id)
    IS DISTINCT FROM (NEW.case_id, NEW.product_id, NEW.version_id, NEW.option_version_ids, NEW.promotion_version_ids,
      NEW.question, NEW.answer, NEW.rate, NEW.at, NEW.by_id) OR OLD.replaced_at IS NOT NULL)
  EXECUTE FUNCTION keep_case_price();

-- Places of promotions with a cap: reserved with a price, used with the loan, given back by a refusal or another price.
CREATE TABLE promotion_place (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id int NOT NULL REFERENCES product,
  case_id    int NOT NULL REFERENCES case_file,
  amount     numeric(15, 2) NOT NULL CHECK (amount >= 0),
  state      text NOT NULL DEFAULT 'RESERVED' CHECK (state IN ('RESERVED', 'USED', 'GIVEN_BACK')),
  at         timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX promotion_place_held ON promotion_place (product_id, case_id) WHERE state <> 'GIVEN_BACK';
CREATE INDEX promotion_place_promotion ON promotion_place (product_id, id DESC);
CREATE INDEX promotion_place_case ON promotion_place (case_id);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON promotion_place
  FOR EACH ROW EXECUTE FUNCTION write_history('promotionPlace', 'product', 'product_id');
CREATE TRIGGER tell_case_insert AFTER INSERT ON promotion_place REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''price'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON promotion_place REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''price'' FROM touched');
