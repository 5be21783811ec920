-- A transfer of a partner's work moves cases of every type: each item says of which type its case is.
UPDATE partner_reassignment_item i SET object_type = f.type FROM case_file f
  WHERE i.object_type = 'APPLICATION' AND f.id = i.object_id;

-- Open cases of a partner are counted before a transfer, among any number of closed ones.
CREATE INDEX case_file_open ON case_file (partner_id, type, region_code, id) WHERE NOT closed AND archived_at IS NULL;
