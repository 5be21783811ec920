import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import * as roles from '@ipoteka-office/contract/partners/partner-roles.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { of } from '#testing/partner-cases.ts'
import { partnerForm } from '#testing/partner-data.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { warnOfAccreditations } from './parts/accreditation-warnings.service.ts'

const clock = systemClock('Europe/Moscow')
const today = Temporal.PlainDate.from(bankDay(clock))
const inDays = (days: number) => today.add({ days }).toString()

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

let serial = 200
const newPartner = async (...roleCodes: string[]) => {
  serial += 1
  return (await bank.call(api.createPartner, { body: partnerForm(serial, { roleCodes }) })).body
}
const roleOf = (partnerId: number, roleId: number) => ({
  params: { partnerId: String(partnerId), roleId: String(roleId) },
})
const accredit = async (partnerId: number, roleId: number, body: object) => {
  const {
    status,
    body: made,
    error,
  } = await bank.call(roles.createAccreditation, {
    ...roleOf(partnerId, roleId),
    body: { typeCode: 'AGENT', dateFrom: '2020-01-01', ...body },
  })
  expect(status, JSON.stringify(error)).toBe(200)
  return made
}
const listed = async (filter: object) =>
  (await bank.call(api.listFilteredPartners, { query: { size: 100 }, body: filter })).body.content.map(
    ({ id }) => id,
  )

describe('roles', () => {
  it('are given by the catalogue’s number, kept in the partner’s row, and removed while nothing uses them', async () => {
    const { id } = await newPartner()
    const added = await bank.call(roles.addRoleToPartner, { ...of(id), body: { roleId: 4 } })
    expect(added.body).toMatchObject({
      id: 4,
      code: 'MortgageSupplier',
      state: null,
      accreditations: [],
      version: 1,
    })
    const again = await bank.call(roles.addRoleToPartner, { ...of(id), body: { roleId: 4 } })
    expect(again.error.fields?.[0]?.message).toBe('У партнёра уже есть эта роль')
    expect(await listed({ roles: ['MortgageSupplier'] })).toEqual([id])
    const made = await accredit(id, 4, {})
    const [refused] = (await bank.call(roles.removeRolesFromPartner, { ...of(id), query: { ids: '4' } })).body
      .results
    expect(refused).toEqual({
      id: 4,
      done: false,
      reason: 'Роль используется (аккредитаций: 1). Сделайте её недействующей',
    })
    const off = await bank.call(roles.updateRoleOfPartner, {
      ...of(id, { id: '4' }),
      body: { notActive: true, comment: '', version: 1 },
    } as never)
    expect(off.status).toBe(200)
    expect(await listed({ roles: ['MortgageSupplier'] })).toEqual([])
    await bank.call(roles.deleteAccreditation, {
      params: { ...roleOf(id, 4).params, id: String(made.id) },
      query: { version: 1 },
    })
    const gone = await bank.call(roles.removeRoleFromPartner, {
      ...of(id, { id: '4' }),
      query: { version: 2 },
    } as never)
    expect(gone.status).toBe(204)
  })

  it('of the operator is given and switched on by itself alone, by who has read what it shows', async () => {
    const every = (await bank.call(roles.listPartnerRoles, {})).body.map(({ code }) => code)
    const all = await bank.call(api.createPartner, { body: partnerForm(290, { roleCodes: every }) })
    expect([all.status, all.error.fields]).toEqual([
      400,
      [
        {
          path: `roleCodes.${every.indexOf(roles.operatorRoleCode)}`,
          message: expect.stringContaining('добавляют отдельно'),
        },
      ],
    ])
    const { id } = await newPartner()
    const give = (confirmed?: boolean) =>
      bank.call(roles.addRoleToPartner, { ...of(id), body: { roleId: 1, ...(confirmed && { confirmed }) } })
    const held = async () =>
      (await bank.call(roles.listRolesOfPartner, of(id))).body.filter(({ notActive }) => !notActive).length
    const refused = await give()
    expect([refused.status, refused.error.message]).toEqual([
      409,
      expect.stringContaining('данные всех партнёров'),
    ])
    expect((await give(false)).status).toBe(409)
    expect(await held()).toBe(0)
    expect((await give(true)).status).toBe(200)
    const save = (body: object) =>
      bank.call(roles.updateRoleOfPartner, { ...of(id, { id: '1' }), body } as never)
    expect((await save({ notActive: true, version: 1 })).status).toBe(200)
    expect((await save({ notActive: false, version: 2 })).status).toBe(409)
    expect(await held()).toBe(0)
    expect((await save({ notActive: false, version: 2, confirmed: true })).status).toBe(200)
    expect((await save({ notActive: true, version: 3 })).status).toBe(200)
  })

  it('of the operator are not taken from the operator’s own organisation', async () => {
    const { body } = await bank.call(roles.listRolesOfPartner, of(1))
    const version = body.find(({ code }) => code === 'Ahml')?.version ?? 0
    const removed = await bank.call(roles.removeRoleFromPartner, {
      ...of(1, { id: '1' }),
      query: { version },
    } as never)
    expect(removed.status).toBe(409)
    const off = await bank.call(roles.updateRoleOfPartner, {
      ...of(1, { id: '1' }),
      body: { notActive: true, version },
    } as never)
    expect(off.status).toBe(409)
  })
})

describe('accreditation', () => {
  it.each([
    [{ dateTo: null }, 'ACTIVE', null],
    [{ dateTo: inDays(31) }, 'ACTIVE', 31],
    [{ dateTo: inDays(30) }, 'EXPIRING', 30],
    [{ dateTo: inDays(0) }, 'EXPIRING', 0],
    [{ dateTo: inDays(-1) }, 'EXPIRED', null],
    [{ dateFrom: inDays(1), dateTo: inDays(10) }, 'FUTURE', null],
    [{ status: 'PENDING' }, 'PENDING', null],
    [{ status: 'SUSPENDED', dateTo: inDays(-1) }, 'SUSPENDED', null],
    [{ status: 'REVOKED' }, 'REVOKED', null],
  ])('with %j is %s', async (body, state, daysLeft) => {
    const { id } = await newPartner('Insurer')
    expect(await accredit(id, 9, body)).toMatchObject({ state, daysLeft })
    expect((await bank.call(api.getPartner, of(id))).body.roles).toMatchObject([{ code: 'Insurer', state }])
    expect(await listed({ accreditation: [state] })).toContain(id)
    const others = ['ACTIVE', 'EXPIRING', 'EXPIRED', 'FUTURE', 'PENDING', 'SUSPENDED', 'REVOKED', 'NONE']
    expect(await listed({ accreditation: others.filter((other) => other !== state) })).not.toContain(id)
  })

  it('of a role is its best one; a role without any is found as such', async () => {
    const { id } = await newPartner('Insurer', 'Appraiser')
    await accredit(id, 9, { dateTo: inDays(-10) })
    await accredit(id, 9, { dateTo: inDays(10), typeCode: 'INSURER' })
    const { body } = await bank.call(roles.getRoleOfPartner, of(id, { id: '9' }) as never)
    expect(body).toMatchObject({ state: 'EXPIRING', dateTo: inDays(10) })
    expect(await listed({ accreditation: ['EXPIRED'] })).not.toContain(id)
    expect(await listed({ accreditation: ['NONE'] })).toContain(id)
    expect(await listed({ accreditation: ['NONE', 'EXPIRING'], roles: ['Appraiser'] })).toContain(id)
  })

  it('that ends soon is told once to the partner’s leaders and to the operator’s people, a continued one is not', async () => {
    await sql`TRUNCATE expiry_warning`
      .execute(bank.db)
      .catch(() => sql`DELETE FROM expiry_warning`.execute(bank.db))
    await sql`DELETE FROM accreditation`.execute(bank.db)
    const one = await newPartner('Insurer')
    const continued = await newPartner('Insurer')
    const { rows } = await sql<{ id: number }>`INSERT INTO employee (partner_id, last_name, first_name)
      VALUES (${one.id}, 'Главный', 'Юрий') RETURNING id`.execute(bank.db)
    const leader = rows[0]?.id ?? 0
    await sql`INSERT INTO workgroup (partner_id, name, head_id) VALUES (${one.id}, 'Отдел', ${leader})`.execute(
      bank.db,
    )
    const made = await accredit(one.id, 9, { dateTo: inDays(20) })
    await accredit(continued.id, 9, { dateTo: inDays(20) })
    await accredit(continued.id, 9, { dateFrom: inDays(21), dateTo: inDays(400) })
    const told = async (employeeId: number) =>
      (
        await bank.db
          .selectFrom('notification')
          .select(['text', 'link'])
          .where('employee_id', '=', employeeId)
          .where('text', 'like', '%ккредитаци%')
          .orderBy('id')
          .execute()
      ).map(({ text, link }) => `${text} ${link}`)

    expect(await warnOfAccreditations(bank.db, { clock, parameters: deliveredParameters })).toBe(1)
    expect(await warnOfAccreditations(bank.db, { clock, parameters: deliveredParameters })).toBe(0)
    const text = `${one.shortName}: аккредитация «Страховщик» истекает ${dayText(inDays(20))} /partner/${one.id}`
    expect(await told(leader)).toEqual([text])
    expect(await told(1)).toEqual([text])
    expect(await told(5)).toEqual([])

    await bank.call(roles.updateAccreditation, {
      params: { ...roleOf(one.id, 9).params, id: String(made.id) },
      body: { ...made, dateTo: inDays(5) },
    })
    await newPartner('Insurer').then(({ id }) => accredit(id, 9, { dateTo: inDays(6) }))
    expect(await warnOfAccreditations(bank.db, { clock, parameters: deliveredParameters })).toBe(2)
    expect((await told(1)).at(-1)).toMatch(
      /^Аккредитации партнёров: истекают 2\. Первая — .* \/partners\?accreditation=EXPIRING$/,
    )
    expect(await told(leader)).toHaveLength(2)
  })
})

describe('the catalogue', () => {
  it('gives new roles the next number, and does not switch off what partners hold', async () => {
    const all = (await bank.call(roles.listPartnerRoles, {})).body
    expect(all.slice(0, 4).map(({ id, code }) => [id, code])).toEqual([
      [1, 'Ahml'],
      [2, 'RegionalOperator'],
      [3, 'InitialCreditor'],
      [roles.refinancingBuyerRoleId, 'MortgageSupplier'],
    ])
    const { body: made } = await bank.call(roles.createPartnerRole, {
      body: { code: 'Auditor', name: 'Аудитор' },
    })
    expect(made).toMatchObject({ id: 14, active: true, partnersCount: 0 })
    const twin = await bank.call(roles.createPartnerRole, { body: { code: 'AUDITOR', name: 'Другой' } })
    expect(twin.error.fields?.[0]?.path).toBe('code')
    const { body } = await bank.call(roles.deletePartnerRoles, { query: { ids: '14,1,999' } })
    expect(body.results).toEqual([
      { id: 14, done: true, reason: null },
      { id: 1, done: false, reason: 'Роль есть у партнёров: 1' },
      { id: 999, done: false, reason: 'Роль партнёров не найдена' },
    ])
    const found = await bank.call(roles.findPartnerRoleByCode, { params: { code: 'Auditor' } })
    expect(found.body.active).toBe(false)
    const { id } = await newPartner()
    const given = await bank.call(roles.addRoleToPartner, { ...of(id), body: { roleId: 14 } })
    expect(given.error.fields?.[0]?.path).toBe('roleId')
  })
})
