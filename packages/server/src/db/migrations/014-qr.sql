-- QR codes with their short links, and every scan.
CREATE TABLE qr_code (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The public part of the short link: nothing can be read from it or guessed.
  short_code   text NOT NULL UNIQUE CHECK (short_code ~ '^[A-Za-z0-9_-]{10,32}$'),
  partner_id   int NOT NULL REFERENCES partner,
  employee_id  int REFERENCES employee,
  partner_type_code text NOT NULL,
  product_code text NOT NULL,
  campaign     text NOT NULL DEFAULT '',
  valid_to     date,
  not_active   boolean NOT NULL DEFAULT false,
  created_by   int NOT NULL REFERENCES employee,
  created_at   timestamptz NOT NULL DEFAULT now(),
  scan_count   int NOT NULL DEFAULT 0,
  last_scan_at timestamptz,
  version      int NOT NULL DEFAULT 1
);
CREATE INDEX qr_code_partner ON qr_code (partner_id, id DESC);
CREATE TABLE qr_scan (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  qr_code_id int NOT NULL REFERENCES qr_code,
  at         timestamptz NOT NULL DEFAULT now(),
  -- Phone, tablet, computer or robot: nothing that tells the person.
  device     text NOT NULL
);
CREATE INDEX qr_scan_code ON qr_scan (qr_code_id, at);
CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF partner_id, employee_id, partner_type_code, product_code, campaign, valid_to, not_active
  ON qr_code FOR EACH ROW EXECUTE FUNCTION write_history('qr_code', 'partner', 'partner_id');
