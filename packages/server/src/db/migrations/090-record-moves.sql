-- How records that live by a machine and are no cases (a version, a package, a period) went from state to state. Rows are
-- written by their one mover and never change.
CREATE TABLE record_move (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  object_type text NOT NULL,
  object_id   int NOT NULL,
  -- A numbered part of the object, such as a version; 0: the object itself.
  part        int NOT NULL DEFAULT 0,
  from_state  text NOT NULL,
  to_state    text NOT NULL,
  action      text NOT NULL,
  at          timestamptz NOT NULL,
  -- Null: the system.
  actor_id    int REFERENCES employee,
  request_id  text,
  reason      text,
  comment     text
);
CREATE INDEX record_move_object ON record_move (object_type, object_id, part, id);

-- Versions of document rules have been published and taken back before.
INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at, actor_id, comment)
  SELECT 'document_rule_version', v.rule_id, v.number, 'DRAFT', 'PUBLISHED', 'publish', v.published_at, v.published_by,
    nullif(v.comment, '')
  FROM document_rule_revision v ORDER BY v.published_at, v.rule_id, v.number;
INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at)
  SELECT 'document_rule_version', v.rule_id, v.number, 'PUBLISHED', 'WITHDRAWN', 'withdraw', v.withdrawn_at
  FROM document_rule_revision v WHERE v.withdrawn_at IS NOT NULL ORDER BY v.withdrawn_at, v.rule_id, v.number;
