-- Files of payments of the core bank: what a file says row by row, which load of a month counts, and the loans themselves.
CREATE TABLE payment_load (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name  text NOT NULL,
  -- Null: the rows came with the bank.
  file_key   text,
  state      text NOT NULL DEFAULT 'CHECKING' CHECK (state IN ('CHECKING', 'READY', 'APPLYING', 'APPLIED', 'FAILED')),
  counts     jsonb NOT NULL DEFAULT '{}',
  -- As the contract's `PaymentLoad.months`.
  months     jsonb NOT NULL DEFAULT '[]',
  reason     text,
  made_by    int NOT NULL REFERENCES employee,
  made_at    timestamptz NOT NULL,
  applied_by int REFERENCES employee,
  applied_at timestamptz,
  task_id    int,
  -- The load that was applied last when the file was compared: another one since makes the comparison old.
  base_id    int REFERENCES payment_load,
  CHECK ((state = 'APPLIED') = (applied_at IS NOT NULL))
);

-- Rows of a file while they are looked at.
CREATE TABLE payment_load_row (
  load_id   int NOT NULL REFERENCES payment_load,
  n         int NOT NULL,
  -- Null: of the month as it was loaded before, absent from the file.
  line      int,
  kind      text NOT NULL CHECK (kind IN ('error', 'new', 'changed', 'gone', 'same')),
  case_id   int,
  issued_on date,
  month     date,
  days      int,
  issued    numeric(15, 2),
  balance   numeric(15, 2),
  number    text NOT NULL,
  notes     text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (load_id, n)
);
CREATE INDEX payment_load_row_kind ON payment_load_row (load_id, kind, n);
-- A file is compared right after it is read, when nothing is known of how many rows it has.
CREATE INDEX payment_load_row_case ON payment_load_row (load_id, case_id, month);

-- Loads of a month: one of them counts, the others stay to be looked up.
CREATE TABLE payment_month (
  month       date NOT NULL CHECK (extract(day FROM month) = 1),
  load_id     int NOT NULL REFERENCES payment_load,
  replaced_by int REFERENCES payment_load,
  loans       int NOT NULL,
  PRIMARY KEY (month, load_id)
);
CREATE UNIQUE INDEX payment_month_counts ON payment_month (month) WHERE replaced_by IS NULL;

-- A loan at the end of a month, as a load says.
CREATE TABLE loan_month (
  load_id   int NOT NULL REFERENCES payment_load,
  case_id   int NOT NULL REFERENCES case_file,
  month     date NOT NULL,
  issued_on date NOT NULL,
  days      int NOT NULL CHECK (days >= 0),
  issued    numeric(15, 2) NOT NULL CHECK (issued > 0),
  balance   numeric(15, 2) NOT NULL CHECK (balance >= 0),
  PRIMARY KEY (case_id, month, load_id),
  CHECK (month >= date_trunc('month', issued_on)::date)
);
CREATE INDEX loan_month_load ON loan_month (load_id, month);
-- Few loans are late: reports read these alone.
CREATE INDEX loan_month_late ON loan_month (case_id, month) INCLUDE (load_id, days, balance) WHERE days >= 30;

-- A loan as the last month that counts says of its issue.
CREATE TABLE loan_issue (
  case_id      int PRIMARY KEY REFERENCES case_file,
  issued_on    date NOT NULL,
  issued_month date NOT NULL GENERATED ALWAYS AS (issued_on - extract(day FROM issued_on)::int + 1) STORED,
  issued       numeric(15, 2) NOT NULL
);
CREATE INDEX loan_issue_month ON loan_issue (issued_month);

-- Issues of these loans follow from what counts; a loan that no month has any more is none.
CREATE FUNCTION settle_loan_issues(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH counts AS (
    SELECT DISTINCT ON (m.case_id) m.case_id, m.issued_on, m.issued FROM loan_month m
    JOIN payment_month p ON p.month = m.month AND p.load_id = m.load_id AND p.replaced_by IS NULL
    WHERE m.case_id = ANY(ids) ORDER BY m.case_id, m.month DESC),
  gone AS (DELETE FROM loan_issue i WHERE i.case_id = ANY(ids) AND i.case_id NOT IN (SELECT case_id FROM counts))
  INSERT INTO loan_issue (case_id, issued_on, issued) SELECT case_id, issued_on, issued FROM counts
  ON CONFLICT (case_id) DO UPDATE SET issued_on = EXCLUDED.issued_on, issued = EXCLUDED.issued
    WHERE (loan_issue.issued_on, loan_issue.issued) IS DISTINCT FROM (EXCLUDED.issued_on, EXCLUDED.issued);
END $$;

-- The store keeps the files that were loaded.
CREATE OR REPLACE VIEW stored_key AS
  SELECT key, missing_since IS NOT NULL AS missing FROM stored_object
  UNION ALL
  SELECT key, false FROM upload_chunk
  UNION ALL
  SELECT result ->> 'key', false FROM background_task WHERE result IS NOT NULL
  UNION ALL
  SELECT file_key, false FROM reference_import
  UNION ALL
  SELECT file_key, false FROM list_load
  UNION ALL
  SELECT file_key, false FROM payment_load WHERE file_key IS NOT NULL;

-- Whoever reads the statistics and leads people of underwriting in a bank that works already loads the payments too.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', 'LoadPayments' FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting'
    AND o.operation = 'UndMenuManagingEmployees'
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
