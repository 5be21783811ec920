-- Units that issue passports, by their codes; one code has several names, as the unit was renamed.
CREATE TABLE passport_unit (
  code        text NOT NULL CHECK (code ~ '^\d{3}-\d{3}$'),
  -- In the instrumental case, as it stands in «кем выдан».
  name        text COLLATE "ru-x-icu" NOT NULL CHECK (name <> ''),
  -- DELIVERED with the product, IMPORTED by the bank, DEMO invented for training.
  origin      text NOT NULL DEFAULT 'IMPORTED' CHECK (origin IN ('DELIVERED', 'IMPORTED', 'DEMO')),
  search_text text GENERATED ALWAYS AS (search_form(name)) STORED NOT NULL,
  PRIMARY KEY (code, name)
);
CREATE INDEX passport_unit_code ON passport_unit (code text_pattern_ops);
CREATE INDEX passport_unit_search ON passport_unit USING gin (search_text gin_trgm_ops);
