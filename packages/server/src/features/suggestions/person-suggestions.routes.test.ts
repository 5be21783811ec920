import * as api from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoPassportUnits } from '#db/seed/passport-units.ts'
import { standInClient } from '#integrations/dadata/stand-in.ts'
import type { SuggestionClient } from '#integrations/dadata/suggestion-client.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { suggestionsRoutes } from './suggestions.routes.ts'

let bank: TestApp
let client: SuggestionClient = standInClient({ delay: [0, 0], failures: 0 })
const switched = new Proxy({} as SuggestionClient, {
  get: (_, name: keyof SuggestionClient) => client[name],
})
beforeAll(async () => {
  bank = await testApp({ routes: suggestionsRoutes({ client: switched }) })
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, sex, email, not_active) VALUES
    (90001, 2, 'Ярцева-Проба', 'Алёна', 'Ильинична', 'FEMALE', 'a@volga-proba.ru', false),
    (90002, 4, 'Ярцев-Проба', 'Олег', NULL, NULL, 'b@ural-proba.ru', false),
    (90003, 2, 'Ярцев-Проба', 'Пётр', 'Ильич', 'MALE', NULL, true)`.execute(bank.db)
  await sql`INSERT INTO passport_unit (code, name) VALUES ('990-777', 'ОТДЕЛОМ ПРОВЕРКИ Г. ПРОБНЫЙ')`.execute(
    bank.db,
  )
})
afterAll(() => bank.close())

type NameQuery = {
  query: string
  part?: 'SURNAME' | 'NAME' | 'PATRONYMIC'
  sex?: 'MALE' | 'FEMALE'
  count?: number
}
const names = async (query: NameQuery, as: 'admin' | 'agent' | 'partner-admin' = 'admin') =>
  (await bank.call(api.suggestName, { query }, { as })).body.suggestions
const valuesOf = (list: { value: string }[]) => list.map(({ value }) => value)

describe('names', () => {
  it('come by the field they are typed in, the commonest first, with the sex', async () => {
    const [first, second] = await names({ query: 'ив', part: 'SURNAME' })
    expect([first, second]).toMatchObject([
      {
        value: 'Иванов',
        data: { surname: 'Иванов', name: null, gender: 'MALE' },
        source: 'OWN',
        ownEmployeeId: null,
      },
      { value: 'Иванова', data: { surname: 'Иванова', gender: 'FEMALE' } },
    ])
    expect(valuesOf(await names({ query: 'еле', part: 'NAME' }))).toEqual(['Елена'])
    expect((await names({ query: 'ильин', part: 'PATRONYMIC' }))[0]).toMatchObject({
      value: 'Ильинична',
      data: { patronymic: 'Ильинична', gender: 'FEMALE' },
    })
  })

  it('of the other sex are left out when the sex is known', async () => {
    const found = await names({ query: 'петр', part: 'PATRONYMIC', sex: 'FEMALE' })
    expect(valuesOf(found)).toEqual(['Петровна'])
    expect((await bank.call(api.suggestName, { query: { query: 'п', sex: 'OTHER' as 'MALE' } })).status).toBe(
      400,
    )
    expect((await bank.call(api.suggestName, { query: { query: 'п', part: 'ALL' as 'NAME' } })).status).toBe(
      400,
    )
  })

  it('of visible employees come whole and first, those of others and of the dismissed do not', async () => {
    const [first] = await names({ query: 'ярцева-п', part: 'SURNAME' })
    expect(first).toEqual({
      value: 'Ярцева-Проба Алёна Ильинична',
      unrestricted_value: 'Ярцева-Проба Алёна Ильинична',
      data: { surname: 'Ярцева-Проба', name: 'Алёна', patronymic: 'Ильинична', gender: 'FEMALE' },
      source: 'OWN',
      ownEmployeeId: 90001,
    })
    const idsFor = async (as: 'admin' | 'agent' | 'partner-admin') =>
      (await names({ query: 'Ярцев', part: 'SURNAME' }, as)).flatMap(
        ({ ownEmployeeId }) => ownEmployeeId ?? [],
      )
    expect((await idsFor('admin')).toSorted((a, b) => a - b)).toEqual([90001, 90002])
    expect(await idsFor('partner-admin')).toEqual([90002])
    expect(await idsFor('agent')).not.toContain(90002)
    expect((await names({ query: 'ярцева-проба  ален' }))[0]?.ownEmployeeId).toBe(90001)
  })

  it('of employees need the right to their list', async () => {
    await sql`DELETE FROM user_role_operation WHERE object_type = 'PartnerEmployee' AND operation = 'List'`.execute(
      bank.db,
    )
    await expect
      .poll(async () => (await names({ query: 'Ярцев', part: 'SURNAME' }, 'partner-admin')).length)
      .toBe(0)
  })
})

describe('units that issue passports', () => {
  const find = async (query: string) =>
    (await bank.call(api.suggestPassportUnit, { query: { query } })).body.suggestions

  it('are found by the beginning of the code, with or without the dash', async () => {
    const [first] = await find('772-053')
    expect(first).toEqual({
      value: 'ОВД ЗЮЗИНО Г. МОСКВЫ',
      unrestricted_value: 'ОВД ЗЮЗИНО Г. МОСКВЫ',
      data: { code: '772-053', name: 'ОВД ЗЮЗИНО Г. МОСКВЫ', region_code: '77', type: '2' },
      source: 'OWN',
    })
    expect(await find('772053')).toEqual(await find('772-053'))
    expect((await find('772')).map(({ data }) => data.code)).toContain('772-053')
    expect(await find('7720531')).toEqual([])
  })

  it('are found by words in any order', async () => {
    expect(valuesOf(await find('пробный отделом'))).toEqual(['ОТДЕЛОМ ПРОВЕРКИ Г. ПРОБНЫЙ'])
    expect((await find('зюзино столом')).length).toBe(0)
  })

  it('of the demo bank exist for every region and say that they are invented', async () => {
    await seedDemoPassportUnits(bank.db)
    const tula = await find('710-00')
    expect(tula.map(({ data }) => data.name)).toEqual([
      'УМВД РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ',
      'ОТДЕЛОМ УФМС РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ В Г. ТУЛА',
    ])
    expect(new Set(tula.map(({ source }) => source))).toEqual(new Set(['STAND_IN']))
    const { rows } = await sql<{ region: string }>`SELECT DISTINCT left(code, 2) AS region FROM passport_unit
      WHERE left(code, 2) IN (SELECT code FROM reference_item WHERE dictionary = 'region'
        AND attributes -> 'isSubject' = 'true')`.execute(bank.db)
    const subjects = await sql`SELECT FROM reference_item WHERE dictionary = 'region'
      AND attributes -> 'isSubject' = 'true'`.execute(bank.db)
    expect(rows.length).toBe(subjects.rows.length)
  })
})

describe('e-mail addresses', () => {
  const find = async (query: string, as: 'admin' | 'agent' = 'admin') =>
    (await bank.call(api.suggestEmail, { query: { query, count: 20 } }, { as })).body.suggestions

  it('go on with common domains', async () => {
    expect((await find('anton@ma')).map(({ value }) => value)).toContain('anton@mail.ru')
    expect((await find('anton')).length).toBeGreaterThan(5)
    expect((await find('anton@gmail.com')).map(({ value }) => value)).toEqual([])
    expect((await find('anton@mail.ru')).map(({ value }) => value)).not.toContain('anton@mail.ru')
    expect(await find('@mail')).toEqual([])
    expect(await find('два слова')).toEqual([])
  })

  it('know the domains of one’s own colleagues and of nobody else’s', async () => {
    expect((await find('anton@vol', 'agent')).map(({ value }) => value)).toEqual(['anton@volga-proba.ru'])
    expect(await find('anton@ural', 'agent')).toEqual([])
    expect(await find('anton@ural')).toEqual([])
  })
})

describe('what the outside service adds', () => {
  it('stands after the own data and is not repeated', async () => {
    const suggested = (value: string) => ({
      value,
      unrestricted_value: value,
      data: { surname: value, name: null, patronymic: null, gender: 'UNKNOWN' as const },
    })
    client = {
      ...standInClient(),
      source: 'DADATA',
      name: () => Promise.resolve(['ИВАНОВ', 'Ивантеев'].map(suggested)),
    }
    const found = await names({ query: 'ивано', part: 'SURNAME' })
    expect(valuesOf(found).filter((value) => value.toLowerCase() === 'иванов')).toEqual(['Иванов'])
    expect(found.at(-1)).toMatchObject({ value: 'Ивантеев', source: 'DADATA', ownEmployeeId: null })
  })
})
