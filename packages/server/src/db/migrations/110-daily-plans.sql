-- How many decisions a group is to take in a working day; null: none is set.
ALTER TABLE workgroup ADD COLUMN daily_plan int CHECK (daily_plan BETWEEN 1 AND 10000);
