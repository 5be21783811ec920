-- Columns of the journals of underwriting that the list is filtered and sorted by: kept with the row of the case.
ALTER TABLE case_file ADD COLUMN client_categories text[], ADD COLUMN engine_result text;

-- Every category that a client is of, the most telling first: as `categoriesByFacts` and `categoriesOf` tell them.
CREATE FUNCTION client_categories(work jsonb, is_repeat boolean, is_of_partner boolean)
RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(ARRAY[
    CASE WHEN work ->> 'organizationType' = 'PARTNER_BANK' THEN 'EMPLOYEE' END,
    CASE WHEN work -> 'salaryClient' = 'true'::jsonb THEN 'SALARY' END,
    CASE WHEN work ->> 'employmentType' IN ('STATE_SERVANT', 'MILITARY', 'LAW_ENFORCEMENT')
      OR work ->> 'organizationType' IN ('STATE_BODY', 'MUNICIPAL_BODY', 'STATE_INSTITUTION', 'MILITARY') THEN 'STATE' END,
    CASE WHEN work ->> 'employmentType' IN ('PENSIONER', 'PENSIONER_WORKING') THEN 'PENSIONER' END,
    CASE WHEN is_repeat THEN 'REPEAT' END,
    CASE WHEN is_of_partner THEN 'PARTNER' END], NULL)
$$;

-- Where a case has come to a loan.
CREATE FUNCTION is_lent(type text, stage text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (type, stage) IN (('FULL_APPLICATION', 'DEAL'), ('LOAN_APPLICATION', 'ISSUING'))
$$;

CREATE FUNCTION case_categories(of_case int, of_partner int, of_person int) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT client_categories(
    (SELECT s.data FROM case_participant p
      JOIN case_section s ON s.case_id = p.case_id AND s.participant_id = p.id AND s.section = 'EMPLOYMENT'
      WHERE p.case_id = of_case AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL ORDER BY p.id LIMIT 1),
    EXISTS (SELECT FROM case_file o WHERE o.person_id = of_person AND o.id <> of_case AND is_lent(o.type, o.stage)),
    (SELECT NOT 'Ahml' = ANY(p.roles) FROM partner p WHERE p.id = of_partner))
$$;

-- The row of the case itself: whose client it is, and whether they have had a loan since it moved last.
CREATE FUNCTION keep_client_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.fills_database', true), '') <> 'on' THEN
    NEW.client_categories := case_categories(NEW.id, NEW.partner_id, NEW.person_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_categories_insert BEFORE INSERT ON case_file
  FOR EACH ROW WHEN (NEW.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION')) EXECUTE FUNCTION keep_client_categories();
CREATE TRIGGER keep_categories_update BEFORE UPDATE OF stage, partner_id, person_id ON case_file
  FOR EACH ROW WHEN (NEW.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION')) EXECUTE FUNCTION keep_client_categories();

-- Other cases of a person who has been lent to. Whoever holds one of them now tells it by the next move.
CREATE FUNCTION tell_repeated_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_file f SET client_categories = case_categories(f.id, f.partner_id, f.person_id)
    WHERE f.id IN (SELECT o.id FROM case_file o WHERE o.person_id = NEW.person_id AND o.id <> NEW.id
      AND o.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION') FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_repeated AFTER UPDATE OF stage ON case_file
  FOR EACH ROW WHEN (NEW.person_id IS NOT NULL AND is_lent(NEW.type, NEW.stage) AND NOT is_lent(OLD.type, OLD.stage))
  EXECUTE FUNCTION tell_repeated_clients();

-- What the questionnaire says of the work of the main borrower.
CREATE FUNCTION follow_work_of_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.fills_database', true), '') = 'on' THEN RETURN NULL; END IF;
  UPDATE case_file f SET client_categories = n.categories
    FROM (SELECT c.id, case_categories(c.id, c.partner_id, c.person_id) AS categories FROM case_file c
      WHERE c.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION')
        AND c.id IN (SELECT s.case_id FROM touched s WHERE s.section = 'EMPLOYMENT')) n
    WHERE f.id = n.id AND f.client_categories IS DISTINCT FROM n.categories;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_categories_insert AFTER INSERT ON case_section REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION follow_work_of_clients();
CREATE TRIGGER keep_categories_update AFTER UPDATE ON case_section REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION follow_work_of_clients();

-- The last answer of the decision engine; one that failed takes none away.
CREATE FUNCTION follow_engine_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.fills_database', true), '') = 'on' THEN RETURN NULL; END IF;
  UPDATE case_file f SET engine_result = r.result
    FROM (SELECT DISTINCT ON (case_id) case_id, answer ->> 'result' AS result FROM touched WHERE state = 'ANSWERED'
      ORDER BY case_id, id DESC) r
    WHERE f.id = r.case_id AND f.engine_result IS DISTINCT FROM r.result;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_engine_result_insert AFTER INSERT ON decision_run REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION follow_engine_runs();
CREATE TRIGGER keep_engine_result_update AFTER UPDATE ON decision_run REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION follow_engine_runs();

-- Whoever decides at the bank may hand an application up to the head of their group.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', 'Escalate' FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type IN ('FullApplication', 'LoanApplication')
    AND o.operation IN ('Underwrite', 'ControlDecision')
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
