-- All participants of a case are read, those who were removed too.
CREATE INDEX case_participant_of_case ON case_participant (case_id, sort, id);
DROP INDEX case_participant_case;

-- Totals of the lists are exact: what the usual filters ask is counted from the index alone.
CREATE INDEX case_list_counts ON case_file (type, stage, region_code, partner_id)
  INCLUDE (responsible_id, channel, programme_code) WHERE archived_at IS NULL;
