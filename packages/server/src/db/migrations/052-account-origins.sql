-- Whether the product made the account or took one that was there: passwords are reset only for the former.
ALTER TABLE employee_account
  ADD COLUMN origin text CHECK (origin IN ('MADE', 'LINKED')),
  -- The login that was free when the product began to make its account: one found later under it is its own.
  ADD COLUMN making_login text;
UPDATE employee_account SET origin = CASE WHEN link_id IS NULL THEN 'MADE' ELSE 'LINKED' END WHERE state = 'DONE';
