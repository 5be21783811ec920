-- Kept results of the calculators: what was given, what came out and by which method; only the words about it change.
CREATE TABLE calculation (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('LOAN', 'BORROWER')),
  title          text NOT NULL,
  comment        text NOT NULL DEFAULT '',
  figures        jsonb NOT NULL,
  method_version text NOT NULL,
  partner_id     int NOT NULL REFERENCES partner,
  employee_id    int NOT NULL REFERENCES employee,
  created_at     timestamptz NOT NULL DEFAULT now(),
  deleted_at     timestamptz,
  version        int NOT NULL DEFAULT 1,
  search_text    text GENERATED ALWAYS AS (search_form(title || ' ' || comment)) STORED NOT NULL
);
CREATE INDEX calculation_partner ON calculation (partner_id, id DESC);
CREATE INDEX calculation_employee ON calculation (employee_id, id DESC);
CREATE INDEX calculation_search ON calculation USING gin (search_text gin_trgm_ops);
CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF title, comment, deleted_at
  ON calculation FOR EACH ROW EXECUTE FUNCTION write_history('calculation');
-- Apart: it never changes, so the history need not repeat it.
CREATE TABLE calculation_content (
  calculation_id int PRIMARY KEY REFERENCES calculation,
  inputs         jsonb NOT NULL,
  result         jsonb NOT NULL
);

-- A day that no longer differs keeps its row: its version goes on counting.
ALTER TABLE calendar_day DROP CONSTRAINT calendar_day_kind_check;
ALTER TABLE calendar_day ADD CONSTRAINT calendar_day_kind_check
  CHECK (kind IN ('DAY_OFF', 'WORKING', 'SHORT', 'USUAL'));
-- The history of a year tells of its days.
ALTER TABLE calendar_day ADD COLUMN year int GENERATED ALWAYS AS (extract(year FROM day)::int) STORED NOT NULL;
DROP TRIGGER write_history ON calendar_day;
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON calendar_day
  FOR EACH ROW EXECUTE FUNCTION write_history('calendar_day', 'calendar_year', 'year');
