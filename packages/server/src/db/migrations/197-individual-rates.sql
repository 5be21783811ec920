-- The head of underwriting asks for a rate of one client, the head of products decides on it and sees whose application it is.
INSERT INTO user_role_operation (user_role_id, object_type, operation)
  SELECT r.id, n.object_type, n.operation FROM user_role r
  JOIN (VALUES ('UNDERWRITING_HEAD', 'CreditProduct', 'IndividualRate'), ('UNDERWRITING_HEAD', 'LoanProduct', 'IndividualRate'),
    ('PRODUCT_HEAD', 'FullApplication', 'Read'), ('PRODUCT_HEAD', 'LoanApplication', 'Read')) n (code, object_type, operation)
    ON n.code = r.code ON CONFLICT DO NOTHING;
