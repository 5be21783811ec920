-- A condition with a last day may end the decision with it. Conditions of before do not.
ALTER TABLE case_condition ADD COLUMN shortens boolean NOT NULL DEFAULT false;
-- For which last day the owner was reminded, and the head told that it has passed.
ALTER TABLE case_condition ADD COLUMN reminded_for date;
ALTER TABLE case_condition ADD COLUMN overdue_for date;

-- The task of whoever is to grade a drawn decision; null: it was drawn before.
ALTER TABLE quality_check ADD COLUMN task_id int;
ALTER TABLE quality_check ADD CONSTRAINT quality_check_task FOREIGN KEY (task_id) REFERENCES case_task ON DELETE SET NULL NOT VALID;

-- One human being may have more than two rows: by the passport of the first one, by the СНИЛС of the second. Whoever is
-- known by a number is followed in three steps; a step further than the first ends where there are fifty of them, for a
-- number that stands with everybody names nobody. Namesakes born on one day join only where no СНИЛС and no ИНН of those
-- who are there already speaks against it.
CREATE OR REPLACE FUNCTION same_people(wanted int) RETURNS SETOF int LANGUAGE plpgsql STABLE ROWS 4 SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  people int[] := ARRAY(SELECT id FROM person WHERE id = wanted);
  latest int[] := people;
  snilses text[];
  inns text[];
BEGIN
  FOR step IN 1..3 LOOP
    EXIT WHEN cardinality(latest) = 0 OR (step > 1 AND cardinality(people) >= 50);
    SELECT array_agg(DISTINCT p.snils) FILTER (WHERE p.snils IS NOT NULL), array_agg(DISTINCT p.inn) FILTER (WHERE p.inn IS NOT NULL)
      INTO snilses, inns FROM person p WHERE p.id = ANY(people);
    latest := ARRAY(
      SELECT DISTINCT f.id FROM person me CROSS JOIN LATERAL (
        SELECT o.id FROM person o WHERE o.passport = me.passport
        UNION ALL SELECT o.id FROM person o WHERE o.passport = ANY(me.past_passports)
        UNION ALL SELECT o.id FROM person o WHERE o.past_passports && array_remove(me.past_passports || me.passport, NULL)
        UNION ALL SELECT o.id FROM person o WHERE o.snils = me.snils
        UNION ALL SELECT o.id FROM person o WHERE o.inn = me.inn
        UNION ALL SELECT o.id FROM person o WHERE o.birth_date = me.birth_date
          AND search_form(o.last_name || ' ' || o.first_name || ' ' || o.middle_name)
            = search_form(me.last_name || ' ' || me.first_name || ' ' || me.middle_name)
          AND (o.snils = me.snils) IS NOT FALSE AND (o.inn = me.inn) IS NOT FALSE
          AND (o.snils = ANY(snilses)) IS NOT FALSE AND (o.inn = ANY(inns)) IS NOT FALSE) f
      WHERE me.id = ANY(latest) AND f.id <> ALL(people)
      ORDER BY f.id LIMIT CASE WHEN step > 1 THEN 50 - cardinality(people) END);
    people := people || latest;
  END LOOP;
  RETURN QUERY SELECT unnest(people);
END $$;

-- Numbers of the papers that tell who an employee is.
CREATE VIEW employee_paper AS
  SELECT d.employee_id, regexp_replace(d.number, '\D', '', 'g') AS number FROM employee_document d
  WHERE d.deleted_at IS NULL AND d.kind = 'OTHER' AND length(regexp_replace(d.number, '\D', '', 'g')) >= 10
    AND EXISTS (SELECT FROM reference_item r WHERE r.dictionary = 'docType' AND r.code = d.type_code
      AND r.attributes ->> 'categoryCode' = 'IDENTITY');

-- Rows of employees that are, for all that is known, one human being: by name, where neither the middle name nor the birth
-- date speaks against it, and by the numbers of identity papers; in three steps, as the people of applications are followed.
CREATE FUNCTION same_employees(wanted int) RETURNS SETOF int LANGUAGE plpgsql STABLE ROWS 2 SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  people int[] := ARRAY(SELECT id FROM employee WHERE id = wanted);
  latest int[] := people;
  births date[];
BEGIN
  FOR step IN 1..3 LOOP
    EXIT WHEN cardinality(latest) = 0 OR (step > 1 AND cardinality(people) >= 50);
    SELECT array_agg(DISTINCT e.birth_date) FILTER (WHERE e.birth_date IS NOT NULL) INTO births FROM employee e WHERE e.id = ANY(people);
    latest := ARRAY(
      SELECT DISTINCT f.id FROM (
        SELECT o.id FROM employee me JOIN employee o
          ON search_form(o.last_name || ' ' || o.first_name) = search_form(me.last_name || ' ' || me.first_name)
          AND (coalesce(me.middle_name, '') = '' OR coalesce(o.middle_name, '') = ''
            OR search_form(me.middle_name) = search_form(o.middle_name))
          AND (o.birth_date = me.birth_date) IS NOT FALSE AND (o.birth_date = ANY(births)) IS NOT FALSE
          WHERE me.id = ANY(latest)
        UNION ALL
        SELECT theirs.employee_id FROM employee_paper mine JOIN employee_paper theirs ON theirs.number = mine.number
          WHERE mine.employee_id = ANY(latest)) f (id)
      WHERE f.id <> ALL(people) ORDER BY f.id LIMIT CASE WHEN step > 1 THEN 50 - cardinality(people) END);
    people := people || latest;
  END LOOP;
  RETURN QUERY SELECT unnest(people);
END $$;

-- What most pairs are told by is looked at first, and chains are followed for those alone who have a namesake or a paper;
-- from both ends, for a birth date that is met on the way counts.
CREATE OR REPLACE FUNCTION same_person(one int, other int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT one = other OR CASE
    WHEN EXISTS (
      SELECT FROM employee a, employee b WHERE a.id = one AND b.id = other
        AND search_form(a.last_name || ' ' || a.first_name) = search_form(b.last_name || ' ' || b.first_name)
        AND (coalesce(a.middle_name, '') = '' OR coalesce(b.middle_name, '') = ''
          OR search_form(a.middle_name) = search_form(b.middle_name))
        AND (a.birth_date IS NULL OR b.birth_date IS NULL OR a.birth_date = b.birth_date)) THEN true
    WHEN EXISTS (SELECT FROM employee a JOIN employee x
          ON search_form(x.last_name || ' ' || x.first_name) = search_form(a.last_name || ' ' || a.first_name)
          WHERE a.id = one AND x.id <> one)
        OR EXISTS (SELECT FROM employee_paper p WHERE p.employee_id = one)
      THEN other IN (SELECT same_employees(one)) OR one IN (SELECT same_employees(other))
    ELSE false END
$$;

-- Employees who are themselves people of an application: by the whole name and the birth date or the phone, or by the number
-- of an identity paper, with every row that is the same client.
CREATE FUNCTION employees_among(of_case int) RETURNS SETOF int LANGUAGE sql STABLE ROWS 1 AS $$
  WITH people AS MATERIALIZED (
    SELECT DISTINCT p.* FROM case_participant c CROSS JOIN LATERAL same_people(c.person_id) s (id) JOIN person p ON p.id = s.id
    WHERE c.case_id = of_case AND c.removed_at IS NULL)
  SELECT e.id FROM people p JOIN employee e
    ON search_form(e.last_name || ' ' || e.first_name) = search_form(p.last_name || ' ' || p.first_name)
    AND (coalesce(e.middle_name, '') = '' OR p.middle_name = '' OR search_form(e.middle_name) = search_form(p.middle_name))
    AND (e.birth_date = p.birth_date) IS NOT FALSE
    AND (e.birth_date = p.birth_date OR length(p.phone) >= 10
      AND right(regexp_replace(coalesce(e.phone, ''), '\D', '', 'g'), 10) = right(p.phone, 10))
  UNION
  SELECT d.employee_id FROM people p
    CROSS JOIN LATERAL unnest(array_remove(ARRAY[p.passport, p.snils, p.inn] || p.past_passports, NULL)) n (number)
    JOIN employee_paper d ON d.number = n.number
$$;
