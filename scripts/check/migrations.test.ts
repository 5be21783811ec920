import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastBeforeBanks, migrationFaults } from './migrations.mjs'

const folder = resolve(import.meta.dirname, '../../packages/server/src/db/migrations')

describe('migrations of a bank that works', () => {
  it('hold nobody up and take away nothing that the version before reads', () => {
    const faults = readdirSync(folder).flatMap((name) =>
      migrationFaults(name, readFileSync(join(folder, name), 'utf8')),
    )
    expect(faults).toEqual([])
  })

  const number = lastBeforeBanks + 1
  it.each([
    ['CREATE INDEX case_file_new ON case_file (number);', 'CONCURRENTLY'],
    ['-- words\nUPDATE case_file SET number = 1;', '.portions.sql'],
    ['SELECT 1; DELETE FROM change_history WHERE id < 5;', '.portions.sql'],
    ['ALTER TABLE person ALTER COLUMN inn TYPE text;', 'новым столбцом'],
    ['ALTER TABLE person\n  ADD COLUMN note text,\n  ALTER inn SET NOT NULL;', 'NOT VALID'],
    ['ALTER TABLE person ADD CONSTRAINT sound CHECK (inn <> $$x$$);', 'NOT VALID'],
    ['ALTER TABLE person ADD COLUMN chief int REFERENCES employee;', 'сперва столбец'],
    ['ALTER TABLE person DROP COLUMN inn;', 'contract'],
    ['ALTER TABLE person RENAME COLUMN inn TO code;', 'contract'],
    ['DROP TABLE person;', 'contract'],
  ])('%s is found', (text, words) => {
    expect(migrationFaults(`${number}-fault.sql`, text)).toEqual([expect.stringContaining(words)])
    // What ran before banks did stays as it is.
    expect(migrationFaults('100-past.sql', text)).toEqual([])
  })

  it.each([
    ['own.sql', 'CREATE TABLE anew (id int); CREATE INDEX anew_id ON anew (id); UPDATE anew SET id = 1;'],
    ['small.sql', 'UPDATE parameter SET code = 1; CREATE INDEX role_code ON user_role (code);'],
    [
      'plain.sql',
      'ALTER TABLE person ADD COLUMN note text, ADD CONSTRAINT sound CHECK (note <> 1) NOT VALID;',
    ],
    [
      'later.sql',
      'CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN UPDATE person SET inn = 1; END $$;',
    ],
    [
      'index.apart.sql',
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON person (inn); ALTER TABLE person VALIDATE CONSTRAINT sound;',
    ],
    ['fill.portions.sql', '-- portions: person 5000\nUPDATE person SET note = 1 WHERE id > $1 AND id <= $2'],
    ['gone.sql', '-- contract: nothing reads it since 230\nALTER TABLE person DROP COLUMN inn;'],
  ])('%s is let through', (name, text) => {
    expect(migrationFaults(`${number}-${name}`, text)).toEqual([])
  })
})
