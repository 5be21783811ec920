-- How far the clock of a process stands from the database's, as it was at its last beat; more than nought: it is fast.
ALTER TABLE system_process ADD COLUMN clock_offset_ms int NOT NULL DEFAULT 0;
