-- The log of accesses lies by months of UTC. A month that is old enough goes into a file under a seal and leaves the database
-- as a whole: no row is ever deleted by itself.
ALTER TABLE access_event RENAME TO access_event_first;
ALTER TABLE access_event_first ALTER COLUMN id DROP IDENTITY;
ALTER TABLE access_event_first DROP CONSTRAINT access_event_pkey;
DO $$ DECLARE own record; BEGIN
  FOR own IN SELECT indexrelid::regclass AS name FROM pg_index WHERE indrelid = 'access_event_first'::regclass LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', own.name, replace(own.name::text, 'access_event_', 'access_event_first_'));
  END LOOP;
END $$;

CREATE TABLE access_event (LIKE access_event_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (at);
CREATE SEQUENCE access_event_number OWNED BY access_event.id;
SELECT setval('access_event_number', coalesce(max(id), 0) + 1, false) FROM access_event_first;
ALTER TABLE access_event
  ALTER COLUMN id SET DEFAULT nextval('access_event_number'),
  ADD PRIMARY KEY (id, at),
  ADD FOREIGN KEY (actor_id) REFERENCES employee;
CREATE INDEX access_event_actor ON access_event (actor_id, id DESC);
CREATE INDEX access_event_object ON access_event (object_type, object_id, id DESC) WHERE object_id IS NOT NULL;
CREATE INDEX access_event_action ON access_event (action, id DESC);
CREATE INDEX access_event_at ON access_event (at);
CREATE INDEX access_event_chain ON access_event (object_type, object_id, id DESC) WHERE action = 'CHAIN';

-- The months that are still to come, so that a row always has a place; of a partition everybody reads by the table alone.
CREATE FUNCTION make_access_months() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public SET TimeZone = 'UTC' AS $$
DECLARE
  month timestamptz;
  name text;
BEGIN
  FOR month IN SELECT generate_series(date_trunc('month', now()) + interval '1 month',
    date_trunc('month', now()) + interval '12 months', interval '1 month')
  LOOP
    name := 'access_event_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I PARTITION OF access_event FOR VALUES FROM (%L) TO (%L)',
      name, month, month + interval '1 month');
  END LOOP;
END $$;

DO $$ BEGIN
  EXECUTE format('ALTER TABLE access_event ATTACH PARTITION access_event_first FOR VALUES FROM (MINVALUE) TO (%L)',
    (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
  PERFORM make_access_months();
END $$;

-- A month that lies in a file: what was there, and the seal over it and the one before. Only added to.
CREATE TABLE access_archive (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: from the beginning.
  from_at   timestamptz,
  to_at     timestamptz NOT NULL UNIQUE,
  row_count bigint NOT NULL,
  first_id  bigint,
  last_id   bigint,
  file_key  text NOT NULL UNIQUE,
  size      bigint NOT NULL,
  -- Of the file, in hex.
  sha256    text NOT NULL,
  made_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  hash      bytea NOT NULL
);

CREATE FUNCTION access_archive_hash(before bytea, a access_archive) RETURNS bytea LANGUAGE sql STABLE
  SET TimeZone = 'UTC' SET DateStyle = 'ISO'
  RETURN sha256(convert_to(
    coalesce(encode(before, 'hex'), '') || '|' || coalesce((a).from_at::text, '') || '|' || (a).to_at::text || '|'
    || (a).row_count || '|' || coalesce((a).first_id::text, '') || '|' || coalesce((a).last_id::text, '') || '|'
    || (a).file_key || '|' || (a).size || '|' || (a).sha256 || '|' || (a).made_at::text, 'UTF8'));

CREATE VIEW access_month AS
  SELECT c.relname::text AS name,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::timestamptz AS from_at,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz AS to_at
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'access_event'::regclass;

-- Takes a month out of the database once its file holds it. Whoever calls it can neither choose rows nor hurry: the oldest
-- month alone, no younger than a year, with exactly the rows that the file has.
CREATE FUNCTION close_access_month(month text, held_rows bigint, held_key text, held_size bigint, held_sha256 text) RETURNS int
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public SET lock_timeout = '2s' AS $$
DECLARE
  a access_archive;
BEGIN
  SELECT m.from_at, m.to_at INTO a.from_at, a.to_at FROM access_month m WHERE m.name = month;
  IF a.to_at IS NULL OR a.to_at > now() - interval '1 year'
    OR EXISTS (SELECT FROM access_month m WHERE m.to_at < a.to_at) THEN
    RAISE EXCEPTION 'The month % cannot be closed', month;
  END IF;
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', month);
  EXECUTE format('SELECT count(*), min(id), max(id) FROM %I', month) INTO a.row_count, a.first_id, a.last_id;
  IF a.row_count <> held_rows THEN
    RAISE EXCEPTION 'The month % has % rows, its file %', month, a.row_count, held_rows;
  END IF;
  a.file_key := held_key;
  a.size := held_size;
  a.sha256 := held_sha256;
  a.made_at := clock_timestamp();
  a.hash := access_archive_hash((SELECT x.hash FROM access_archive x ORDER BY x.id DESC LIMIT 1), a);
  INSERT INTO access_archive (from_at, to_at, row_count, first_id, last_id, file_key, size, sha256, made_at, hash)
    VALUES (a.from_at, a.to_at, a.row_count, a.first_id, a.last_id, a.file_key, a.size, a.sha256, a.made_at, a.hash)
    RETURNING id INTO a.id;
  EXECUTE format('ALTER TABLE access_event DETACH PARTITION %I', month);
  EXECUTE format('DROP TABLE %I', month);
  RETURN a.id;
END $$;

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
  SELECT file_key, false FROM payment_load WHERE file_key IS NOT NULL
  UNION ALL
  SELECT file_key, false FROM access_archive;
