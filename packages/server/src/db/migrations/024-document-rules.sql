-- Rules about documents: what is needed, how long it is valid, who signs; versions with days in force.

CREATE TABLE document_rule (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_type     text NOT NULL CHECK (rule_type IN ('COMPLETENESS', 'LEAD_USAGE', 'VALIDITY', 'SIGNERS')),
  -- What is being prepared; its days are those it will be published with (no first day: the day of publication).
  draft         jsonb,
  draft_from    date,
  draft_to      date,
  draft_at      timestamptz,
  draft_by      int REFERENCES employee,
  deleted_at    timestamptz,
  -- Days on which the rule lay deleted: what was in force on a day stays answerable after a restore.
  absent        datemultirange NOT NULL DEFAULT '{}',
  -- Of the delivery; null for a rule of the bank's own.
  delivered_key text UNIQUE,
  -- What the product delivered last: a rule that says it still is brought up to date by the next delivery.
  delivered     jsonb,
  version       int NOT NULL DEFAULT 1,
  CHECK (draft_from <= draft_to),
  CHECK ((draft IS NULL) = (draft_at IS NULL)),
  CHECK (draft ->> 'ruleType' = rule_type)
);

-- A published version. On a day the latest of those that have begun is in force, unless its own last day is over.
CREATE TABLE document_rule_revision (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id      int NOT NULL REFERENCES document_rule,
  number       int NOT NULL CHECK (number > 0),
  content      jsonb NOT NULL,
  valid_from   date NOT NULL,
  valid_to     date,
  comment      text NOT NULL DEFAULT '',
  published_at timestamptz NOT NULL DEFAULT now(),
  -- Null: came with the system.
  published_by int REFERENCES employee,
  withdrawn_at timestamptz,
  UNIQUE (rule_id, number),
  CHECK (valid_from <= valid_to)
);
CREATE INDEX document_rule_revision_days ON document_rule_revision (rule_id, valid_from DESC, number DESC)
  WHERE withdrawn_at IS NULL;

-- The version of a rule in force on a day, or none.
CREATE FUNCTION document_rule_on(rule document_rule, day date) RETURNS SETOF document_rule_revision
  LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT * FROM (
    SELECT v.* FROM document_rule_revision v
    WHERE v.rule_id = rule.id AND v.withdrawn_at IS NULL AND v.valid_from <= day
    ORDER BY v.valid_from DESC, v.number DESC LIMIT 1) latest
  WHERE (latest.valid_to IS NULL OR latest.valid_to >= day) AND NOT rule.absent @> day
$$;

-- What was published is never rewritten; it may be taken back once.
CREATE FUNCTION keep_document_rule_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.withdrawn_at IS NOT NULL
    OR to_jsonb(OLD) - 'withdrawn_at' IS DISTINCT FROM to_jsonb(NEW) - 'withdrawn_at' THEN
    RAISE EXCEPTION 'A published version of a rule does not change';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_document_rule_revision BEFORE UPDATE ON document_rule_revision
  FOR EACH ROW EXECUTE FUNCTION keep_document_rule_revision();

-- Raised by every change, so that instances know that the rules they remember are old; and the last delivery.
CREATE TABLE document_rule_set (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  revision int NOT NULL DEFAULT 1,
  delivery text NOT NULL DEFAULT ''
);
INSERT INTO document_rule_set DEFAULT VALUES;
CREATE FUNCTION document_rules_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE document_rule_set SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER document_rules_changed AFTER INSERT OR UPDATE OR DELETE ON document_rule
  FOR EACH STATEMENT EXECUTE FUNCTION document_rules_changed();
CREATE TRIGGER document_rules_changed AFTER INSERT OR UPDATE OR DELETE ON document_rule_revision
  FOR EACH STATEMENT EXECUTE FUNCTION document_rules_changed();

CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF draft, draft_from, draft_to, deleted_at ON document_rule
  FOR EACH ROW EXECUTE FUNCTION write_history('document_rule');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON document_rule_revision
  FOR EACH ROW EXECUTE FUNCTION write_history('document_rule_revision', 'document_rule', 'rule_id');
