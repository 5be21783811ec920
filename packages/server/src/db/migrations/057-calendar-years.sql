-- Years whose days are those of the government's decree. Days of all other years are computed from the Labour Code.
CREATE TABLE calendar_year (
  id       int GENERATED ALWAYS AS IDENTITY UNIQUE,
  year     int PRIMARY KEY,
  official boolean NOT NULL,
  version  int NOT NULL DEFAULT 1
);
-- Delivered years, and those that the bank has filled itself: nobody tells of ten days off but from the decree.
INSERT INTO calendar_year (year, official)
SELECT year, true FROM calendar_day GROUP BY year HAVING count(*) FILTER (WHERE kind = 'DAY_OFF') >= 10;
-- «As usual» was written over what is now known to be a holiday only by whoever took a change back.
DELETE FROM calendar_day d WHERE kind = 'USUAL' AND NOT EXISTS (SELECT FROM calendar_year y WHERE y.year = d.year);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON calendar_year
  FOR EACH ROW EXECUTE FUNCTION write_history('calendar_year_source', 'calendar_year', 'year');
