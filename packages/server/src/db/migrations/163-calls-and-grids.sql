-- A call and its record are two moments, and two people where somebody else corrects it; a correction says why.
ALTER TABLE underwriting_call
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN written_by int REFERENCES employee,
  ADD COLUMN written_at timestamptz NOT NULL DEFAULT now();
UPDATE underwriting_call SET written_by = called_by, written_at = called_at;
UPDATE underwriting_call SET reason = 'Исправление' WHERE corrects_id IS NOT NULL;
ALTER TABLE underwriting_call ALTER COLUMN written_by SET NOT NULL,
  ADD CHECK ((corrects_id IS NULL) = (reason = ''));
CREATE TRIGGER write_history AFTER INSERT ON underwriting_call
  FOR EACH ROW EXECUTE FUNCTION write_history('underwritingCall', 'case', 'case_id');
