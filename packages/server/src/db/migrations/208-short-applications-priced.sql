-- What a rate depends on and the short form did not ask: the offers of products are looked for by it.
ALTER TABLE short_application
  ADD COLUMN object_type_code        text,
  ADD COLUMN life_insurance          boolean,
  ADD COLUMN electronic_registration boolean,
  ADD COLUMN income_verification     text,
  ADD COLUMN salary_client           boolean;
