-- Dated parameters: business figures with the days on which they hold; a second person agrees to every change.

CREATE TABLE parameter (
  id      int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What it is, its kind and its unit stand in the contract.
  code    text NOT NULL UNIQUE,
  -- Raised by every change of its values.
  version int NOT NULL DEFAULT 1
);

-- A value holds from its day until the day before the next one. Nothing is deleted: a value is withdrawn.
CREATE TABLE parameter_value (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parameter_id      int NOT NULL REFERENCES parameter,
  valid_from        date NOT NULL,
  value             jsonb NOT NULL,
  source            text NOT NULL,
  reason            text NOT NULL DEFAULT '',
  -- The approved change that it comes from; null for what the product brings.
  change_request_id int REFERENCES change_request,
  delivered         boolean NOT NULL DEFAULT false,
  withdrawn_at      timestamptz,
  CHECK (delivered OR change_request_id IS NOT NULL)
);
CREATE UNIQUE INDEX parameter_value_day ON parameter_value (parameter_id, valid_from) WHERE withdrawn_at IS NULL;

CREATE TRIGGER write_history AFTER UPDATE ON parameter FOR EACH ROW EXECUTE FUNCTION write_history('parameter');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE ON parameter_value FOR EACH ROW WHEN (NOT NEW.delivered OR NEW.withdrawn_at IS NOT NULL)
  EXECUTE FUNCTION write_history('parameter_value', 'parameter', 'parameter_id');
CREATE TRIGGER write_history_of_parameter AFTER INSERT OR UPDATE ON change_request
  FOR EACH ROW WHEN (NEW.object_type = 'parameter')
  EXECUTE FUNCTION write_history('change_request', 'parameter', 'object_id');

-- Instances hold all values in memory.
CREATE FUNCTION parameter_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parameter_changed', 'all');
  RETURN NULL;
END $$;
CREATE TRIGGER changed AFTER INSERT OR UPDATE ON parameter_value
  FOR EACH STATEMENT EXECUTE FUNCTION parameter_changed();

-- Who administers a bank that works already administers its parameters; another role is given the rights as any others.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, 'Parameter', o FROM user_role r, unnest(ARRAY['Read', 'Update', 'Approve', 'Export']) o
  WHERE r.code = 'ADMINISTRATOR'
  ON CONFLICT DO NOTHING;

-- The hours of the cooling-off period are a parameter now.
ALTER TABLE loan_application DROP CONSTRAINT loan_application_cooling_hours_check,
  ADD CHECK (cooling_hours >= 0);
