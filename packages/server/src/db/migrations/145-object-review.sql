-- What the bank's people write about the object of a mortgage, beside what the agent has entered; check lists by the goal of
-- the loan in dated versions; opinions of lawyers, which stay as they were signed.
CREATE TABLE check_list_version (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  goal         text NOT NULL,
  number       int NOT NULL,
  state        text NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'PUBLISHED', 'WITHDRAWN', 'DISCARDED')),
  valid_from   date,
  -- By the fields of the contract's `checkListFields`.
  content      jsonb NOT NULL,
  comment      text NOT NULL DEFAULT '',
  -- Null: delivered with the product.
  saved_by     int REFERENCES employee,
  saved_at     timestamptz NOT NULL DEFAULT now(),
  published_by int REFERENCES employee,
  published_at timestamptz,
  version      int NOT NULL DEFAULT 1,
  UNIQUE (goal, number),
  CHECK (state NOT IN ('PUBLISHED', 'WITHDRAWN') OR valid_from IS NOT NULL AND published_at IS NOT NULL)
);
CREATE UNIQUE INDEX check_list_draft ON check_list_version (goal) WHERE state = 'DRAFT';
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON check_list_version
  FOR EACH ROW EXECUTE FUNCTION write_history('checkList');

-- Objects were asked by a published version: its questions stay.
CREATE FUNCTION keep_published_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published check list does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_published_list BEFORE UPDATE ON check_list_version FOR EACH ROW
  WHEN (OLD.state <> 'DRAFT' AND (OLD.state <> 'PUBLISHED' OR NEW.state <> 'WITHDRAWN'
    OR (OLD.goal, OLD.number, OLD.valid_from, OLD.content, OLD.published_by, OLD.published_at) IS DISTINCT FROM
      (NEW.goal, NEW.number, NEW.valid_from, NEW.content, NEW.published_by, NEW.published_at)))
  EXECUTE FUNCTION keep_published_list();

CREATE TABLE object_review (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id   int NOT NULL REFERENCES case_file,
  object_id int NOT NULL REFERENCES realty_object,
  part      text NOT NULL CHECK (part IN ('OBJECT', 'RIGHTS', 'APPRAISAL', 'SELLER', 'LEGAL', 'INSURANCE')),
  -- LEGAL: by which version the object was asked.
  list_id   int REFERENCES check_list_version,
  -- By the fields of the part; what is empty is absent.
  answers   jsonb NOT NULL DEFAULT '{}',
  -- LEGAL: the questions in words with the answers, for the history of the case.
  told      jsonb,
  saved_by  int NOT NULL REFERENCES employee,
  saved_at  timestamptz NOT NULL,
  version   int NOT NULL DEFAULT 1,
  UNIQUE (object_id, part),
  CHECK ((part = 'LEGAL') = (list_id IS NOT NULL))
);
CREATE INDEX object_review_case ON object_review (case_id);
CREATE INDEX object_review_list ON object_review (list_id) WHERE list_id IS NOT NULL;

CREATE TABLE legal_opinion (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id      int NOT NULL REFERENCES case_file,
  object_id    int NOT NULL REFERENCES realty_object,
  question     text NOT NULL,
  requested_by int NOT NULL REFERENCES employee,
  requested_at timestamptz NOT NULL,
  task_id      int NOT NULL REFERENCES case_task,
  answers      jsonb NOT NULL DEFAULT '{}',
  saved_by     int REFERENCES employee,
  saved_at     timestamptz,
  conclusion   text CHECK (conclusion IN ('POSITIVE', 'CONDITIONS', 'NEGATIVE')),
  signed_by    int REFERENCES employee,
  signed_at    timestamptz,
  document_id  int REFERENCES document,
  withdrawn    text,
  version      int NOT NULL DEFAULT 1,
  CHECK ((signed_by IS NULL) = (signed_at IS NULL) AND (signed_by IS NULL) = (conclusion IS NULL)),
  CHECK (signed_by <> requested_by),
  CHECK (signed_by IS NULL OR withdrawn IS NULL)
);
CREATE INDEX legal_opinion_case ON legal_opinion (case_id, id DESC);
CREATE UNIQUE INDEX legal_opinion_open ON legal_opinion (object_id) WHERE signed_at IS NULL AND withdrawn IS NULL;

CREATE FUNCTION keep_signed_opinion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A legal opinion that was signed or taken back does not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_signed_opinion BEFORE UPDATE ON legal_opinion
  FOR EACH ROW WHEN (OLD.signed_at IS NOT NULL OR OLD.withdrawn IS NOT NULL) EXECUTE FUNCTION keep_signed_opinion();

CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON object_review
  FOR EACH ROW EXECUTE FUNCTION write_history('objectReview', 'case', 'case_id');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON legal_opinion
  FOR EACH ROW EXECUTE FUNCTION write_history('legalOpinion', 'case', 'case_id');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['object_review', 'legal_opinion'] LOOP
    EXECUTE format('CREATE TRIGGER tell_case_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(''SELECT case_id, ''''review'''' FROM touched'')', name);
    EXECUTE format('CREATE TRIGGER tell_case_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS touched
      FOR EACH STATEMENT EXECUTE FUNCTION tell_case(''SELECT case_id, ''''review'''' FROM touched'')', name);
  END LOOP;
END $$;

-- In a bank that works already the administrator gives the new rights out; check lists are kept by who sets authorities.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT id, 'FullApplication', 'GiveLegalOpinion' FROM user_role WHERE code = 'ADMINISTRATOR'
  ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', 'UpdateCheckLists' FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'Underwriting' AND o.operation = 'UpdateAuthority'
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
