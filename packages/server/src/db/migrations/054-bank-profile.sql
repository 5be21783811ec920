-- The bank that works here: made once by bank:create. A demo bank has none and takes its time zone from the settings.
CREATE TABLE bank_profile (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  partner_id int NOT NULL REFERENCES partner,
  bic        text NOT NULL CHECK (bic ~ '^\d{9}$'),
  license    text NOT NULL CHECK (license <> ''),
  time_zone  text NOT NULL CHECK (time_zone <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
