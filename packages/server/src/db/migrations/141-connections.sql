-- What people of applications have in common: a row for each phone, address, employer and so on of a case. Follows from the
-- questionnaire, the objects and the head by triggers, so that no service forgets it and seeds and imports have it too.
CREATE TABLE case_tie (
  case_id        int NOT NULL REFERENCES case_file,
  -- 0: of the case itself, so of its main borrower.
  participant_id int NOT NULL DEFAULT 0,
  -- The section, REALTY_OBJECTS, CASE or MARK: what is written anew together.
  source         text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('PHONE', 'EMAIL', 'ADDRESS', 'EMPLOYER', 'ACCOUNT', 'OBJECT', 'PARTNER_EMPLOYEE', 'DEVICE', 'NETWORK')),
  -- By which it is the same elsewhere; the label is what people read.
  value          text NOT NULL,
  label          text NOT NULL,
  role           text NOT NULL,
  PRIMARY KEY (case_id, participant_id, source, kind, value)
);
CREATE INDEX case_tie_value ON case_tie (kind, value, case_id DESC) INCLUDE (participant_id);

CREATE FUNCTION tie_phone(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN d ~ '^8\d{10}$' THEN '7' || substr(d, 2) WHEN length(d) BETWEEN 10 AND 15 THEN d END
  FROM (SELECT regexp_replace(coalesce(typed, ''), '\D', '', 'g') AS d) x
$$;
-- An address is the same by its words without signs between them: a house chosen from the register is not yet a flat.
CREATE FUNCTION tie_address(given jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(trim(left(regexp_replace(translate(lower(given ->> 'value'), 'ё', 'е'), '[^0-9a-zа-я]+', ' ', 'g'), 200)), '')
$$;

-- What one section says that others may have too.
CREATE FUNCTION section_ties(section text, data jsonb)
RETURNS TABLE (kind text, value text, label text, role text) LANGUAGE sql IMMUTABLE AS $$
  SELECT t.kind, t.value, left(t.label, 300), t.role FROM (
    SELECT 'PHONE' AS kind, tie_phone(data ->> 'phone') AS value, tie_phone(data ->> 'phone') AS label, 'телефон' AS role
      WHERE section = 'PERSONAL'
    UNION ALL SELECT 'PHONE', tie_phone(p ->> 'phone'), tie_phone(p ->> 'phone'), 'другой телефон'
      FROM jsonb_array_elements(CASE WHEN section = 'PERSONAL' AND jsonb_typeof(data -> 'extraPhones') = 'array' THEN data -> 'extraPhones' ELSE '[]' END) p
    UNION ALL SELECT 'EMAIL', lower(data ->> 'email'), lower(data ->> 'email'), 'почта' WHERE section = 'PERSONAL'
    UNION ALL SELECT 'ADDRESS', tie_address(data -> a.field), data -> a.field ->> 'value', a.role
      FROM (VALUES ('registrationAddress', 'зарегистрирован'), ('residenceAddress', 'живёт')) a (field, role) WHERE section = 'PERSONAL'
    UNION ALL SELECT 'EMPLOYER', data ->> 'employerInn', coalesce(data ->> 'employerName', 'ИНН ' || (data ->> 'employerInn')), 'работает'
      WHERE section = 'EMPLOYMENT'
    UNION ALL SELECT 'EMPLOYER', j ->> 'employerInn', coalesce(j ->> 'employerName', 'ИНН ' || (j ->> 'employerInn')), 'работает ещё'
      FROM jsonb_array_elements(CASE WHEN section = 'EMPLOYMENT' AND jsonb_typeof(data -> 'extraJobs') = 'array' THEN data -> 'extraJobs' ELSE '[]' END) j
    UNION ALL SELECT 'PHONE', tie_phone(data ->> 'employerPhone'), tie_phone(data ->> 'employerPhone'), 'телефон работодателя'
      WHERE section = 'EMPLOYMENT'
    UNION ALL SELECT 'ADDRESS', tie_address(data -> 'employerAddress'), data -> 'employerAddress' ->> 'value', 'адрес работодателя'
      WHERE section = 'EMPLOYMENT'
    UNION ALL SELECT 'ACCOUNT', nullif(data ->> 'account', ''), data ->> 'account', 'счёт' WHERE section = 'LOAN'
    UNION ALL SELECT 'PHONE', tie_phone(data ->> 'phone'), tie_phone(data ->> 'phone'), 'телефон продавца' WHERE section = 'SELLER'
  ) t WHERE t.value IS NOT NULL AND t.value <> '' AND t.label IS NOT NULL
$$;

CREATE FUNCTION keep_section_ties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM case_tie t USING touched s WHERE t.case_id = s.case_id AND t.source = s.section
      AND t.participant_id = coalesce(s.participant_id, 0);
  END IF;
  INSERT INTO case_tie (case_id, participant_id, source, kind, value, label, role)
    SELECT s.case_id, coalesce(s.participant_id, 0), s.section, t.kind, t.value, t.label, t.role
    FROM touched s CROSS JOIN LATERAL section_ties(s.section, s.data) t
    WHERE s.section IN ('PERSONAL', 'EMPLOYMENT', 'LOAN', 'SELLER')
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_ties_insert AFTER INSERT ON case_section REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION keep_section_ties();
CREATE TRIGGER keep_ties_update AFTER UPDATE ON case_section REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION keep_section_ties();

CREATE FUNCTION keep_object_ties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM case_tie t USING touched o WHERE t.case_id = o.case_id AND t.source = 'REALTY_OBJECTS';
  INSERT INTO case_tie (case_id, source, kind, value, label, role)
    SELECT o.case_id, 'REALTY_OBJECTS', 'OBJECT', o.cadastral_number, coalesce(o.address ->> 'value', o.cadastral_number), 'предмет ипотеки'
    FROM realty_object o WHERE o.case_id IN (SELECT case_id FROM touched) AND o.removed_at IS NULL AND o.cadastral_number IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_ties_insert AFTER INSERT ON realty_object REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION keep_object_ties();
CREATE TRIGGER keep_ties_update AFTER UPDATE ON realty_object REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION keep_object_ties();

-- Who of a partner opened the application or leads it: people of the bank are no connection.
CREATE FUNCTION keep_case_ties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.created_by IS NOT DISTINCT FROM NEW.created_by AND OLD.responsible_id IS NOT DISTINCT FROM NEW.responsible_id THEN RETURN NULL; END IF;
    DELETE FROM case_tie WHERE case_id = NEW.id AND source = 'CASE';
  END IF;
  INSERT INTO case_tie (case_id, source, kind, value, label, role)
    SELECT NEW.id, 'CASE', 'PARTNER_EMPLOYEE', e.id::text, e.full_name || ', ' || p.short_name, 'ведёт заявку'
    FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id IN (NEW.created_by, NEW.responsible_id) AND NOT 'Ahml' = ANY(p.roles)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_ties AFTER INSERT OR UPDATE OF created_by, responsible_id ON case_file
  FOR EACH ROW WHEN (NEW.created_by IS NOT NULL OR NEW.responsible_id IS NOT NULL) EXECUTE FUNCTION keep_case_ties();

-- What stands already.
INSERT INTO case_tie (case_id, participant_id, source, kind, value, label, role)
  SELECT s.case_id, coalesce(s.participant_id, 0), s.section, t.kind, t.value, t.label, t.role
  FROM case_section s CROSS JOIN LATERAL section_ties(s.section, s.data) t
  WHERE s.section IN ('PERSONAL', 'EMPLOYMENT', 'LOAN', 'SELLER') ON CONFLICT DO NOTHING;
INSERT INTO case_tie (case_id, source, kind, value, label, role)
  SELECT o.case_id, 'REALTY_OBJECTS', 'OBJECT', o.cadastral_number, coalesce(o.address ->> 'value', o.cadastral_number), 'предмет ипотеки'
  FROM realty_object o WHERE o.removed_at IS NULL AND o.cadastral_number IS NOT NULL ON CONFLICT DO NOTHING;
INSERT INTO case_tie (case_id, source, kind, value, label, role)
  SELECT f.id, 'CASE', 'PARTNER_EMPLOYEE', e.id::text, e.full_name || ', ' || p.short_name, 'ведёт заявку'
  FROM case_file f JOIN employee e ON e.id IN (f.created_by, f.responsible_id) JOIN partner p ON p.id = e.partner_id
  WHERE NOT 'Ahml' = ANY(p.roles) ON CONFLICT DO NOTHING;
