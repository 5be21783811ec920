-- In a bank that works already the right to decide has approved any sum: it goes on so until the bank sets bounds.
INSERT INTO decision_authority (employee_id, product, deviations, valid_from)
SELECT DISTINCT e.id, g.product, '{PROGRAMME,STOP_FACTOR}'::text[], current_date
FROM (VALUES ('FullApplication', 'MORTGAGE', '{Underwrite,ControlDecision}'::text[]),
  -- The control of decisions on loans is new: who has got it with that of mortgages has not approved loans so far.
  ('LoanApplication', 'CASH_LOAN', '{Underwrite}')) g (object, product, operations)
JOIN user_role_operation o ON o.object_type = g.object AND o.operation = ANY(g.operations)
JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
JOIN role_holder h ON h.user_role_id = r.id
JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles);
