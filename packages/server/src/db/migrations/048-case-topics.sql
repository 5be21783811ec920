-- Whatever changes something that a page of a case shows, or that its moves ask, tells the topic of the case in the same
-- transaction. Services cannot forget it, and neither can a job or a command.
-- The argument is a query over the rows that were touched, as (id of the case, part of it).
CREATE FUNCTION tell_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- While a database is being filled nobody has a page open.
  IF current_setting('app.fills_database', true) = 'on' THEN RETURN NULL; END IF;
  EXECUTE format(
    'INSERT INTO live_event (topic, payload)
       SELECT ''/topic/case.'' || t.id, jsonb_build_object(''codes'', jsonb_agg(DISTINCT t.part))
       FROM (%s) t (id, part) WHERE t.id IS NOT NULL GROUP BY t.id', TG_ARGV[0]);
  RETURN NULL;
END $$;

-- What belongs to a photo of an object or to a document itself leads to the case by its owner.
CREATE FUNCTION case_of_owner(owner_type text, owner_id int) RETURNS int LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT CASE
    WHEN owner_type IN ('LEAD', 'SHORT_APPLICATION', 'APPLICATION', 'LOAN_APPLICATION') THEN owner_id
    WHEN owner_type = 'REALTY_OBJECT' THEN (SELECT o.case_id FROM realty_object o WHERE o.id = owner_id) END;
END;

DO $$
DECLARE
  told record;
  op text;
BEGIN
  FOR told IN SELECT * FROM (VALUES
    ('document', 'INSERT UPDATE DELETE', 'SELECT case_of_owner(owner_type, owner_id), ''documents'' FROM touched'),
    ('document_file', 'INSERT UPDATE DELETE',
      'SELECT case_of_owner(d.owner_type, d.owner_id), ''documents'' FROM touched f JOIN document d ON d.id = f.document_id'),
    ('case_section', 'INSERT UPDATE DELETE', 'SELECT case_id, ''section:'' || section FROM touched'),
    ('case_participant', 'INSERT UPDATE DELETE', 'SELECT case_id, ''participants'' FROM touched'),
    ('case_remark', 'INSERT UPDATE DELETE', 'SELECT case_id, ''remarks'' FROM touched'),
    ('case_comment', 'INSERT UPDATE DELETE', 'SELECT case_id, ''comments'' FROM touched'),
    ('realty_object', 'INSERT UPDATE DELETE', 'SELECT case_id, ''realty'' FROM touched'),
    ('auto_check', 'INSERT UPDATE DELETE', 'SELECT case_id, ''checks'' FROM touched'),
    ('self_ban_check', 'INSERT UPDATE DELETE', 'SELECT case_id, ''loan'' FROM touched'),
    ('loan_application', 'UPDATE', 'SELECT id, ''loan'' FROM touched'),
    ('lead', 'UPDATE', 'SELECT id, ''card'' FROM touched'),
    ('lead_contact', 'INSERT UPDATE DELETE', 'SELECT lead_id, ''card'' FROM touched'),
    ('short_application', 'UPDATE', 'SELECT id, ''card'' FROM touched'),
    ('short_consent', 'INSERT UPDATE DELETE', 'SELECT application_id, ''card'' FROM touched'),
    ('pre_decision', 'INSERT UPDATE DELETE', 'SELECT application_id, ''card'' FROM touched'),
    ('case_link', 'INSERT DELETE',
      'SELECT case_id, ''head'' FROM touched UNION ALL SELECT other_id, ''head'' FROM touched'),
    ('case_file', 'UPDATE', 'SELECT id, ''head'' FROM touched'),
    -- A task comes with a case or with its move, which tells of the head: a thousand new cases at once are nobody's news.
    ('case_task', 'UPDATE', 'SELECT case_id, ''tasks'' FROM touched')
  ) t (name, operations, query) LOOP
    FOREACH op IN ARRAY string_to_array(told.operations, ' ') LOOP
      EXECUTE format('CREATE TRIGGER tell_case_%s AFTER %s ON %I REFERENCING %s TABLE AS touched
        FOR EACH STATEMENT EXECUTE FUNCTION tell_case(%L)',
        lower(op), op, told.name, CASE op WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END, told.query);
    END LOOP;
  END LOOP;
END $$;
