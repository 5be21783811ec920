import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { copyTemplate, withAdmin } from '#testing/test-database.ts'
import { migrate } from './migrate.ts'

let copy: { url: string; drop(): Promise<void> }
let folder: string
const open: pg.Client[] = []

async function client(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: copy.url, query_timeout: 30_000 })
  one.on('error', () => undefined)
  await one.connect()
  open.push(one)
  return one
}
const write = (name: string, text: string) => writeFile(join(folder, name), text)
const ask = async (text: string) => (await withAdmin(copy.url, (admin) => admin.query(text))).rows

beforeEach(async () => {
  const { url, template } = inject('testDatabase')
  copy = await copyTemplate(url, template)
  folder = await mkdtemp(join(tmpdir(), 'ipoteka-migrations-'))
  await ask(`CREATE TABLE large (id int PRIMARY KEY, grade int);
    INSERT INTO large SELECT n, NULL FROM generate_series(1, 1050) n`)
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.end()
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

it('a migration that waits for a table lets those go on who come after it', async () => {
  await write('901-column.sql', 'ALTER TABLE large ADD COLUMN note text;')
  const holder = await client()
  await holder.query('BEGIN')
  await holder.query('UPDATE large SET grade = 0 WHERE id = 1')
  const lines: string[] = []
  const migrating = migrate(copy.url, (line) => lines.push(line), folder)
  const reader = await client()
  let longest = 0
  for (let n = 0; n < 25; n += 1) {
    const begun = performance.now()
    await reader.query('UPDATE large SET grade = 1 WHERE id = 2')
    longest = Math.max(longest, performance.now() - begun)
    await new Promise((done) => setTimeout(done, 100))
  }
  // Behind a waiting lock they would have stood for as long as the holder holds the table.
  expect(longest).toBeLessThan(2_000)
  expect(lines).toEqual(['миграция 901-column.sql ждёт: таблица занята, люди работают дальше'])
  await holder.query('COMMIT')
  await migrating
  expect(lines.at(-1)).toBe('применена миграция 901-column.sql')
})

it('portions change all rows, each in a transaction of its own, and go on where they were broken off', async () => {
  await write(
    '901-grades.portions.sql',
    `-- portions: large 100
    UPDATE large SET grade = id % 7 WHERE id > $1 AND id <= $2 AND grade IS NULL;`,
  )
  await ask('UPDATE large SET grade = 1 WHERE id > 1000')
  await ask('ALTER TABLE large ADD CHECK (id <> 501 OR grade IS NULL)')
  await expect(migrate(copy.url, undefined, folder)).rejects.toThrow('check constraint')
  expect(await ask('SELECT count(*)::int AS n FROM large WHERE grade IS NULL')).toEqual([{ n: 500 }])
  await ask('ALTER TABLE large DROP CONSTRAINT large_check')
  await migrate(copy.url, undefined, folder)
  expect(await ask('SELECT count(*)::int AS n FROM large WHERE grade IS NULL')).toEqual([{ n: 0 }])
  expect(await ask("SELECT count(*)::int AS n FROM schema_migration WHERE name LIKE '901%'")).toEqual([
    { n: 1 },
  ])
})

it('an index is made beside those who write and beside instances that start meanwhile, anew where it was broken off', async () => {
  await ask('CREATE INDEX large_grade ON large (grade)')
  // As a process that died in the middle leaves it.
  await ask("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'large_grade'::regclass")
  await write(
    '901-index.apart.sql',
    `-- Two of them.
    CREATE INDEX CONCURRENTLY IF NOT EXISTS large_grade ON large (grade);
    CREATE INDEX CONCURRENTLY IF NOT EXISTS large_both ON large (grade, id);
`,
  )
  const holder = await client()
  await holder.query('BEGIN')
  await holder.query('UPDATE large SET grade = 0 WHERE id = 1')
  const instances = Promise.all([1, 2, 3].map(() => migrate(copy.url, undefined, folder)))
  const writer = await client()
  for (let n = 0; n < 10; n += 1) {
    await writer.query('UPDATE large SET grade = grade WHERE id = 2')
    await new Promise((done) => setTimeout(done, 100))
  }
  await holder.query('COMMIT')
  await instances
  expect(
    await ask(`SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
      WHERE indrelid = 'large'::regclass AND NOT indisprimary ORDER BY 1`),
  ).toEqual([
    { name: 'large_both', valid: true },
    { name: 'large_grade', valid: true },
  ])
})
