-- A condition with a last day may end the decision with it. Conditions of before do not.
ALTER TABLE case_condition ADD COLUMN shortens boolean NOT NULL DEFAULT false;
