-- Full applications: what was sent when, automatic checks; documents of every type of case.

-- The questionnaire as it was handed in each time: what changed between two sendings is read from here.
CREATE TABLE full_application_sending (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id  int NOT NULL REFERENCES case_file,
  at       timestamptz NOT NULL,
  actor_id int REFERENCES employee,
  -- {sections, participants} as the contract's QuestionnaireData.
  data     jsonb NOT NULL
);
CREATE INDEX full_application_sending_case ON full_application_sending (case_id, id DESC);

-- Answers of the bank's own and of outside services about the people of an application.
CREATE TABLE auto_check (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int REFERENCES case_participant,
  code           text NOT NULL,
  state          text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'OK', 'WARN', 'FAIL', 'ERROR')),
  text           text NOT NULL DEFAULT '',
  requested_at   timestamptz NOT NULL,
  answered_at    timestamptz,
  valid_until    timestamptz,
  attempts       int NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (case_id, code, participant_id),
  CHECK ((state = 'WAITING') = (answered_at IS NULL))
);

CREATE INDEX person_name ON person USING gin (search_form(full_name) gin_trgm_ops);

-- Documents belong to the case from its first day, not only while it is in the approvers' queue.
CREATE OR REPLACE VIEW document_owner AS
  SELECT CASE f.type WHEN 'FULL_APPLICATION' THEN 'APPLICATION' ELSE f.type END AS owner_type, f.id AS owner_id, f.partner_id,
    CASE f.type WHEN 'LEAD' THEN 'Лид ' WHEN 'SHORT_APPLICATION' THEN 'Краткая заявка '
      WHEN 'LOAN_APPLICATION' THEN 'Заявка на кредит ' ELSE 'Заявка ' END || f.number || ', ' || f.client_name AS title
  FROM case_file f
  UNION ALL
  SELECT 'PARTNER', p.id, p.id, p.short_name FROM partner p;
