-- The day on which the directory of the Bank of Russia was delivered without a bank that it had: its accounts are closed.
ALTER TABLE bank ADD COLUMN left_on date;
