-- What is known of a subject of a decision: a participant with what their sections say, or an object. A decision holds while
-- the facts are those that it was taken by; the text of the facts is the same whoever asks, so that it can be compared.
CREATE FUNCTION subject_facts(of_participant int, of_realty int) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN of_participant IS NOT NULL THEN (
    SELECT jsonb_build_object('role', p.role, 'sections',
      coalesce((SELECT jsonb_object_agg(s.section, s.data) FROM case_section s
        WHERE s.case_id = p.case_id AND s.participant_id = p.id AND s.data <> '{}'), '{}'))
    FROM case_participant p WHERE p.id = of_participant)
  ELSE (
    SELECT jsonb_build_object('role', o.role, 'type', o.type_code, 'numberType', o.number_type, 'number', o.number,
      'address', o.address, 'area', o.area, 'price', o.price, 'rightKind', o.right_kind, 'ownership', o.ownership,
      'owners', o.owners, 'extractDate', o.extract_date, 'encumbrances', o.encumbrances, 'appraisals', o.appraisals,
      'building', o.building)
    FROM realty_object o WHERE o.id = of_realty) END
$$;
CREATE FUNCTION facts_hash(facts jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(facts::text, 'UTF8')), 'hex')
$$;

-- Decisions on those who owe and on what is mortgaged, before the decision on the whole. A row never changes: a later one
-- takes its place, and each carries the hash of the one before it in the case.
CREATE TABLE subject_decision (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int REFERENCES case_participant,
  realty_id      int REFERENCES realty_object,
  at             timestamptz NOT NULL,
  -- Null: the system.
  author_id      int REFERENCES employee,
  level          text NOT NULL CHECK (level IN ('SYSTEM', 'UNDERWRITER', 'HEAD', 'COMMITTEE')),
  stage          text NOT NULL,
  -- Of `borrowersUnderwriterDecisionType` or of `mortgageUnderwriterDecisionType`.
  code           text NOT NULL,
  -- Codes of `underwritingDecisionsType`.
  reasons        text[] NOT NULL DEFAULT '{}',
  comment        text NOT NULL DEFAULT '',
  facts          jsonb NOT NULL,
  -- What was computed of the loan and of the subject at that moment.
  figures        jsonb NOT NULL DEFAULT '{}',
  request_id     text,
  prev_hash      text,
  hash           text NOT NULL,
  CHECK ((participant_id IS NULL) <> (realty_id IS NULL)),
  CHECK ((author_id IS NULL) = (level = 'SYSTEM'))
);
CREATE INDEX subject_decision_case ON subject_decision (case_id, id DESC);

-- The columns are named, so that one which comes later does not make every row look tampered with.
CREATE FUNCTION subject_decision_hash(d subject_decision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_object_agg(name,
    CASE name WHEN 'at' THEN to_jsonb(extract(epoch FROM d.at)) ELSE to_jsonb(d) -> name END)::text, 'UTF8')), 'hex')
  FROM unnest(ARRAY['id', 'case_id', 'participant_id', 'realty_id', 'at', 'author_id', 'level', 'stage', 'code', 'reasons',
    'comment', 'facts', 'figures', 'request_id', 'prev_hash']) name
$$;
CREATE FUNCTION chain_subject_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The case is locked by whoever decides.
  SELECT hash INTO NEW.prev_hash FROM subject_decision WHERE case_id = NEW.case_id ORDER BY id DESC LIMIT 1;
  NEW.hash := subject_decision_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER chain_decision BEFORE INSERT ON subject_decision FOR EACH ROW EXECUTE FUNCTION chain_subject_decision();

-- The end of the chain: each decision stands in the history, which is sealed, by its hash.
CREATE FUNCTION note_subject_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  h change_history;
BEGIN
  h.at := clock_timestamp();
  h.object_type := 'subjectDecision';
  h.object_id := NEW.id;
  h.owner_type := 'case';
  h.owner_id := NEW.case_id;
  h.action := 'INSERT';
  h.actor_id := NEW.author_id;
  h.request_id := NEW.request_id;
  h.new_values := jsonb_build_object('case_id', NEW.case_id, 'hash', NEW.hash);
  INSERT INTO change_history (at, object_type, object_id, owner_type, owner_id, action, actor_id, request_id, new_values, hash)
    VALUES (h.at, h.object_type, h.object_id, h.owner_type, h.owner_id, h.action, h.actor_id, h.request_id, h.new_values,
      history_hash(h));
  RETURN NULL;
END $$;
CREATE TRIGGER note_decision AFTER INSERT ON subject_decision FOR EACH ROW EXECUTE FUNCTION note_subject_decision();
CREATE TRIGGER tell_case_insert AFTER INSERT ON subject_decision REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''decisions'' FROM touched');

-- The last word on each subject of a case that still stands in it: those who owe, and what is mortgaged. A word counts while
-- the facts are those that it was taken by.
CREATE FUNCTION subject_words(of_case int, owing text[]) RETURNS TABLE (participant_id int, realty_id int, title text,
  role text, facts jsonb, decision_id int, code text, is_current boolean) LANGUAGE sql STABLE AS $$
  SELECT s.participant_id, s.realty_id, s.title, s.role, f.facts, d.id, d.code, d.facts = f.facts
  FROM (
    SELECT p.id AS participant_id, NULL::int AS realty_id, p.name AS title, p.role, 0 AS kind, p.sort, p.id AS place
    FROM case_participant p WHERE p.case_id = of_case AND p.removed_at IS NULL AND p.role = ANY(owing)
    UNION ALL
    SELECT NULL, o.id, coalesce(nullif(o.address ->> 'value', ''), nullif(o.number, ''), 'Объект № ' || o.id), o.type_code, 1,
      0, o.id
    FROM realty_object o WHERE o.case_id = of_case AND o.removed_at IS NULL AND o.role = 'MORTGAGESUBJECT') s
  CROSS JOIN LATERAL (SELECT subject_facts(s.participant_id, s.realty_id) AS facts) f
  LEFT JOIN LATERAL (SELECT w.id, w.code, w.facts FROM subject_decision w
    WHERE w.case_id = of_case AND w.participant_id IS NOT DISTINCT FROM s.participant_id
      AND w.realty_id IS NOT DISTINCT FROM s.realty_id ORDER BY w.id DESC LIMIT 1) d ON true
  ORDER BY s.kind, s.sort, s.place
$$;
