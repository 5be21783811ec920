-- A consent may be signed with an unqualified enhanced signature too (Госключ).
ALTER TABLE short_consent DROP CONSTRAINT short_consent_signature_check;
ALTER TABLE short_consent ADD CONSTRAINT short_consent_signature_check
  CHECK (signature IN ('HANDWRITTEN', 'SIMPLE', 'STRONG_UNQUALIFIED', 'STRONG_QUALIFIED'));
