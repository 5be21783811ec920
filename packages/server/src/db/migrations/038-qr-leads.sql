-- A lead that a client left on the page of a QR code.
ALTER TABLE lead
  ADD COLUMN qr_code_id int REFERENCES qr_code,
  -- When the client agreed to the processing of personal data on that page.
  ADD COLUMN consent_at timestamptz;
CREATE INDEX lead_qr ON lead (qr_code_id) WHERE qr_code_id IS NOT NULL;
