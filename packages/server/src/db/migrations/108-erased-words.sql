-- What people said of entries that were destroyed: words of appeals, moves, verdicts, of the tasks that verdicts closed, and
-- notices. Moves and verdicts are changed by nobody else, so that their owner does it, for destroyed entries alone.
CREATE FUNCTION erase_entry_words(entry_ids int[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  UPDATE blacklist_appeal a SET applicant = '', claim = '', decision = ''
    FROM blacklist_entry e WHERE e.id = a.entry_id AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
  UPDATE record_move m SET comment = NULL
    FROM blacklist_entry e WHERE e.id = m.object_id AND m.object_type = 'blacklist_entry' AND m.comment IS NOT NULL
      AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
  UPDATE blacklist_verdict v SET comment = ''
    FROM blacklist_entry e WHERE e.id = v.entry_id AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
  UPDATE case_task t SET comment = NULL, version = t.version + 1
    FROM blacklist_hit h JOIN blacklist_entry e ON e.id = h.entry_id
    WHERE t.id = h.task_id AND t.comment IS NOT NULL AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
  UPDATE case_task_event t SET comment = NULL
    FROM blacklist_hit h JOIN blacklist_entry e ON e.id = h.entry_id
    WHERE t.task_id = h.task_id AND t.comment IS NOT NULL AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
  DELETE FROM notification n USING blacklist_entry e
    WHERE n.link = '/blacklist/' || e.kind || '/view/' || e.id AND e.id = ANY(entry_ids) AND e.destroyed_at IS NOT NULL;
END;
-- Of those that were destroyed before.
SELECT erase_entry_words(ARRAY(SELECT id FROM blacklist_entry WHERE destroyed_at IS NOT NULL));
