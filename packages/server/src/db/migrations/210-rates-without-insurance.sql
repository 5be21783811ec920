-- What a confirmed rise of the rate makes of the loan: the rates on both sides of the day, and the terms that its schedule is drawn by.
ALTER TABLE insurance_surcharge
  ADD COLUMN rate_before numeric(7, 4),
  ADD COLUMN rate_after  numeric(7, 4),
  -- As the contract's `LoanTerms`.
  ADD COLUMN terms       jsonb,
  ADD CHECK ((rate_before IS NULL) = (rate_after IS NULL) AND (rate_before IS NULL) = (terms IS NULL));
CREATE INDEX insurance_surcharge_case ON insurance_surcharge (case_id, valid_from) WHERE state = 'CONFIRMED';
-- The list of agreements, by insurer.
CREATE INDEX insurance_agreement_insurer ON insurance_agreement (insurer_id, id DESC);
