-- Certificates of the addresses that the product is reached at and reaches: read once a day by a TLS connection.
CREATE TABLE service_certificate (
  place      text PRIMARY KEY,
  -- Codes of what stands at the address.
  uses       text[] NOT NULL,
  ends_at    timestamptz,
  -- Why it could not be read, or why whoever checks it would refuse it.
  failure    text,
  checked_at timestamptz NOT NULL,
  CHECK (ends_at IS NOT NULL OR failure IS NOT NULL)
);
