import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { innControlDigit, ogrnControlDigit } from '@ipoteka-office/contract/common/identifiers.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as api from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPassword } from '#embedded/identity/check-password.ts'
import { identityWorker } from '#features/employees/employee-account.service.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { embeddedIdentityAdmin } from '#integrations/identity/embedded-identity-admin.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { systemClock } from '#lib/bank-time.ts'
import { formOf } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { sendForm } from '#testing/uploads.ts'
import {
  organisationApplyName,
  organisationApplyWork,
  organisationCheckName,
  organisationCheckWork,
} from './load-works.service.ts'

let bank: TestApp
let identity: IdentityAdmin
beforeAll(async () => {
  bank = await testApp()
  identity = embeddedIdentityAdmin(bank.db)
})
afterAll(() => bank.close())

const one = async (statement: string): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`${sql.raw(statement)}`.execute(bank.db)
  return rows[0]?.value
}
const csvOf = (headings: Readonly<Record<string, string>>, rows: readonly Record<string, string>[]) =>
  [Object.values(headings), ...rows.map((row) => Object.keys(headings).map((column) => row[column] ?? ''))]
    .map((cells) => cells.join(';'))
    .join('\r\n')
const partnersFile = (rows: Record<string, string>[]) => csvOf(api.partnerHeadings, rows)
const peopleFile = (rows: Record<string, string>[]) => csvOf(api.employeeHeadings, rows)

async function run(taskId: number | null) {
  const { db, files } = bank
  const parts = {
    bank: { clock: systemClock('Europe/Moscow'), parameters: bank.parameters },
    identity,
    log: bank.app.log,
  }
  const works = {
    [organisationCheckName]: organisationCheckWork(parts),
    [organisationApplyName]: organisationApplyWork(parts),
  }
  const errors: unknown[] = []
  const runner = createTaskRunner({ db, files, findActor, works, onError: (error) => errors.push(error) })
  const signal = new AbortController().signal
  await runner({ taskId: taskId ?? 0 }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  expect(errors).toEqual([])
}
const params = (id: number) => ({ params: { id: String(id) } })
const send = (what: 'partners' | 'employees', content: string, as: Login = 'admin', name = 'файл.csv') =>
  sendForm(bank, `/organisation-loads/${what}`, formOf(name, Buffer.from(content)), as)
const read = async (id: number, as: Login = 'admin') =>
  (await bank.call(api.getOrganisationLoad, params(id), { as })).body
const rowsOf = async (id: number, as: Login = 'admin') =>
  (await bank.call(api.listOrganisationRows, { ...params(id), query: { size: '100' } }, { as })).body.content
async function checked(what: 'partners' | 'employees', content: string, as: Login = 'admin') {
  const { status, body } = await send(what, content, as)
  expect(status, JSON.stringify(body)).toBe(200)
  const load = body as unknown as api.OrganisationLoad
  await run(load.taskId)
  return read(load.id, as)
}
async function applied(load: api.OrganisationLoad, as: Login = 'admin') {
  const { status, body, raw } = await bank.call(
    api.applyOrganisationLoad,
    { ...params(load.id), body: {} },
    { as },
  )
  expect(status, raw.body).toBe(200)
  await run(body.taskId)
  return read(load.id, as)
}
const notesOf = async (load: api.OrganisationLoad, as: Login = 'admin') =>
  (await rowsOf(load.id, as)).map(({ line, kind, notes }) => [line, kind, notes.join('; ')])

let serial = 100
function organisation(change: Record<string, string> = {}): Record<string, string> {
  serial += 1
  const start = `770${String(serial).padStart(6, '0')}`
  const inn = `${start}${innControlDigit(start)}`
  const ogrn = `102770${String(serial).padStart(6, '0')}`
  return {
    inn,
    kpp: '770101001',
    ogrn: `${ogrn}${ogrnControlDigit(ogrn)}`,
    shortName: `Дом ${serial}`,
    fullName: `ООО «Дом ${serial}»`,
    regionCode: '77',
    ...change,
  }
}
const person = (login: string, change: Record<string, string> = {}) => ({
  partnerInn: '6670000046',
  partnerKpp: '667001001',
  lastName: 'Тестова',
  firstName: 'Анна',
  login,
  ...change,
})

describe('partners and branches', () => {
  it('are compared without a trace and made all at once, heads before branches; the next file changes what differs', async () => {
    const head = organisation({ legalAddress: 'г Москва, ул Ленина, д 1', roleCodes: 'LeadCreator' })
    const branch = organisation({
      inn: head.inn ?? '',
      ogrn: head.ogrn ?? '',
      kpp: '160101001',
      regionCode: '16',
      headInn: head.inn ?? '',
      headKpp: '770101001',
    })
    const count = () => one(`SELECT count(*)::int AS value FROM partner WHERE inn = '${head.inn}'`)
    const load = await checked('partners', partnersFile([branch, head]))
    expect(load, JSON.stringify(await notesOf(load))).toMatchObject({ state: 'READY', counts: { new: 2 } })
    expect(await count()).toBe(0)
    expect(await applied(load)).toMatchObject({ state: 'APPLIED', counts: { new: 2 } })
    expect(
      await one(`SELECT json_agg(json_build_array(b.short_name, h.short_name, b.branch_type_code, h.roles)) AS value
        FROM partner b JOIN partner h ON h.id = b.parent_id WHERE b.inn = '${head.inn}'`),
    ).toEqual([[branch.shortName, head.shortName, 'BRANCH', ['LeadCreator']]])
    expect((await rowsOf(load.id)).map(({ link }) => link)).toEqual([
      expect.stringMatching(/^\/partner\/\d+$/),
      expect.stringMatching(/^\/partner\/\d+$/),
    ])
    // What was typed is in the cards alone.
    expect(
      await one(`SELECT json_agg(cells) AS value FROM organisation_load_row WHERE load_id = ${load.id}`),
    ).toEqual([{}, {}])

    const again = await checked('partners', partnersFile([head, { ...branch, shortName: 'Дом, Казань' }]))
    expect(await notesOf(again)).toEqual([
      [2, 'same', ''],
      [3, 'changed', `Краткое наименование: «${branch.shortName}» → «Дом, Казань»`],
    ])
    await applied(again)
    expect(
      await one(`SELECT short_name AS value FROM partner WHERE kpp = '160101001' AND inn = '${head.inn}'`),
    ).toBe('Дом, Казань')
    const third = await bank.call(api.applyOrganisationLoad, { ...params(again.id), body: {} })
    expect([third.status, third.error.message]).toEqual([409, 'Этот файл уже загружен'])
  })

  it('mistakes are told by row and heading, and a file with one changes nothing', async () => {
    const good = organisation()
    const rows = [
      good,
      organisation({ inn: '7701000018' }),
      organisation({ headInn: '5000000000' }),
      organisation({ regionCode: 'ZZ' }),
      organisation({ roleCodes: 'Ahml' }),
      good,
      organisation({ shortName: '' }),
    ]
    const load = await checked('partners', partnersFile(rows))
    expect(load.counts).toEqual({ new: 1, error: 6 })
    const notes = await notesOf(load)
    expect(notes.map(([, kind]) => kind)).toEqual([
      'new',
      'error',
      'error',
      'error',
      'error',
      'error',
      'error',
    ])
    expect(notes.map(([, , text]) => text).slice(1)).toEqual([
      'ИНН: ИНН не проходит проверку контрольной цифры',
      expect.stringMatching(/^ИНН головной: /),
      expect.stringMatching(/^Регион: /),
      expect.stringMatching(/^Роли: Роль «Оператор»/),
      'То же, что в строке 2',
      expect.stringMatching(/^Краткое наименование: /),
    ])
    const { status, error } = await bank.call(api.applyOrganisationLoad, { ...params(load.id), body: {} })
    expect([status, error.message]).toEqual([409, expect.stringMatching(/строки с ошибками: 6/)])
  })

  it('what has become wrong since the comparison stops the whole file', async () => {
    const first = organisation()
    const branch = organisation({
      inn: '1650000024',
      ogrn: '1091650000023',
      kpp: '165045001',
      headInn: '1650000024',
    })
    const load = await checked('partners', partnersFile([first, branch]))
    expect(load.counts, JSON.stringify(await notesOf(load))).toEqual({ new: 2 })
    await sql`UPDATE partner SET not_active = true, version = version + 1 WHERE id = 2`.execute(bank.db)
    expect(await applied(load)).toMatchObject({
      state: 'FAILED',
      reason: expect.stringMatching(/^Строка 3: ИНН головной: Партнёр отключён.*Не загружено ничего$/),
    })
    await sql`UPDATE partner SET not_active = false, version = version + 1 WHERE id = 2`.execute(bank.db)
    expect(await one(`SELECT count(*)::int AS value FROM partner WHERE inn = '${first.inn}'`)).toBe(0)
  })

  it('a file that is none is refused at once', async () => {
    for (const [content, message] of [
      ['a;b\r\n1;2', /Неизвестные столбцы: «a», «b»/],
      ['ИНН\r\n7701000019', /Нет столбцов/],
      [Object.values(api.partnerHeadings).join(';'), /нет строк/],
    ] as const) {
      const { status, body } = await send('partners', content)
      expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
    }
  })
})

describe('employees', () => {
  const work = async () => {
    const { rows } = await sql<{ id: string; data: { employeeId: number } }>`
      SELECT id, data FROM pgboss.job WHERE name = 'identity' AND state = 'created' ORDER BY created_on`.execute(
      bank.db,
    )
    for (const { id, data } of rows) {
      await identityWorker(bank.db, identity)(data, { isLastAttempt: false })
      await sql`DELETE FROM pgboss.job WHERE id = ${id}`.execute(bank.db)
    }
  }
  const issue = (id: number, as: Login = 'admin') =>
    bank.call(api.issueLoadedAccess, { ...params(id), body: { how: 'PASSWORD' } }, { as })

  it('are taken on with roles and a sign-in whose first password is told once; nobody is flooded with notifications', async () => {
    const load = await checked(
      'employees',
      peopleFile([
        person('load1', { userRoles: 'PARTNER_AGENT', account: 'да', phone: '8 (999) 123-45-67' }),
        person('load2', { lastName: 'Вторая', account: 'нет' }),
      ]),
    )
    expect(load, JSON.stringify(await notesOf(load))).toMatchObject({ counts: { new: 2 } })
    expect(await one(`SELECT count(*)::int AS value FROM employee WHERE login LIKE 'load_'`)).toBe(0)
    expect(await one(`SELECT count(*)::int AS value FROM pgboss.job WHERE name = 'identity'`)).toBe(0)
    const after = await applied(load)
    expect(after.accounts).toEqual({ waiting: 1, failed: 0, made: 0, toIssue: 0 })
    expect(await one(`SELECT phone AS value FROM employee WHERE login = 'load1'`)).toBe('+79991234567')
    await work()
    expect((await read(load.id)).accounts).toEqual({ waiting: 0, failed: 0, made: 1, toIssue: 1 })
    const told = await bank.call(listNotifications, {})
    expect(told.body.content.filter(({ text }) => text.includes('учётная запись'))).toEqual([])

    // Others do not see the load, whatever their rights.
    expect((await issue(load.id, 'partner-admin')).status).toBe(404)
    const { body } = await issue(load.id)
    expect(body).toMatchObject({ left: 0, issued: [{ login: 'load1', refusal: null, line: 2 }] })
    const [account] = body.issued
    expect((await checkPassword(bank.db, 'load1', account?.password ?? '', '10.0.0.1')).result).toBe('change')
    expect((await issue(load.id)).body).toEqual({ issued: [], left: 0 })
    expect(
      await one(
        `SELECT count(*)::int AS value FROM organisation_load_row r WHERE r::text LIKE '%${account?.password}%'`,
      ),
    ).toBe(0)
  })

  it('a card of a known login changes, and its roles do not', async () => {
    await applied(
      await checked(
        'employees',
        peopleFile([person('load3', { jobTitle: 'Агент', userRoles: 'PARTNER_AGENT' })]),
      ),
    )
    const load = await checked(
      'employees',
      peopleFile([
        person('LOAD3', { jobTitle: 'Старший агент', userRoles: '' }),
        person('load4', { userRoles: 'Нет такой' }),
      ]),
    )
    expect(await notesOf(load)).toEqual([
      [2, 'changed', 'Должность: «Агент» → «Старший агент»'],
      [3, 'error', 'Роли: Нет таких ролей: Нет такой'],
    ])
  })

  it('an administrator of a partner loads people of the own tree alone, and gives no more than may be given', async () => {
    const load = await checked(
      'employees',
      peopleFile([
        person('load5'),
        // The bank itself and another partner are not there for this person.
        person('load6', { partnerInn: '7701000019', partnerKpp: '770101001' }),
        person('load7', { partnerInn: '1650000024', partnerKpp: '165001001' }),
        person('load8', { userRoles: 'ADMINISTRATOR' }),
        person('agent'),
      ]),
      'partner-admin',
    )
    const notes = await notesOf(load, 'partner-admin')
    expect(notes.map(([, kind]) => kind)).toEqual(['new', 'error', 'error', 'error', 'error'])
    expect(notes[1]?.[2]).toMatch(/^ИНН организации: Организации с такими ИНН и КПП нет/)
    expect(notes[4]?.[2]).toMatch(/^Логин: Логин занят/)
    for (const call of [api.getOrganisationLoad, api.listOrganisationRows] as const)
      expect((await bank.call(call, params(load.id))).status).toBe(404)
    expect((await bank.call(api.applyOrganisationLoad, { ...params(load.id), body: {} })).status).toBe(404)
    expect((await bank.call(api.listOrganisationLoads, {}, { as: 'agent' })).body.content).toEqual([])
  })

  it('who may not make such cards may not load them', async () => {
    for (const as of ['underwriter', 'agent', 'viewer'] as const)
      for (const what of ['partners', 'employees'] as const)
        expect((await send(what, 'ИНН\r\n1', as)).status, `${as} ${what}`).toBe(403)
  })
})

it('the samples of the documents load as they are', async () => {
  const sample = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../../samples', name), 'utf8')
  const partners = await checked('partners', sample('partners.csv'))
  expect(partners.counts, JSON.stringify(await notesOf(partners))).toEqual({ new: 2 })
  await applied(partners)
  const people = await checked('employees', sample('employees.csv'))
  expect(people.counts, JSON.stringify(await notesOf(people))).toEqual({ new: 2 })
})
