-- Authorities are given, changed and ended by requests that a second person decides on; their history is chained as every other.
CREATE TRIGGER write_history_of_authority AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type = 'decision_authority')
  EXECUTE FUNCTION write_history('change_request', 'underwriter', 'object_id');

-- Who leaves the bank, or goes to a partner, comes back without the authority of before: it is given anew.
CREATE FUNCTION end_authorities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE decision_authority SET withdrawn_at = now() WHERE employee_id = NEW.id AND withdrawn_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER end_authorities AFTER UPDATE OF not_active, partner_id ON employee FOR EACH ROW
  WHEN ((NEW.not_active AND NOT OLD.not_active) OR NEW.partner_id <> OLD.partner_id) EXECUTE FUNCTION end_authorities();

-- How many decisions somebody takes is asked for every one of those who decide.
CREATE INDEX case_decision_author ON case_decision (author_id, at) WHERE author_id IS NOT NULL;

-- Who administers a bank that works already administers its authorities; another role is given the rights as any others.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Underwriting', o FROM user_role r, unnest(ARRAY['UpdateAuthority', 'Approve']) o
  WHERE r.code = 'ADMINISTRATOR'
  ON CONFLICT DO NOTHING;
