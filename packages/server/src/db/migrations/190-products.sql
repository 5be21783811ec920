-- What the bank sells: products, options and promotions in one store, what each says in numbered versions.
CREATE TABLE product (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('PRODUCT', 'OPTION', 'PROMOTION')),
  lending    text NOT NULL CHECK (lending IN ('MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD')),
  code       text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{1,29}$'),
  -- Of `product/type`; of a loan `cashLoan/productType` or `creditCard/productType`.
  type_code  text NOT NULL,
  department text NOT NULL CHECK (department IN ('OIC', 'NIS')),
  owner_id   int NOT NULL REFERENCES employee,
  created_at timestamptz NOT NULL,
  version    int NOT NULL DEFAULT 1
);
CREATE INDEX product_list ON product (lending, kind, code);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION write_history('product');

CREATE TABLE product_version (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id   int NOT NULL REFERENCES product,
  number       int NOT NULL,
  state        text NOT NULL DEFAULT 'DRAFT'
    CHECK (state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED', 'RELEASED', 'ARCHIVE')),
  -- As the contract's `VersionContent`.
  content      jsonb NOT NULL,
  -- What lists show of the content: a matrix of thousands of cells is not read for a row.
  name         text COLLATE "ru-x-icu" NOT NULL,
  search_text  text NOT NULL,
  rate_from    numeric(5, 3),
  rate_to      numeric(5, 3),
  -- Whether the rates are added to the key rate.
  over_key     boolean NOT NULL DEFAULT false,
  points       numeric(5, 3),
  partner_ids  int[] NOT NULL DEFAULT '{}',
  region_codes text[] NOT NULL DEFAULT '{}',
  -- As it is released; open: until the next one.
  valid_from   date,
  valid_to     date,
  -- Days on which it is in force in fact: the next version or an end of the sales may have come before its last day.
  in_force     daterange,
  author_id    int NOT NULL REFERENCES employee,
  -- Everybody who has written what it says: none of them approves or releases it.
  contributors int[] NOT NULL,
  created_at   timestamptz NOT NULL,
  changed_at   timestamptz NOT NULL,
  sent_by      int REFERENCES employee,
  sent_at      timestamptz,
  approved_by  int REFERENCES employee,
  approved_at  timestamptz,
  released_by  int REFERENCES employee,
  released_at  timestamptz,
  version      int NOT NULL DEFAULT 1,
  UNIQUE (product_id, number),
  CHECK (valid_to >= valid_from),
  CHECK (state <> 'RELEASED' OR (released_at IS NOT NULL AND in_force IS NOT NULL AND NOT isempty(in_force))),
  CHECK (in_force IS NULL OR state IN ('RELEASED', 'ARCHIVE')),
  -- On any day one version of a product at most is in force; without an extension a number becomes a range of one.
  CONSTRAINT product_version_one_a_day
    EXCLUDE USING gist (int4range(product_id, product_id, '[]') WITH &&, in_force WITH &&) DEFERRABLE
);
-- One at a time is prepared.
CREATE UNIQUE INDEX product_version_prepared ON product_version (product_id)
  WHERE state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED');
CREATE INDEX product_version_waiting ON product_version (state) WHERE state IN ('ON_APPROVAL', 'APPROVED');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON product_version
  FOR EACH ROW EXECUTE FUNCTION write_history('productVersion', 'product', 'product_id');

-- What was handed in is what was agreed to, and what was released is what contracts refer to.
CREATE FUNCTION keep_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A version of a product that was handed in does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_product_version BEFORE UPDATE ON product_version FOR EACH ROW
  WHEN (OLD.state NOT IN ('DRAFT', 'CORRECTION') AND (
    (OLD.content, OLD.product_id, OLD.number, OLD.valid_to, OLD.author_id, OLD.contributors)
      IS DISTINCT FROM (NEW.content, NEW.product_id, NEW.number, NEW.valid_to, NEW.author_id, NEW.contributors)
    -- Without a day it is released from the day of the release.
    OR (OLD.valid_from IS NOT NULL AND OLD.valid_from IS DISTINCT FROM NEW.valid_from)
    OR (OLD.released_at IS NOT NULL AND (OLD.released_at, OLD.released_by) IS DISTINCT FROM (NEW.released_at, NEW.released_by))))
  EXECUTE FUNCTION keep_product_version();

-- What the bank's people say among themselves.
CREATE TABLE product_comment (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id int NOT NULL REFERENCES product,
  number     int NOT NULL,
  author_id  int NOT NULL REFERENCES employee,
  at         timestamptz NOT NULL,
  text       text NOT NULL,
  FOREIGN KEY (product_id, number) REFERENCES product_version (product_id, number)
);
CREATE INDEX product_comment_product ON product_comment (product_id, id DESC);
