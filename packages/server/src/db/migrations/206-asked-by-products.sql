-- What the form asks for the sake of a version, the code that it is offered by on the public page of partners, and how long
-- older terms are kept: beside the content, so that a questionnaire reads no matrix.
ALTER TABLE product_version
  ADD COLUMN asks           jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN qr_code        text,
  ADD COLUMN old_terms_days int NOT NULL DEFAULT 90;

-- Requirements of versions that are there already, by what each of them asks in the form.
ALTER TABLE product_version DISABLE TRIGGER USER;
UPDATE product_version v SET qr_code = v.content -> 'audience' ->> 'qrCode',
  old_terms_days = coalesce((v.content ->> 'oldTermsDays')::int, 90),
  asks = coalesce((
    SELECT jsonb_agg(DISTINCT jsonb_build_object('field', a.field, 'regions',
      CASE WHEN a.asker = 'regionsOnly' THEN coalesce((
        SELECT jsonb_agg(k) FROM jsonb_object_keys(e.one -> 'values' -> 'parts') k), '[]') ELSE 'null' END))
    FROM jsonb_array_elements(coalesce(v.content -> 'eligibility', '[]')) e (one)
    JOIN (VALUES ('listedHousing', 'CREDIT.secondaryPlace'), ('regionsOnly', 'CREDIT.arcticPlace'),
      ('ruralPlace', 'CREDIT.ruralPlace'), ('amountByArea', 'CREDIT.propertyArea'),
      ('familyChildren', 'CREDIT.smallTownPlace'), ('firstPreferential', 'CREDIT.preferentialLoanUsed'),
      ('farEastBasis', 'CREDIT.farEastBasis'), ('itEmployer', 'EMPLOYMENT.itAccredited'),
      ('itSalary', 'EMPLOYMENT.itAccredited'), ('savingsMember', 'EMPLOYMENT.savingsParticipant'),
      ('savingsYears', 'EMPLOYMENT.savingsParticipant'), ('savingsAmount', 'EMPLOYMENT.savingsParticipant'),
      ('savingsDownPayment', 'EMPLOYMENT.savingsParticipant')) a (asker, field) ON a.asker = e.one ->> 'asker'), '[]');
ALTER TABLE product_version ENABLE TRIGGER USER;
-- Whose code a page of a partner answers by.
CREATE INDEX product_version_qr ON product_version (qr_code) WHERE qr_code IS NOT NULL AND in_force IS NOT NULL;
