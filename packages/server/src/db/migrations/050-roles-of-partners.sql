-- Roles that administrators of partners may give within their own partner: the bank decides, and it is kept who did.
ALTER TABLE user_role
  ADD COLUMN partner_may_give boolean NOT NULL DEFAULT false,
  ADD COLUMN partner_may_give_by int REFERENCES employee,
  ADD COLUMN partner_may_give_at timestamptz;
