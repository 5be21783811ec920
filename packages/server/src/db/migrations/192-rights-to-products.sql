-- Whoever administers a bank that works already keeps its products; who works with applications reads them.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, o.object_type, n.operation FROM user_role r
  CROSS JOIN unnest(ARRAY['CreditProduct', 'LoanProduct']) o (object_type)
  CROSS JOIN unnest(ARRAY['List', 'Read', 'Create', 'Update', 'Submit', 'Approve', 'Release', 'Archive', 'ImportRates',
    'ExportRates', 'Comment', 'ReadAudit', 'IndividualRate']) n (operation)
  WHERE r.code = 'ADMINISTRATOR' ON CONFLICT DO NOTHING;
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT DISTINCT r.id, o.object_type, n.operation FROM user_role r
  JOIN user_role_operation works ON works.user_role_id = r.id
    AND works.object_type IN ('FullApplication', 'LoanApplication')
    AND works.operation IN ('Create', 'Underwrite', 'ControlDecision', 'DecideInCommittee')
  CROSS JOIN unnest(ARRAY['CreditProduct', 'LoanProduct']) o (object_type)
  CROSS JOIN unnest(ARRAY['List', 'Read']) n (operation) ON CONFLICT DO NOTHING;
