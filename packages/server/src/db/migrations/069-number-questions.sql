-- Exact questions about a client's number, for the limit of a person's hour, which all processes share. The number itself
-- is not kept; rows go when their hour has passed and the person asks again.
CREATE TABLE number_question (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  employee_id int NOT NULL REFERENCES employee,
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX number_question_employee ON number_question (employee_id, asked_at);
