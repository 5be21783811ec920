-- What was said to a warning that a paper is another person's: who, what, when; the last answer counts.
CREATE TABLE paper_answer (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id    int NOT NULL REFERENCES document,
  storage_id     uuid NOT NULL REFERENCES stored_object ON DELETE CASCADE,
  participant_id int NOT NULL REFERENCES case_participant,
  -- What differed; a warning of something else is answered anew.
  differences    jsonb NOT NULL,
  answer         text NOT NULL CHECK (answer IN ('ANOTHER_PERSON', 'READING', 'SAME_PERSON')),
  comment        text NOT NULL DEFAULT '',
  answered_by    int NOT NULL REFERENCES employee,
  answered_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX paper_answer_storage ON paper_answer (storage_id, participant_id, id DESC);
CREATE INDEX paper_answer_document ON paper_answer (document_id);
CREATE INDEX paper_answer_participant ON paper_answer (participant_id);

-- Where a saved state of a section comes from when a person did not type it.
CREATE TABLE case_section_source (
  section_id  int NOT NULL REFERENCES case_section,
  version     int NOT NULL,
  source      text NOT NULL CHECK (source = 'RECOGNITION'),
  document_id int NOT NULL REFERENCES document,
  PRIMARY KEY (section_id, version)
);
CREATE INDEX case_section_source_document ON case_section_source (document_id);
