-- Rules of assignment become versions of one list per scope: tried, put into force by a second person, rolled back.
CREATE SEQUENCE assignment_rule_number AS int;
CREATE TABLE assignment_set (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A type of cases, or QR.
  scope        text NOT NULL,
  number       int NOT NULL,
  state        text NOT NULL DEFAULT 'DRAFT'
    CHECK (state IN ('DRAFT', 'ON_APPROVAL', 'ACTIVE', 'REPLACED', 'ROLLED_BACK', 'DISCARDED')),
  -- As the contract's `AssignmentContent`.
  content      jsonb NOT NULL,
  -- Null: made of the rules that stood before.
  author_id    int REFERENCES employee,
  -- Everybody who has written what it says: none of them puts it into force.
  contributors int[] NOT NULL DEFAULT '{}',
  created_at   timestamptz NOT NULL,
  saved_at     timestamptz NOT NULL,
  -- The last try, as the contract's `TestSummary`; null again when the rules change.
  test         jsonb,
  tested_at    timestamptz,
  comment      text NOT NULL DEFAULT '',
  approver_id  int REFERENCES employee,
  since        timestamptz,
  until        timestamptz,
  -- Which version was in force before this one: a rollback brings it back.
  before_id    int REFERENCES assignment_set,
  version      int NOT NULL DEFAULT 1,
  UNIQUE (scope, number)
);
CREATE UNIQUE INDEX assignment_set_active ON assignment_set (scope) WHERE state = 'ACTIVE';
CREATE UNIQUE INDEX assignment_set_prepared ON assignment_set (scope) WHERE state IN ('DRAFT', 'ON_APPROVAL');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OF state, content, approver_id, comment ON assignment_set
  FOR EACH ROW EXECUTE FUNCTION write_history('assignmentSet');

-- What a version says is changed while it is a draft alone: assignments that were made by it stay explained.
CREATE FUNCTION keep_assignment_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rules of assignment that were handed in do not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_assignment_set BEFORE UPDATE ON assignment_set FOR EACH ROW
  WHEN (OLD.state <> 'DRAFT' AND (OLD.content, OLD.scope, OLD.number) IS DISTINCT FROM (NEW.content, NEW.scope, NEW.number))
  EXECUTE FUNCTION keep_assignment_set();

-- Where the round of a rule stands, and how many cases each of its shares has got since the version came into force.
CREATE TABLE assignment_turn (
  rule_id          int PRIMARY KEY,
  last_employee_id int REFERENCES employee,
  -- Target → cases.
  given            jsonb NOT NULL DEFAULT '{}'
);

-- Why a case was given to whom: rows only join, and of one without takers only what became of the alarm changes.
CREATE TABLE case_assignment (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id      int NOT NULL REFERENCES case_file,
  at           timestamptz NOT NULL,
  cause        text NOT NULL CHECK (cause IN ('NEW', 'HANDOVER', 'REASSIGNED')),
  outcome      text NOT NULL CHECK (outcome IN ('ASSIGNED', 'QUEUED', 'NOBODY')),
  scope        text NOT NULL,
  set_id       int REFERENCES assignment_set,
  rule_id      int,
  rule_name    text,
  employee_id  int REFERENCES employee,
  workgroup_id int REFERENCES workgroup,
  reason       text NOT NULL,
  -- People looked at: id, open cases, why not.
  people       jsonb NOT NULL DEFAULT '[]',
  -- Names of rules that fitted and had nobody.
  passed       text[] NOT NULL DEFAULT '{}',
  escalate_at  timestamptz,
  escalate_to  int REFERENCES employee,
  escalated_at timestamptz
);
CREATE INDEX case_assignment_case ON case_assignment (case_id, id DESC);
CREATE INDEX case_assignment_rule ON case_assignment (rule_id, at) WHERE rule_id IS NOT NULL;
CREATE INDEX case_assignment_nobody ON case_assignment (scope, at) WHERE outcome = 'NOBODY';
CREATE INDEX case_assignment_waiting ON case_assignment (escalate_at) WHERE escalate_at IS NOT NULL AND escalated_at IS NULL;
CREATE TRIGGER tell_case_insert AFTER INSERT ON case_assignment REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''head'' FROM touched');

-- Open cases given anew by the rules in force: what would move, then an answer for each.
CREATE TABLE assignment_run (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope       text NOT NULL,
  which       text NOT NULL CHECK (which IN ('NOBODY', 'ALL')),
  state       text NOT NULL DEFAULT 'PLANNED' CHECK (state IN ('PLANNED', 'RUNNING', 'DONE')),
  set_id      int REFERENCES assignment_set,
  author_id   int NOT NULL REFERENCES employee,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  looked      int NOT NULL DEFAULT 0
);
CREATE TABLE assignment_run_item (
  run_id       int NOT NULL REFERENCES assignment_run ON DELETE CASCADE,
  case_id      int NOT NULL REFERENCES case_file,
  from_id      int REFERENCES employee,
  from_group   int REFERENCES workgroup,
  to_id        int REFERENCES employee,
  workgroup_id int REFERENCES workgroup,
  rule_name    text,
  done         boolean,
  answer       text,
  PRIMARY KEY (run_id, case_id)
);
CREATE INDEX assignment_run_item_waiting ON assignment_run_item (run_id, case_id) WHERE done IS NULL;

-- Rules that stood before become the first version of their list; whoever opens a case of their own partner leads it, as before.
INSERT INTO assignment_set (scope, number, state, content, created_at, saved_at, since, comment)
SELECT r.case_type, 1, 'ACTIVE', jsonb_build_object('errorTarget', NULL, 'rules', jsonb_agg(r.rule ORDER BY r.priority, r.id)
    || jsonb_build_array(jsonb_build_object('id', nextval('assignment_rule_number'), 'version', 1, 'name', 'Кто завёл, тот и ведёт',
      'comment', '', 'enabled', true, 'validFrom', NULL, 'validTo', NULL, 'condition', NULL, 'strategy', 'AUTHOR',
      'targets', '[]'::jsonb, 'limit', NULL, 'schedule', NULL, 'errorTarget', NULL))),
  now(), now(), now(), 'Перенесено из прежних правил'
FROM (
  SELECT a.*, jsonb_build_object('id', nextval('assignment_rule_number'), 'version', 1, 'name', a.name, 'comment', '',
    'enabled', a.active, 'validFrom', NULL, 'validTo', NULL,
    'condition', CASE WHEN a.partner_id IS NULL AND a.region_code IS NULL AND a.programme_code IS NULL THEN NULL
      ELSE jsonb_build_object('kind', 'all', 'items', (SELECT jsonb_agg(q.item) FROM (VALUES
        (CASE WHEN a.partner_id IS NOT NULL THEN jsonb_build_object('kind', 'fact', 'fact', 'partner', 'predicate', 'IN',
          'value', jsonb_build_array(a.partner_id::text)) END),
        (CASE WHEN a.region_code IS NOT NULL THEN jsonb_build_object('kind', 'fact', 'fact', 'region', 'predicate', 'IN',
          'value', jsonb_build_array(a.region_code)) END),
        (CASE WHEN a.programme_code IS NOT NULL THEN jsonb_build_object('kind', 'fact', 'fact',
          CASE WHEN a.case_type = 'LOAN_APPLICATION' THEN 'loanProduct' ELSE 'programme' END, 'predicate', 'IN',
          'value', jsonb_build_array(a.programme_code)) END)) q (item) WHERE q.item IS NOT NULL)) END,
    'strategy', CASE a.method WHEN 'FIXED' THEN 'LEAST_LOADED' ELSE a.method END,
    'targets', jsonb_build_array(CASE WHEN a.method = 'FIXED'
      THEN jsonb_build_object('kind', 'EMPLOYEE', 'id', a.employee_id, 'weight', NULL)
      ELSE jsonb_build_object('kind', 'WORKGROUP', 'id', a.workgroup_id, 'weight', NULL) END),
    'limit', NULL, 'schedule', NULL, 'errorTarget', NULL) AS rule
  FROM assignment_rule a) r
GROUP BY r.case_type;
DROP TABLE assignment_rule;

-- Whoever distributes leads or applications in a bank that works already writes the rules and puts into force what others wrote.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Admin', n.operation FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND (o.object_type, o.operation) IN
    (('Admin', 'LeadDistribution'), ('Admin', 'AppDistribution'))
  CROSS JOIN unnest(ARRAY['UpdateDistribution', 'ApproveDistribution']) n (operation)
  WHERE r.code = 'ADMINISTRATOR' OR (o.user_role_id IS NOT NULL AND r.code <> 'AUDITOR')
  ON CONFLICT DO NOTHING;
