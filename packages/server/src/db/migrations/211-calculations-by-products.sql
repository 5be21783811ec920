-- Kept results of calculations by a product: its version says the rate, the schedule and the fees.
ALTER TABLE calculation DROP CONSTRAINT calculation_kind_check;
ALTER TABLE calculation ADD CONSTRAINT calculation_kind_check CHECK (kind IN ('LOAN', 'PRODUCT', 'BORROWER'));
