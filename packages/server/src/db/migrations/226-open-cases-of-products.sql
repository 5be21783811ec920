-- Lists of products tell how many open cases each has. Counting hundreds of thousands of prices for every row took seconds:
-- how many there are of each partner is kept. Every change adds rows and locks none; the sweep adds them up. Counts are the
-- sum of both tables.
CREATE TABLE product_case_tally (
  product_id int NOT NULL,
  partner_id int NOT NULL,
  count      int NOT NULL,
  PRIMARY KEY (product_id, partner_id)
);
CREATE TABLE product_case_tally_change (
  product_id int NOT NULL,
  partner_id int NOT NULL,
  count      int NOT NULL
);
CREATE INDEX product_case_tally_changed ON product_case_tally_change (product_id);
CREATE VIEW product_case_tallied AS
  SELECT product_id, partner_id, count FROM product_case_tally
  UNION ALL SELECT product_id, partner_id, count FROM product_case_tally_change;

-- Products, options and promotions of a price.
CREATE FUNCTION products_of_price(product int, options int[], promotions int[]) RETURNS SETOF int LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT product UNION SELECT v.product_id FROM product_version v WHERE v.id = ANY(options || promotions);
END;

-- A price comes to a case and gives way to another one.
CREATE FUNCTION tally_price() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  price case_price := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  INSERT INTO product_case_tally_change
    SELECT t.id, f.partner_id, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM case_file f, products_of_price(price.product_id, price.option_version_ids, price.promotion_version_ids) t (id)
    WHERE f.id = price.case_id AND NOT f.closed;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_price_come AFTER INSERT ON case_price FOR EACH ROW WHEN (NEW.replaced_at IS NULL)
  EXECUTE FUNCTION tally_price();
CREATE TRIGGER tally_price_go AFTER UPDATE OF replaced_at ON case_price FOR EACH ROW
  WHEN (OLD.replaced_at IS NULL AND NEW.replaced_at IS NOT NULL) EXECUTE FUNCTION tally_price();
CREATE TRIGGER tally_price_lost AFTER DELETE ON case_price FOR EACH ROW WHEN (OLD.replaced_at IS NULL)
  EXECUTE FUNCTION tally_price();

-- A case ends, is opened again, or goes to another partner: its price goes with it.
CREATE FUNCTION tally_priced_case() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO product_case_tally_change
    SELECT t.id, side.partner_id, side.count
    FROM case_price c CROSS JOIN LATERAL products_of_price(c.product_id, c.option_version_ids, c.promotion_version_ids) t (id)
      CROSS JOIN (VALUES (OLD.partner_id, -1, OLD.closed), (NEW.partner_id, 1, NEW.closed)) side (partner_id, count, closed)
    WHERE c.case_id = NEW.id AND c.replaced_at IS NULL AND NOT side.closed;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_priced_case AFTER UPDATE OF closed, partner_id ON case_file FOR EACH ROW
  WHEN (OLD.closed IS DISTINCT FROM NEW.closed OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION tally_priced_case();

-- Adds the changes up; a second one at the same time leaves it to the first. Answers how many there were.
CREATE FUNCTION settle_product_cases() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE settled int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('product_case_tally', 0)) THEN RETURN 0; END IF;
  WITH gone AS (DELETE FROM product_case_tally_change RETURNING *),
    added AS (
      INSERT INTO product_case_tally AS kept
        SELECT product_id, partner_id, sum(count)::int FROM gone GROUP BY 1, 2 HAVING sum(count) <> 0
      ON CONFLICT (product_id, partner_id) DO UPDATE SET count = kept.count + excluded.count)
  SELECT count(*) INTO settled FROM gone;
  RETURN settled;
END $$;

-- Counts everything anew: for rows that came past the triggers.
CREATE FUNCTION retally_product_cases() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  DELETE FROM product_case_tally_change;
  DELETE FROM product_case_tally;
  INSERT INTO product_case_tally
    SELECT t.product_id, f.partner_id, count(*)::int
    FROM case_price c JOIN case_file f ON f.id = c.case_id
      CROSS JOIN LATERAL (
        SELECT c.product_id UNION
        SELECT v.product_id FROM product_version v
        WHERE cardinality(c.option_version_ids || c.promotion_version_ids) > 0
          AND v.id = ANY(c.option_version_ids || c.promotion_version_ids)) t
    WHERE c.replaced_at IS NULL AND NOT f.closed
    GROUP BY 1, 2;
END;
REVOKE EXECUTE ON FUNCTION retally_product_cases() FROM PUBLIC;
SELECT retally_product_cases();
