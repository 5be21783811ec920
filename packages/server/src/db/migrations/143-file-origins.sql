-- What a PDF says of its own making (`{producer, creator, createdAt, modifiedAt}`), read by the process that looks through
-- files as they come; null: no PDF, or one that came before this.
ALTER TABLE stored_object ADD COLUMN origin jsonb;
