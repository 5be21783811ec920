-- The licence of the bank is a parameter: it has dates, a history and a second person.
INSERT INTO parameter (code) SELECT 'bank-license' FROM bank_profile ON CONFLICT DO NOTHING;
INSERT INTO parameter_value (parameter_id, valid_from, value, source, reason, delivered)
  SELECT p.id, '1900-01-01', to_jsonb('№ ' || b.license), 'Указана при создании банка', 'Перенесено из сведений о банке', true
  FROM bank_profile b JOIN parameter p ON p.code = 'bank-license';
ALTER TABLE bank_profile DROP COLUMN license;
