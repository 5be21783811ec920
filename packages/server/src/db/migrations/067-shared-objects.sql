-- Content in the file store never changes, so several rows may hold one object: it goes when the last of them has gone
-- (the check of the store removes keys that no row holds).
ALTER TABLE stored_object DROP CONSTRAINT stored_object_key_key;
CREATE INDEX stored_object_key ON stored_object (key);
