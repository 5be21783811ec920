-- By what entries are looked up when somebody is compared with the blacklists: whole numbers, the day of birth, the day
-- with the consonants of a word of the name, the sound of the whole name. Follows from the content of an entry and is
-- written with it; whether two agree is decided over the contents, not here.
CREATE TABLE blacklist_match_key (
  kind     text NOT NULL,
  value    text NOT NULL COLLATE "C",
  entry_id int  NOT NULL REFERENCES blacklist_entry,
  PRIMARY KEY (kind, value, entry_id)
);
CREATE INDEX blacklist_match_key_entry ON blacklist_match_key (entry_id);

-- Where an entry has fired: a participant of a case, their employer or their phone.
CREATE TABLE blacklist_hit (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id       int NOT NULL REFERENCES blacklist_entry,
  case_id        int NOT NULL REFERENCES case_file,
  participant_id int NOT NULL REFERENCES case_participant,
  -- The check that it answers.
  code           text NOT NULL,
  exact          boolean NOT NULL,
  score          int NOT NULL CHECK (score BETWEEN 0 AND 100),
  -- What agrees and what speaks against it, in words.
  agreed         text[] NOT NULL,
  against        text[] NOT NULL,
  -- Side by side, `{listed, given}`; destroyed with what the entry says of whom.
  compared       jsonb NOT NULL,
  -- What was compared, without saying it: a verdict is of this pair and stands until either changes.
  entry_print    text NOT NULL,
  given_print    text NOT NULL,
  source         text NOT NULL CHECK (source IN ('CHECK', 'RETRO')),
  found_at       timestamptz NOT NULL,
  -- Of a hit on a case that was open already: what has to be done about it.
  task_id        int REFERENCES case_task,
  -- When a later search did not find it any more: the entry ended, or somebody corrected the questionnaire.
  gone_at        timestamptz,
  UNIQUE (case_id, participant_id, code, entry_id)
);
CREATE INDEX blacklist_hit_entry ON blacklist_hit (entry_id, found_at DESC);
CREATE TRIGGER tell_case_insert AFTER INSERT ON blacklist_hit REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');
CREATE TRIGGER tell_case_update AFTER UPDATE ON blacklist_hit REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');
CREATE TRIGGER tell_case_delete AFTER DELETE ON blacklist_hit REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_case('SELECT case_id, ''checks'' FROM touched');

-- What people have said of a pair; the last word counts, the earlier ones stay.
CREATE TABLE blacklist_verdict (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id    int NOT NULL REFERENCES blacklist_entry,
  entry_print text NOT NULL,
  given_print text NOT NULL,
  -- The hit at which it was said.
  hit_id      int NOT NULL REFERENCES blacklist_hit,
  verdict     text NOT NULL CHECK (verdict IN ('MATCH', 'NO_MATCH', 'CHECK')),
  comment     text NOT NULL,
  said_by     int NOT NULL REFERENCES employee,
  said_at     timestamptz NOT NULL
);
CREATE INDEX blacklist_verdict_pair ON blacklist_verdict (entry_id, entry_print, given_print, id DESC);

-- Entries that have begun or ceased to act, or say something else: open cases are tried against them by a job.
CREATE TABLE blacklist_retro (
  entry_id int PRIMARY KEY REFERENCES blacklist_entry,
  asked_at timestamptz NOT NULL
);
CREATE FUNCTION ask_blacklist_retro() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of a bank that is being filled nobody has asked anything yet.
  IF current_setting('app.fills_database', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO blacklist_retro VALUES (NEW.id, clock_timestamp())
    ON CONFLICT (entry_id) DO UPDATE SET asked_at = excluded.asked_at;
  RETURN NULL;
END $$;
CREATE TRIGGER ask_retro_insert AFTER INSERT ON blacklist_entry
  FOR EACH ROW WHEN (NEW.state = 'ACTIVE') EXECUTE FUNCTION ask_blacklist_retro();
CREATE TRIGGER ask_retro_update AFTER UPDATE OF state, level, content_number, valid_from ON blacklist_entry
  FOR EACH ROW WHEN (OLD.acting_level IS DISTINCT FROM NEW.acting_level
    OR (NEW.acting_level IS NOT NULL AND (OLD.content_number, OLD.valid_from) <> (NEW.content_number, NEW.valid_from)))
  EXECUTE FUNCTION ask_blacklist_retro();

-- Reading a reason and asking the lists outside any application are written down too.
ALTER TABLE access_event DROP CONSTRAINT access_event_action_check;
ALTER TABLE access_event ADD CHECK (action IN ('EXPORT', 'VIEW', 'DOWNLOAD', 'ARCHIVE', 'PDF', 'RECOGNISE', 'UNMASK',
  'REASON', 'LISTS'));

-- The bank's own list answers now: what the stand-in said of it is no answer any more.
UPDATE auto_check SET valid_until = least(valid_until, now()) WHERE code = 'BLACKLIST_PERSON' AND stand_in;
