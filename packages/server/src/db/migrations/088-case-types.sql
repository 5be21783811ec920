-- Types of cases are listed once, in the program: every start writes its list here (db/case-types.ts), and what the
-- database has to know of a type is read from this table. A new type needs no migration.
CREATE TABLE case_type (
  code       text PRIMARY KEY,
  -- Under which code the cases of the type own documents, and what such an owner is called before the number.
  owner_type text NOT NULL UNIQUE,
  owner_name text NOT NULL
);
INSERT INTO case_type (code, owner_type, owner_name) VALUES
  ('LEAD', 'LEAD', 'Лид'), ('SHORT_APPLICATION', 'SHORT_APPLICATION', 'Краткая заявка'),
  ('FULL_APPLICATION', 'APPLICATION', 'Заявка'), ('LOAN_APPLICATION', 'LOAN_APPLICATION', 'Заявка на кредит');

ALTER TABLE case_file DROP CONSTRAINT case_file_type_check,
  ADD CONSTRAINT case_file_type FOREIGN KEY (type) REFERENCES case_type;
ALTER TABLE assignment_rule ADD CONSTRAINT assignment_rule_case_type FOREIGN KEY (case_type) REFERENCES case_type;

CREATE OR REPLACE VIEW document_owner AS
  SELECT t.owner_type, f.id AS owner_id, f.partner_id, t.owner_name || ' ' || f.number || ', ' || f.client_name AS title
  FROM case_file f JOIN case_type t ON t.code = f.type
  UNION ALL
  SELECT 'PARTNER', p.id, p.id, p.short_name FROM partner p
  UNION ALL
  SELECT 'REALTY_OBJECT', o.id, f.partner_id, 'Предмет ипотеки, заявка ' || f.number
  FROM realty_object o JOIN case_file f ON f.id = o.case_id;

CREATE OR REPLACE FUNCTION case_of_owner(owner_type text, owner_id int) RETURNS int LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT CASE
    WHEN EXISTS (SELECT FROM case_type t WHERE t.owner_type = case_of_owner.owner_type) THEN case_of_owner.owner_id
    WHEN case_of_owner.owner_type = 'REALTY_OBJECT'
      THEN (SELECT o.case_id FROM realty_object o WHERE o.id = case_of_owner.owner_id) END;
END;
