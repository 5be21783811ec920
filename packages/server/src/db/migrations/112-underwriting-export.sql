-- Whoever decides on cases in a bank that works already takes the journals of underwriting out as files.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, 'Underwriting', 'Export' FROM user_role r
  LEFT JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'FullApplication'
    AND o.operation IN ('Underwrite', 'ControlDecision')
  WHERE r.code = 'ADMINISTRATOR' OR o.user_role_id IS NOT NULL
  ON CONFLICT DO NOTHING;
