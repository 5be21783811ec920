-- Showing the personal numbers of a client is written down as exports are; the journal is read by time, by person and by
-- kind.
ALTER TABLE access_event DROP CONSTRAINT access_event_action_check;
ALTER TABLE access_event
  ADD CHECK (action IN ('EXPORT', 'VIEW', 'DOWNLOAD', 'ARCHIVE', 'PDF', 'RECOGNISE', 'UNMASK'));
CREATE INDEX access_event_action ON access_event (action, id DESC);
CREATE INDEX access_event_at ON access_event (at);

-- Decisions by day: who has come to a stage when.
CREATE INDEX case_stage_entered ON case_stage (stage, entered_at);
