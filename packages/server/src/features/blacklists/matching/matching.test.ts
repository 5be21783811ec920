import { afterAll, beforeAll, expect, it } from 'vitest'
import { Chance } from '#db/seed/generator.ts'
import { changeEntry, actingEntry } from '#testing/blacklist/acting-entry.ts'
import { fillEntries } from '#testing/blacklist/fill-entries.ts'
import { measureFalseHits, measureRecall } from '#testing/blacklist/measure.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { participantFacts } from './facts.rules.ts'
import { searchBlacklists } from './matching.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const search = async (personal: Record<string, unknown>) => {
  const [found = []] = await searchBlacklists(
    bank.db,
    [{ kind: 'individuals', facts: participantFacts(personal) }],
    '2026-06-01',
  )
  return found.map(({ entry, match }) => [entry.id, match.exact])
}

it('people of five thousand entries are found through errors, strangers are not', async () => {
  const entries = await fillEntries(bank.db, 1, new Chance(1), 5_000, 600)
  expect((await measureRecall(bank.db, new Chance(2), entries, 1)).share).toBeGreaterThanOrEqual(0.98)
  expect((await measureRecall(bank.db, new Chance(3), entries, 2)).share).toBeGreaterThanOrEqual(0.9)
  const { whole } = await measureFalseHits(bank.db, new Chance(4), 1_000)
  expect(whole).toBeLessThanOrEqual(1)
}, 120_000)

it('an entry is found by what it says now, while it acts', async () => {
  const person = { lastName: 'Меченый', firstName: 'Роман', middleName: 'Ильич', birthDate: '1981-02-03' }
  const id = await actingEntry(bank.db, { kind: 'individuals', level: 'STOP', data: person })
  expect(await search(person)).toEqual([[id, true]])
  expect(await search({ ...person, lastName: 'Mecheny', firstName: 'Roman', middleName: 'Ilich' })).toEqual([
    [id, false],
  ])
  await changeEntry(bank.db, id, 'individuals', { ...person, lastName: 'Незнакомцев' })
  expect(await search(person)).toEqual([])
  expect(await search({ ...person, lastName: 'Незнакомцев' })).toEqual([[id, true]])
  const state = (values: object) =>
    bank.db.updateTable('blacklist_entry').set(values).where('id', '=', id).execute()
  await state({ valid_from: '2026-06-02' })
  expect(await search({ ...person, lastName: 'Незнакомцев' })).toEqual([])
  await state({ valid_from: '2020-01-01', state: 'REMOVED', ended_on: '2026-01-01' })
  expect(await search({ ...person, lastName: 'Незнакомцев' })).toEqual([])
})

it('an entry without a birth date is found by the whole name', async () => {
  const name = { lastName: 'Безвозрастных', firstName: 'Аркадий', middleName: 'Ильич' }
  const id = await actingEntry(bank.db, { kind: 'individuals', level: 'STOP', data: name })
  expect(await search({ ...name, birthDate: '1981-02-03' })).toEqual([[id, false]])
  expect(await search(name)).toEqual([[id, false]])
})

it('signs of a pattern are letters of nobody, and a null character breaks nothing', async () => {
  for (const lastName of ['%', '_____', "' OR 1=1 --", '\\', 'а'.repeat(100_000), '‮‭'])
    expect(await search({ lastName, firstName: '%', middleName: '_', birthDate: '1981-02-03' })).toEqual([])
})
