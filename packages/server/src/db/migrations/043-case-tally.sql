-- Lists tell exact totals. Counting a million cases for each of them took seconds: how many there are of each kind is
-- kept. Every change adds rows and locks none; the sweep adds them up. Counts are the sum of both tables.
CREATE TABLE case_tally (
  type           text NOT NULL,
  stage          text NOT NULL,
  archived       boolean NOT NULL,
  partner_id     int NOT NULL,
  region_code    text,
  channel        text,
  programme_code text,
  count          int NOT NULL,
  UNIQUE NULLS NOT DISTINCT (type, stage, archived, partner_id, region_code, channel, programme_code)
);
CREATE TABLE case_tally_change (
  type           text NOT NULL,
  stage          text NOT NULL,
  archived       boolean NOT NULL,
  partner_id     int NOT NULL,
  region_code    text,
  channel        text,
  programme_code text,
  count          int NOT NULL
);
-- With the names of case_file, so that one condition asks either.
CREATE VIEW case_tallied AS
  SELECT type, stage, CASE WHEN archived THEN timestamptz 'epoch' END AS archived_at, partner_id, region_code, channel,
    programme_code, count FROM case_tally
  UNION ALL
  SELECT type, stage, CASE WHEN archived THEN timestamptz 'epoch' END, partner_id, region_code, channel,
    programme_code, count FROM case_tally_change;

CREATE FUNCTION tally_cases() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO case_tally_change
      SELECT type, stage, archived_at IS NOT NULL, partner_id, region_code, channel, programme_code, count(*)::int
      FROM came GROUP BY 1, 2, 3, 4, 5, 6, 7;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO case_tally_change
      SELECT type, stage, archived_at IS NOT NULL, partner_id, region_code, channel, programme_code, -count(*)::int
      FROM went GROUP BY 1, 2, 3, 4, 5, 6, 7;
  ELSE
    INSERT INTO case_tally_change
      SELECT type, stage, archived_at IS NOT NULL, partner_id, region_code, channel, programme_code, sum(one)::int
      FROM (SELECT *, 1 AS one FROM came UNION ALL SELECT *, -1 FROM went) both_ways
      GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(one) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_come AFTER INSERT ON case_file REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION tally_cases();
CREATE TRIGGER tally_change AFTER UPDATE ON case_file REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION tally_cases();
CREATE TRIGGER tally_go AFTER DELETE ON case_file REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION tally_cases();

-- Adds the changes up; a second one at the same time leaves it to the first. Answers how many there were.
CREATE FUNCTION settle_case_tally() RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE settled int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('case_tally', 0)) THEN RETURN 0; END IF;
  WITH gone AS (DELETE FROM case_tally_change RETURNING *),
    added AS (
      INSERT INTO case_tally AS kept
        SELECT type, stage, archived, partner_id, region_code, channel, programme_code, sum(count)::int FROM gone
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(count) <> 0
      ON CONFLICT (type, stage, archived, partner_id, region_code, channel, programme_code)
        DO UPDATE SET count = kept.count + excluded.count)
  SELECT count(*) INTO settled FROM gone;
  RETURN settled;
END $$;

-- Counts everything anew: for rows that came past the triggers.
CREATE FUNCTION retally_cases() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  DELETE FROM case_tally_change;
  DELETE FROM case_tally;
  INSERT INTO case_tally
    SELECT type, stage, archived_at IS NOT NULL, partner_id, region_code, channel, programme_code, count(*)::int
    FROM case_file GROUP BY 1, 2, 3, 4, 5, 6, 7;
END;
REVOKE EXECUTE ON FUNCTION retally_cases() FROM PUBLIC;
SELECT retally_cases();

-- What the tally does not know (sums, days, people) is counted from an index alone.
DROP INDEX case_list_counts;
CREATE INDEX case_list_counts ON case_file (type, stage, region_code, partner_id)
  INCLUDE (id, responsible_id, workgroup_id, channel, programme_code, created_at, amount, due_at, closed)
  WHERE archived_at IS NULL;
CREATE INDEX case_list_overdue ON case_file (due_at)
  INCLUDE (id, type, stage, partner_id, region_code, channel, programme_code)
  WHERE NOT closed AND archived_at IS NULL AND due_at IS NOT NULL;
-- Arrivals of a day, of some partners alone too.
DROP INDEX case_list_applications;
CREATE INDEX case_list_applications ON case_file (created_at, id) INCLUDE (type, partner_id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NULL;
-- The archive in its orders.
CREATE INDEX case_archive_applications ON case_file (created_at, id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NOT NULL;
CREATE INDEX case_archive_applications_amount ON case_file (coalesce(amount, 0), id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NOT NULL;
CREATE INDEX case_archive_applications_client ON case_file (client_name, id)
  WHERE type IN ('SHORT_APPLICATION', 'FULL_APPLICATION') AND archived_at IS NOT NULL;

-- Tasks that nobody has, counted without a look at the rows.
CREATE INDEX case_task_free ON case_task (case_type, operation, stage)
  INCLUDE (partner_id, workgroup_id, follow_up_at, due_at, assignee_id, id) WHERE open AND assignee_id IS NULL;
CREATE INDEX case_task_counts ON case_task (case_type, stage, partner_id)
  INCLUDE (due_at, assignee_id, follow_up_at, id) WHERE open;
