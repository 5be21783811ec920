import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyTemplate } from '#testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { prepared } from './prepared.ts'

let copy: { url: string; drop(): Promise<void> }
let bank: Database
beforeAll(async () => {
  const { url, template } = inject('testDatabase')
  copy = await copyTemplate(url, template)
  bank = openDatabase({ connectionString: copy.url, poolSize: 2 })
})
afterAll(async () => {
  await bank.close()
  await copy.drop()
})

let built = 0
const sums = prepared<{ words: string[]; part: string; more: number | null }, object>((value) => {
  built += 1
  return sql`SELECT ${value('words')}::text[] AS words, ${value('more')}::int + 1 AS sum, ${3}::int AS fixed,
    ${value('part')} = ANY(${value('words')}::text[]) AS found FROM generate_series(1, ${value('more')}::int)`
})

it('every call has its own values, each in all of its places, in a text that is built once', async () => {
  const { db } = bank
  const [one, other, none] = await Promise.all([
    sums(db, { words: ['а', "'; DROP TABLE approver"], part: 'а', more: 1 }),
    db.transaction().execute((tx) => sums(tx, { words: [], part: 'б', more: 2 })),
    sums(db, { words: [], part: '', more: null }),
  ])
  expect(one).toEqual([{ words: ['а', "'; DROP TABLE approver"], sum: 2, fixed: 3, found: true }])
  expect(other).toEqual([1, 2].map(() => ({ words: [], sum: 3, fixed: 3, found: false })))
  expect(none).toEqual([])
  expect(built).toBe(1)
})
