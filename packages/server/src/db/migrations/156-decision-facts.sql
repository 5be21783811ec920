-- What statistics ask of decisions: one narrow row for every approval and refusal, so that a year of a million applications is
-- counted without its questionnaires. Everything follows from rows that do not change; places follow their case.
CREATE TABLE decision_fact (
  decision_id    int PRIMARY KEY REFERENCES case_decision,
  case_id        int NOT NULL REFERENCES case_file,
  at             timestamptz NOT NULL,
  -- When the application came to the bank's review for this decision, and the calendar minutes since.
  received_at    timestamptz NOT NULL,
  minutes        int NOT NULL CHECK (minutes >= 0),
  partner_id     int NOT NULL,
  -- Null: the system, or another one.
  author_id      int,
  -- How many times the bank sent it back for rework meanwhile.
  returns        smallint NOT NULL,
  -- By the bank's own scorecard, as it stood at the decision.
  score          smallint,
  -- No later approval or refusal of the case.
  latest         boolean NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('APPROVE', 'REJECT')),
  level          text NOT NULL,
  type           text NOT NULL,
  programme_code text,
  region_code    text,
  engine_advice  text,
  score_advice   text,
  against_engine boolean NOT NULL GENERATED ALWAYS AS (author_id IS NOT NULL AND coalesce(
    outcome = 'APPROVE' AND engine_advice = 'REJECT' OR outcome = 'REJECT' AND engine_advice = 'APPROVE', false)) STORED,
  against_score  boolean NOT NULL GENERATED ALWAYS AS (author_id IS NOT NULL AND coalesce(
    outcome = 'APPROVE' AND score_advice = 'REJECT' OR outcome = 'REJECT' AND score_advice = 'APPROVE', false)) STORED,
  reasons        text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX decision_fact_case ON decision_fact (case_id);
CREATE INDEX decision_fact_at ON decision_fact (at) WHERE latest;
CREATE INDEX decision_fact_author ON decision_fact (author_id, at) WHERE latest;

-- How long the bank held the application on each stage on the way to the decision.
CREATE TABLE decision_fact_stage (
  decision_id int NOT NULL REFERENCES decision_fact ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  minutes     int NOT NULL CHECK (minutes >= 0),
  stage       text NOT NULL,
  PRIMARY KEY (decision_id, stage)
);
CREATE INDEX decision_fact_stage_at ON decision_fact_stage (at);

-- Writes the facts of these decisions; of those that have them already nothing changes.
CREATE FUNCTION write_decision_facts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH decided AS (
    SELECT d.id, d.case_id, d.at, d.author_id, d.outcome, d.level, d.reasons, f.partner_id, f.type, f.programme_code,
      f.region_code,
      coalesce((SELECT max(o.at) FROM case_decision o WHERE o.case_id = d.case_id AND o.id < d.id
        AND o.outcome IN ('APPROVE', 'REJECT')), '-infinity') AS before_at,
      (SELECT r.answer ->> 'result' FROM decision_run r WHERE r.case_id = d.case_id AND r.state = 'ANSWERED'
        AND r.answered_at <= d.at ORDER BY r.id DESC LIMIT 1) AS engine_advice, c.score, c.advice AS score_advice
    FROM case_decision d JOIN case_file f ON f.id = d.case_id
    LEFT JOIN LATERAL (SELECT r.score, r.advice FROM scorecard_run r WHERE r.case_id = d.case_id AND r.role = 'CHAMPION'
      AND r.at <= d.at ORDER BY r.id DESC LIMIT 1) c ON true
    WHERE d.id = ANY(ids) AND d.outcome IN ('APPROVE', 'REJECT')),
  received AS (
    SELECT d.*, coalesce((SELECT min(s.entered_at) FROM case_stage s WHERE s.case_id = d.case_id
      AND s.stage IN ('AUTO_CHECKS', 'UNDERWRITING') AND s.entered_at >= d.before_at AND s.entered_at <= d.at), d.at) AS received_at
    FROM decided d)
  INSERT INTO decision_fact (decision_id, case_id, at, received_at, minutes, partner_id, author_id, returns, latest, outcome, level, type,
    programme_code, region_code, engine_advice, score, score_advice, reasons)
  SELECT d.id, d.case_id, d.at, d.received_at, extract(epoch FROM d.at - d.received_at)::int / 60, d.partner_id, d.author_id,
    (SELECT count(*) FROM case_stage s WHERE s.case_id = d.case_id AND s.action = 'returnForRework'
      AND s.left_at > d.before_at AND s.left_at <= d.at),
    NOT EXISTS (SELECT FROM case_decision n WHERE n.case_id = d.case_id AND n.id > d.id AND n.outcome IN ('APPROVE', 'REJECT')),
    d.outcome, d.level, d.type, d.programme_code, d.region_code, d.engine_advice, d.score, d.score_advice, d.reasons
  FROM received d ON CONFLICT DO NOTHING;

  INSERT INTO decision_fact_stage (decision_id, at, minutes, stage)
  SELECT d.decision_id, d.at, sum(extract(epoch FROM least(coalesce(s.left_at, d.at), d.at) - s.entered_at))::int / 60, s.stage
  FROM decision_fact d JOIN case_stage s ON s.case_id = d.case_id AND s.entered_at >= d.received_at AND s.entered_at < d.at
  WHERE d.decision_id = ANY(ids) GROUP BY d.decision_id, d.at, s.stage ON CONFLICT DO NOTHING;

  UPDATE decision_fact o SET latest = false WHERE o.latest AND o.case_id IN (SELECT c.case_id FROM case_decision c WHERE c.id = ANY(ids))
    AND EXISTS (SELECT FROM case_decision n WHERE n.case_id = o.case_id AND n.id > o.decision_id
      AND n.outcome IN ('APPROVE', 'REJECT'));
END $$;

-- A bank that is filled writes them at once, when the indexes of the cases are there.
CREATE FUNCTION follow_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('app.fills_database', true), '') <> 'on' THEN
    PERFORM write_decision_facts(ARRAY(SELECT id FROM made));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER write_facts AFTER INSERT ON case_decision REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION follow_decision();

-- The journal is filtered by the places of the case: a number of the statistics and its list are the same.
CREATE FUNCTION facts_follow_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE decision_fact SET partner_id = NEW.partner_id, programme_code = NEW.programme_code, region_code = NEW.region_code
    WHERE case_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER facts_follow AFTER UPDATE OF partner_id, programme_code, region_code ON case_file
  FOR EACH ROW WHEN ((OLD.partner_id, OLD.programme_code, OLD.region_code) IS DISTINCT FROM
    (NEW.partner_id, NEW.programme_code, NEW.region_code)) EXECUTE FUNCTION facts_follow_case();

SELECT write_decision_facts(ARRAY(SELECT id FROM case_decision));
