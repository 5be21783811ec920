-- A proxy may hand on something that is no address: the save is written down all the same.
ALTER TABLE save_mark ALTER COLUMN address DROP NOT NULL;
