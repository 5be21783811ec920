-- The embedded identity server's own store: users, signing keys, sessions and grants (they outlive a restart).
CREATE SCHEMA identity;

CREATE TABLE identity.account (
  id            uuid PRIMARY KEY,
  login         text NOT NULL,
  name          text NOT NULL,
  password_hash text NOT NULL,
  realm_roles   text[] NOT NULL DEFAULT '{}',
  resource_roles jsonb NOT NULL DEFAULT '{}',
  enabled       boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX account_login ON identity.account (lower(login));

CREATE TABLE identity.signing_key (
  kid        text PRIMARY KEY,
  jwk        jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- oidc-provider's adapter: one row an artefact.
CREATE TABLE identity.artefact (
  model       text NOT NULL,
  id          text NOT NULL,
  payload     jsonb NOT NULL,
  grant_id    text,
  user_code   text,
  uid         text,
  consumed_at timestamptz,
  expires_at  timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX artefact_grant ON identity.artefact (grant_id);
CREATE INDEX artefact_uid ON identity.artefact (uid) WHERE uid IS NOT NULL;
CREATE INDEX artefact_expiry ON identity.artefact (expires_at);

-- Secrets that must be the same after a restart and on every instance (cookie keys).
CREATE TABLE identity.secret (
  name  text PRIMARY KEY,
  value text NOT NULL
);

-- Throttling of sign-in, by login (known or not: the answer must not tell) and by address.
CREATE TABLE identity.sign_in_attempt (
  key          text PRIMARY KEY,
  -- In a row, since the last success.
  failures     int NOT NULL,
  locked_until timestamptz,
  last_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_attempt_age ON identity.sign_in_attempt (last_at);
