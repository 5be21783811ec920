-- Counter-offers and approvals that are looked into again are decisions like others.
ALTER TABLE case_decision DROP CONSTRAINT case_decision_outcome_check;
ALTER TABLE case_decision ADD CONSTRAINT case_decision_outcome_check
  CHECK (outcome IN ('APPROVE', 'REJECT', 'ESCALATE', 'REVOKE', 'COUNTER', 'SUSPEND'));
ALTER TABLE case_decision DROP CONSTRAINT case_decision_level_check;
ALTER TABLE case_decision ADD CONSTRAINT case_decision_level_check
  CHECK (level IN ('SYSTEM', 'UNDERWRITER', 'SECURITY', 'HEAD', 'COMMITTEE', 'SENDER', 'OUTSIDE'));
-- An offer binds the bank as an approval does: nobody makes one alone without a measure of it.
ALTER TABLE case_decision ADD CONSTRAINT case_decision_offer_authority
  CHECK (outcome <> 'COUNTER' OR level = 'COMMITTEE' OR authority_id IS NOT NULL);

-- Documents that an underwriter has asked for: each is a remark, which is answered by a file or in words.
CREATE TABLE requested_document (
  remark_id      int PRIMARY KEY REFERENCES case_remark,
  case_id        int NOT NULL REFERENCES case_file,
  -- Code of `docType`.
  document_code  text NOT NULL,
  -- Null: of the case.
  participant_id int REFERENCES case_participant,
  -- What exactly is needed, without the names that the remark's text begins with.
  words          text NOT NULL
);
CREATE INDEX requested_document_case ON requested_document (case_id, remark_id);
CREATE TRIGGER tell_case_insert AFTER INSERT ON requested_document REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''remarks'' FROM touched');
