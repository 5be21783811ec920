/** Indexes that no constraint needs go and come back when all rows are there: row by row they took most of the time. */
export const dropIndexes = (tables: readonly string[]): string => `
  CREATE TABLE dropped AS SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i WHERE NOT i.indisunique AND i.indrelid = ANY('{${tables.join(', ')}}'::regclass[]);
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT name FROM dropped LOOP EXECUTE 'DROP INDEX ' || one.name; END LOOP; END $$;`

/** Makes them again. */
export const makeIndexes = `
  SET maintenance_work_mem = '1GB';
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT definition FROM dropped LOOP EXECUTE one.definition; END LOOP; END $$;
  RESET maintenance_work_mem;
  DROP TABLE dropped;`

/** One person asks here what a whole bank does: the hourly limit of exact numbers forgets what it is told. */
export const withoutHourlyLimit = `
  CREATE FUNCTION forget_question() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER forget_question BEFORE INSERT ON number_question FOR EACH ROW EXECUTE FUNCTION forget_question();`
