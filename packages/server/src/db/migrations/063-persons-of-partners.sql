-- A person is kept once for a partner, no longer for the whole tree: what a branch writes down about a client is neither
-- read nor changed by the head office's cases, nor the other way round. What a person said last is read from the cases
-- that the reader sees, so the copy of it goes.
ALTER TABLE person
  ADD COLUMN partner_id int REFERENCES partner,
  -- Earlier passports, ten digits each: a client is known by the replaced one too.
  ADD COLUMN past_passports text[] NOT NULL DEFAULT '{}';
DROP INDEX person_passport;

CREATE TEMP TABLE person_use ON COMMIT DROP AS
  SELECT f.person_id, f.partner_id FROM case_file f WHERE f.person_id IS NOT NULL
  UNION
  SELECT c.person_id, f.partner_id FROM case_participant c JOIN case_file f ON f.id = c.case_id WHERE c.person_id IS NOT NULL;

-- The row stays with the root where it has a case, else with the first partner; every other partner gets a row of its own.
UPDATE person p SET partner_id = coalesce(
  (SELECT u.partner_id FROM person_use u WHERE u.person_id = p.id ORDER BY u.partner_id <> p.root_partner_id, u.partner_id LIMIT 1),
  p.root_partner_id);
CREATE TEMP TABLE person_split ON COMMIT DROP AS
  SELECT u.person_id, u.partner_id, nextval(pg_get_serial_sequence('person', 'id'))::int AS new_id
  FROM person_use u JOIN person p ON p.id = u.person_id WHERE u.partner_id <> p.partner_id;
INSERT INTO person (id, root_partner_id, partner_id, last_name, first_name, middle_name, sex, birth_date, passport, phone,
  email, inn, snils, created_at, created_by)
SELECT s.new_id, p.root_partner_id, s.partner_id, p.last_name, p.first_name, p.middle_name, p.sex, p.birth_date, p.passport,
  p.phone, p.email, p.inn, p.snils, p.created_at, p.created_by
FROM person_split s JOIN person p ON p.id = s.person_id;
UPDATE case_file f SET person_id = s.new_id FROM person_split s WHERE f.person_id = s.person_id AND f.partner_id = s.partner_id;
UPDATE case_participant c SET person_id = s.new_id FROM person_split s, case_file f
  WHERE c.person_id = s.person_id AND f.id = c.case_id AND f.partner_id = s.partner_id;

-- Of those who were shared, what one partner has typed leaves the rows of the others.
UPDATE person p SET phone = own.phone, email = own.email, inn = own.inn, snils = own.snils
FROM (
  SELECT x.id, substring(regexp_replace(d.data ->> 'phone', '\D', '', 'g') FROM '^\d{5,15}$') AS phone,
    d.data ->> 'email' AS email, substring(d.data ->> 'inn' FROM '^\d{12}$') AS inn,
    substring(d.data ->> 'snils' FROM '^\d{11}$') AS snils
  FROM (SELECT new_id AS id FROM person_split UNION SELECT person_id FROM person_split) x
  LEFT JOIN LATERAL (
    SELECT s.data FROM case_participant c JOIN case_section s ON s.participant_id = c.id AND s.section = 'PERSONAL'
    WHERE c.person_id = x.id ORDER BY s.saved_at DESC LIMIT 1) d ON true) own
WHERE p.id = own.id;

ALTER TABLE person ALTER COLUMN partner_id SET NOT NULL, DROP COLUMN root_partner_id, DROP COLUMN latest, DROP COLUMN latest_at;
CREATE UNIQUE INDEX person_passport ON person (passport, partner_id) WHERE passport IS NOT NULL;
CREATE INDEX person_past_passports ON person USING gin (past_passports);
CREATE INDEX person_snils ON person (snils) WHERE snils IS NOT NULL;
CREATE INDEX person_inn ON person (inn) WHERE inn IS NOT NULL;

-- The rows of one human being, of whichever partners: by the passport, present or past, СНИЛС, ИНН, or the whole name and
-- the birth date where neither СНИЛС nor ИНН speaks against it. Who asks still sees only the cases that are theirs to see.
CREATE FUNCTION same_people(wanted int) RETURNS SETOF int LANGUAGE sql STABLE AS $$
  WITH me AS (SELECT * FROM person WHERE id = wanted)
  SELECT id FROM me
  UNION SELECT o.id FROM me JOIN person o ON o.passport = me.passport
  UNION SELECT o.id FROM me JOIN person o ON o.passport = ANY(me.past_passports)
  UNION SELECT o.id FROM me JOIN person o ON o.past_passports && array_remove(me.past_passports || me.passport, NULL)
  UNION SELECT o.id FROM me JOIN person o ON o.snils = me.snils
  UNION SELECT o.id FROM me JOIN person o ON o.inn = me.inn
  UNION SELECT o.id FROM me JOIN person o ON o.birth_date = me.birth_date
    AND search_form(o.last_name || ' ' || o.first_name || ' ' || o.middle_name)
      = search_form(me.last_name || ' ' || me.first_name || ' ' || me.middle_name)
    AND (o.snils = me.snils) IS NOT FALSE AND (o.inn = me.inn) IS NOT FALSE
$$;
