import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { deliverData } from './delivery.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const item = async (dictionary: string, code: string) =>
  bank.db
    .selectFrom('reference_item')
    .selectAll()
    .where('dictionary', '=', dictionary)
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
const historyRows = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM change_history`.execute(bank.db)
  return rows[0]?.n
}
/** As if the product had been delivered with something else last time. */
const pretend = async (code: string, field: string, value: unknown) =>
  sql`UPDATE reference_item SET delivered = jsonb_set(delivered, ARRAY[${field}::text], ${JSON.stringify(value)}::text::jsonb)
    WHERE dictionary = 'region' AND code = ${code}`.execute(bank.db)
const newDelivery = () => sql`UPDATE reference_delivery SET hash = 'older'`.execute(bank.db)

describe('the delivery of dictionaries', () => {
  it('brings 136 dictionaries and 100 enumerations whose parents and named codes exist', async () => {
    const { rows } = await sql<{ kind: string; n: number }>`
      SELECT kind, count(*)::int AS n FROM reference_dictionary GROUP BY kind ORDER BY kind`.execute(bank.db)
    expect(rows).toEqual([
      { kind: 'DICTIONARY', n: 136 },
      { kind: 'ENUM', n: 100 },
    ])
    const { rows: lost } = await sql`
      SELECT i.dictionary, i.code, a ->> 'key' AS key FROM reference_item i
      JOIN reference_dictionary d ON d.code = i.dictionary CROSS JOIN LATERAL jsonb_array_elements(d.attributes) a
      WHERE a ->> 'type' = 'code' AND i.attributes ? (a ->> 'key') AND NOT EXISTS (
        SELECT FROM reference_item t WHERE t.dictionary = a ->> 'dictionary' AND t.code = i.attributes ->> (a ->> 'key'))`.execute(
      bank.db,
    )
    expect(lost).toEqual([])
  })

  it('has a type for every value', async () => {
    const { rows } = await sql`
      SELECT DISTINCT i.dictionary, v.key FROM reference_item i
      JOIN reference_dictionary d ON d.code = i.dictionary CROSS JOIN LATERAL jsonb_each(i.attributes) v
      WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(d.attributes) a WHERE a ->> 'key' = v.key
        AND CASE a ->> 'type' WHEN 'code' THEN 'string' WHEN 'text' THEN 'string' ELSE a ->> 'type' END
          = jsonb_typeof(v.value))`.execute(bank.db)
    expect(rows).toEqual([])
  })

  it('repeated, changes nothing', async () => {
    const before = await historyRows()
    await deliverData(bank.db)
    await newDelivery()
    await deliverData(bank.db)
    expect(await historyRows()).toBe(before)
  })

  it('follows a new delivery where the bank has changed nothing, property by property', async () => {
    await bank.db
      .updateTable('reference_item')
      .set({ name: 'Столица' })
      .where('dictionary', '=', 'region')
      .where('code', '=', '77')
      .execute()
    await pretend('77', 'attributes', { type: 'старый' })
    await sql`UPDATE reference_item SET attributes = '{"type": "старый"}' WHERE dictionary = 'region' AND code = '77'`.execute(
      bank.db,
    )
    await pretend('78', 'name', 'Ленинград')
    await sql`UPDATE reference_item SET name = 'Ленинград' WHERE dictionary = 'region' AND code = '78'`.execute(
      bank.db,
    )
    await pretend('63', 'active', true)
    await sql`UPDATE reference_item SET active = false WHERE dictionary = 'region' AND code = '63'`.execute(
      bank.db,
    )
    await newDelivery()
    await deliverData(bank.db)
    const moscow = await item('region', '77')
    expect(moscow.name).toBe('Столица')
    expect(moscow.attributes).toMatchObject({ iso: 'RU-MOW' })
    expect((await item('region', '78')).name).toBe('г. Санкт-Петербург')
    expect((await item('region', '63')).active).toBe(false)
  })

  it('leaves the bank’s own items and toggles alone', async () => {
    await sql`INSERT INTO reference_item (dictionary, code, name) VALUES ('region', 'OWN', 'Свой')`.execute(
      bank.db,
    )
    await sql`UPDATE feature_toggle SET enabled = false, title = 'Своё' WHERE key = 'references.import'`.execute(
      bank.db,
    )
    await newDelivery()
    await deliverData(bank.db)
    expect(await item('region', 'OWN')).toMatchObject({ name: 'Свой', delivered: null })
    const toggle = await bank.db
      .selectFrom('feature_toggle')
      .selectAll()
      .where('key', '=', 'references.import')
      .executeTakeFirstOrThrow()
    expect(toggle).toMatchObject({ enabled: false, title: 'Своё' })
  })

  it('by two instances at once is done once', async () => {
    await newDelivery()
    await Promise.all([deliverData(bank.db), deliverData(bank.db), deliverData(bank.db)])
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM reference_delivery`.execute(
      bank.db,
    )
    expect(rows[0]?.n).toBe(1)
  })
})
