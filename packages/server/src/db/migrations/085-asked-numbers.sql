-- Whoever asks about the same client again learns nothing new: a question is a number, known by its sum. An employee looks
-- for a client, opens a lead and says that the found cases were looked at; that is one question, not three.
ALTER TABLE number_question ADD COLUMN asked bytea;
CREATE UNIQUE INDEX number_question_asked ON number_question (employee_id, asked) WHERE asked IS NOT NULL;
