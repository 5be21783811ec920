-- A risk is taken back by a row of its own: without a last day, with the reason for which it was taken back.
ALTER TABLE accepted_risk ALTER COLUMN valid_to DROP NOT NULL;
