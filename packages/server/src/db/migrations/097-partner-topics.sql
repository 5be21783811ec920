-- Whatever changes a count on the card of a partner tells the topic of the card in the same transaction: services, jobs and
-- commands cannot forget it. The argument is a query over the rows that were touched, as (id of the partner).
CREATE FUNCTION tell_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- While a database is being filled nobody has a page open.
  IF current_setting('app.fills_database', true) = 'on' THEN RETURN NULL; END IF;
  EXECUTE format(
    'INSERT INTO live_event (topic, payload)
       SELECT DISTINCT ''/topic/partner.'' || t.id, ''{}''::jsonb FROM (%s) t (id) WHERE t.id IS NOT NULL', TG_ARGV[0]);
  RETURN NULL;
END $$;

DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('partner', 'parent_id', NULL),
    ('partner_account', 'partner_id', NULL),
    ('contact', 'partner_id', NULL),
    ('partner_region', 'partner_id', NULL),
    ('partner_role', 'partner_id', NULL),
    ('partner_rate', 'partner_id', NULL),
    ('partner_link', 'partner_id', NULL),
    ('partner_notification', 'partner_id', NULL),
    ('partner_reassignment', 'partner_id', NULL),
    -- Of these the active are counted.
    ('employee', 'partner_id', 'not_active'),
    ('workgroup', 'partner_id', 'not_active')
  ) t (name, owner, state) LOOP
    EXECUTE format('CREATE TRIGGER tell_partner_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_partner(%L)', counted.name, format('SELECT %I FROM touched', counted.owner));
    EXECUTE format('CREATE TRIGGER tell_partner_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_partner(%L)', counted.name, format('SELECT %I FROM touched', counted.owner));
    IF counted.state IS NOT NULL THEN
      EXECUTE format('CREATE TRIGGER tell_partner_update AFTER UPDATE ON %I
        REFERENCING OLD TABLE AS before NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION tell_partner(%L)',
        counted.name, format('SELECT unnest(ARRAY[o.%1$I, n.%1$I]) FROM before o JOIN touched n USING (id)
          WHERE (o.%1$I, o.%2$I) IS DISTINCT FROM (n.%1$I, n.%2$I)', counted.owner, counted.state));
    END IF;
  END LOOP;
END $$;
