import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { columnOf } from './bulk-rows.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const kept = async (values: readonly (string | null)[]) => {
  const { rows } = await sql<{ list: (string | null)[] }>`SELECT ${columnOf(values)}::text[] AS list`.execute(
    bank.db,
  )
  return rows[0]?.list
}

it.each([
  [['Ёлкин "Пётр"', 'C:\\new', null, '', 'null', '{a,b}', "О'Нил"]],
  [['первая\nвторая', 'с\tотступом']],
  [[]],
])('a column comes as it is: %j', async (values) => {
  expect(await kept(values)).toEqual(values)
})

it('whatever is written in it', async () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('"', '\\', '\n', ',', '{', 'N', '\u0001'), fc.string()),
  })
  const possible = text.filter((one) => !one.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(possible)), async (values) => {
      expect(await kept(values)).toEqual(values)
    }),
  )
})

it('numbers and marks keep their types', async () => {
  const { rows } = await sql`
    SELECT ${columnOf([1, -2, null])}::int[] AS numbers, ${columnOf([true, false, null])}::boolean[] AS marks`.execute(
    bank.db,
  )
  expect(rows).toEqual([{ numbers: [1, -2, null], marks: [true, false, null] }])
})
