-- Why a person gave an application to somebody by hand.
ALTER TABLE assignment ADD COLUMN comment text;
