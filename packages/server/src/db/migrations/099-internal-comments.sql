-- Comments that the bank's people write for themselves: people of partners are told neither of them nor of their number.
-- An instance of the release before, which may still run beside this one, does not say which it is: the safe side.
ALTER TABLE case_comment ADD COLUMN internal boolean NOT NULL DEFAULT true;

-- Of what the bank has written so far, only what is addressed to people of a partner is theirs to read.
ALTER TABLE case_comment DISABLE TRIGGER USER;
UPDATE case_comment c SET internal =
  EXISTS (SELECT FROM employee a JOIN partner p ON p.id = a.partner_id WHERE a.id = c.author_id AND 'Ahml' = ANY(p.roles))
  AND NOT EXISTS (SELECT FROM employee m JOIN partner p ON p.id = m.partner_id
    WHERE m.id = ANY(c.mentions) AND NOT 'Ahml' = ANY(p.roles));
ALTER TABLE case_comment ENABLE TRIGGER USER;

-- The topic of a case names them apart, so that partners are not told that there was one.
DO $$
DECLARE op text;
BEGIN
  FOREACH op IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('DROP TRIGGER tell_case_%s ON case_comment', lower(op));
    EXECUTE format('CREATE TRIGGER tell_case_%s AFTER %s ON case_comment REFERENCING %s TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(%L)',
      lower(op), op, CASE op WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END,
      'SELECT case_id, CASE WHEN internal THEN ''notes'' ELSE ''comments'' END FROM touched');
  END LOOP;
END $$;
