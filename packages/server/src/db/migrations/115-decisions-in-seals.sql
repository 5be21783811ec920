-- The end of a chain of decisions: each decision stands in the history by its hash, and the history is sealed. A decision that
-- is taken away leaves its line there, and a line that is taken away breaks its seal.
CREATE FUNCTION note_decision(d case_decision) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  h change_history;
BEGIN
  h.at := clock_timestamp();
  h.object_type := 'caseDecision';
  h.object_id := d.id;
  h.owner_type := 'case';
  h.owner_id := d.case_id;
  h.action := 'INSERT';
  h.actor_id := coalesce(d.author_id, d.handed_in_by);
  h.request_id := d.request_id;
  -- What was decided is in the decision alone.
  h.new_values := jsonb_build_object('case_id', d.case_id, 'hash', d.hash);
  INSERT INTO change_history (at, object_type, object_id, owner_type, owner_id, action, actor_id, request_id, new_values, hash)
    VALUES (h.at, h.object_type, h.object_id, h.owner_type, h.owner_id, h.action, h.actor_id, h.request_id, h.new_values,
      history_hash(h));
END $$;
REVOKE EXECUTE ON FUNCTION note_decision(case_decision) FROM PUBLIC;
CREATE FUNCTION note_new_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM note_decision(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER note_decision AFTER INSERT ON case_decision FOR EACH ROW EXECUTE FUNCTION note_new_decision();
SELECT note_decision(d) FROM case_decision d ORDER BY d.id;

-- Who checked the chains of an application is written down.
ALTER TABLE access_event DROP CONSTRAINT access_event_action_check;
ALTER TABLE access_event ADD CHECK (action IN ('EXPORT', 'VIEW', 'DOWNLOAD', 'ARCHIVE', 'PDF', 'RECOGNISE', 'UNMASK',
  'REASON', 'LISTS', 'CHAIN'));
CREATE INDEX access_event_chain ON access_event (object_type, object_id, id DESC) WHERE action = 'CHAIN';
