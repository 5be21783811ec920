import { createPartner } from '@ipoteka-office/contract/partners/partners.ts'
import { getReadiness } from '@ipoteka-office/contract/system/readiness.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const items = async () => {
  const { status, body } = await bank.call(getReadiness, {})
  expect(status).toBe(200)
  return new Map(body.map((item) => [item.code, item]))
}

it('tells of every part of the bank, what to do about it and where', async () => {
  const all = await items()
  expect([...all.keys()]).toEqual(
    expect.arrayContaining([
      'REQUISITES',
      'BRANCHES',
      'PARTNERS',
      'EMPLOYEES',
      'ROLES',
      'PRODUCTS',
      'PARAMETERS',
      'CALENDAR',
      'CHECKS',
      'IDENTITY',
      'MESSAGES',
      'BACKUP',
    ]),
  )
  // The test bank is its tree of partners, the people of all roles and no products.
  expect(all.get('PARTNERS')?.text).toMatch(/^Из 4 у 2 нет/)
  expect(all.get('PRODUCTS')).toMatchObject({ state: 'NOT_READY', link: '/products' })
  expect(all.get('REQUISITES')?.text).toContain('номер лицензии')
  expect(all.get('CHECKS')).toMatchObject({ state: 'NOT_READY', text: expect.stringContaining('имитатор') })
  expect(all.get('BACKUP')).toMatchObject({ state: 'NOT_READY', by: null, at: null })
})

it('tells who saw to a part last, and follows what is done', async () => {
  const before = (await items()).get('PARTNERS')
  const made = await bank.call(createPartner, {
    body: {
      shortName: 'Новый партнёр',
      fullName: 'ООО «Новый партнёр»',
      inn: '7701000019',
      kpp: '770101009',
      ogrn: '1027700000019',
      branchTypeCode: 'HEAD',
      regionCode: '77',
    },
  })
  expect(made.status).toBe(200)
  const after = (await items()).get('PARTNERS')
  expect(after?.text).not.toBe(before?.text)
  expect(after?.by?.fullName).toBeTruthy()
  expect(Date.now() - Date.parse(after?.at ?? '')).toBeLessThan(60_000)

  const owner = new pg.Client({ connectionString: bank.connectionString })
  await owner.connect()
  await owner.query(`INSERT INTO backup_run (kind, name, state, finished_at, until, bytes) VALUES
    ('FULL', 'a', 'GOOD', now(), now() - interval '1 hour', 1), ('REHEARSAL', 'b', 'GOOD', now(), now(), NULL)`)
  await owner.end()
  const copy = (await items()).get('BACKUP')
  expect(copy?.state).toBe('READY')
  expect(Date.now() - Date.parse(copy?.at ?? '')).toBeGreaterThan(3_000_000)
})

it('is for administrators of the bank alone', async () => {
  for (const as of ['underwriter', 'agent', 'partner-admin', 'workload'] as const)
    expect((await bank.call(getReadiness, {}, { as })).status).toBe(403)
})
