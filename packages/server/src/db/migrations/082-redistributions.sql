-- What became of an approver's applications when they stopped working: each event of it says which handing over it belongs to.
CREATE TABLE approver_redistribution (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  approver_id int NOT NULL REFERENCES approver,
  -- Of the approver after the change that has caused it: the history tells of that change.
  version     int NOT NULL,
  at          timestamptz NOT NULL,
  actor_id    int REFERENCES employee,
  request_id  text
);
CREATE INDEX approver_redistribution_approver ON approver_redistribution (approver_id, id DESC);
ALTER TABLE assignment ADD COLUMN redistribution_id int REFERENCES approver_redistribution;
CREATE INDEX assignment_redistribution ON assignment (redistribution_id, id) WHERE redistribution_id IS NOT NULL;
