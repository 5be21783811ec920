-- What the blacklists said of the person when a form of control was signed; null: it was signed before, or is not yet.
ALTER TABLE individual_control ADD COLUMN hits jsonb;
