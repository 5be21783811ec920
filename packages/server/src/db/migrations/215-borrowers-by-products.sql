-- Kept results of what a borrower may take by a product: its version says the rate and the bounds.
ALTER TABLE calculation DROP CONSTRAINT calculation_kind_check;
ALTER TABLE calculation ADD CONSTRAINT calculation_kind_check
  CHECK (kind IN ('LOAN', 'PRODUCT', 'BORROWER', 'PRODUCT_BORROWER'));
