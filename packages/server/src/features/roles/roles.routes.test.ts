import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import { getOperations } from '@ipoteka-office/contract/session/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Roles of the seed: 1 administrator, 2 workload, 3 underwriter, 4 agent, 5 partner's administrator, 6 support, 7 auditor. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

let serial = 0
async function made(change: Partial<Parameters<typeof api.RoleInput.parse>[0] & object> = {}) {
  serial += 1
  const body = {
    code: `TEST_${serial}`,
    name: `Проба ${serial}`,
    operations: { Partner: ['List', 'Read'] },
    ...change,
  }
  const { status, body: saved } = await bank.call(api.createRole, { body })
  expect(status).toBe(200)
  if (saved.role === null) throw new Error('not applied')
  return saved.role
}
const key = (id: number) => ({ params: { id: String(id) } })
const inputOf = (role: Awaited<ReturnType<typeof made>>) => ({
  code: role.code,
  name: role.name,
  description: role.description,
  isDisabled: role.isDisabled,
  operations: role.operations,
  version: role.version,
})

describe('the list', () => {
  it('counts people, groups and operations of each role', async () => {
    const { body } = await bank.call(api.listRoles, { query: {} })
    const admin = body.find(({ code }) => code === 'ADMINISTRATOR')
    expect(admin).toMatchObject({ id: 1, peopleCount: 1, workgroupsCount: 0, isDisabled: false })
    // Of workload's two people one is switched off.
    expect(body.find(({ id }) => id === 2)).toMatchObject({ peopleCount: 1 })
    expect(admin?.operationsCount).toBeGreaterThan(80)
  })

  it('finds by a part of name or code and by being disabled', async () => {
    const off = await made({ name: 'Ёлочная роль', isDisabled: true })
    const ids = async (query: object) => (await bank.call(api.listRoles, { query })).body.map(({ id }) => id)
    expect(await ids({ query: 'елочн' })).toEqual([off.id])
    expect(await ids({ query: 'administrator' })).toEqual(expect.arrayContaining([1, 2, 5]))
    expect(await ids({ isDisabled: 'true' })).toEqual([off.id])
    expect(await ids({ isDisabled: 'false' })).not.toContain(off.id)
  })

  it('is open to the auditor and to nobody without the right', async () => {
    expect((await bank.call(api.listRoles, { query: {} }, { as: 'viewer' })).status).toBe(200)
    expect((await bank.call(api.listRoles, { query: {} }, { as: 'workload' })).status).toBe(403)
    expect((await bank.call(api.listRoles, { query: { isDisabled: 'yes' } as never })).status).toBe(400)
  })
})

describe('creating', () => {
  it('answers the role as it is stored, with a free code to start from', async () => {
    const { body: blank } = await bank.call(api.getNewRole, {})
    const role = await made({ code: blank.code })
    expect(role).toMatchObject({ code: blank.code, version: 1, operationsCount: 2, peopleCount: 0 })
    expect(role.operations).toEqual({ Partner: ['List', 'Read'] })
    expect((await bank.call(api.getRole, key(role.id))).body).toEqual(role)
    expect((await bank.call(api.getNewRole, {})).body.code).not.toBe(blank.code)
  })

  it.each([
    [{ code: 'ADMINISTRATOR' }, 'code'],
    [{ code: 'с кириллицей' }, 'code'],
    [{ name: '' }, 'name'],
    [{ name: 'АНДЕРРАЙТЕР' }, 'name'],
    [{ operations: { Partner: ['Fly'] } }, 'operations.Partner'],
    [{ operations: { Nothing: ['List'] } }, 'operations.Nothing'],
    [{ operations: { __proto__x: ['List'] } }, 'operations'],
  ])('refuses %j', async (change, path) => {
    const body = { code: 'GOOD_CODE', name: 'Хорошее имя', operations: {}, ...change }
    const { status, error } = await bank.call(api.createRole, { body })
    expect(status).toBe(400)
    expect(error.fields?.[0]?.path).toMatch(new RegExp(`^${path}`))
  })

  it('is refused to the auditor', async () => {
    const body = { code: 'MINE', name: 'Моя', operations: {} }
    expect((await bank.call(api.createRole, { body }, { as: 'viewer' })).status).toBe(403)
  })

  it('happens once for one key', async () => {
    const body = { code: 'ONCE', name: 'Один раз', operations: {} }
    const headers = { 'idempotency-key': 'roles-once' }
    const first = await bank.call(api.createRole, { body }, { headers })
    const again = await bank.call(api.createRole, { body }, { headers })
    expect(again.body.role?.id).toBe(first.body.role?.id)
  })
})

describe('changing', () => {
  it('saves name, description and operations and raises the version', async () => {
    const role = await made()
    const body = {
      ...inputOf(role),
      name: `${role.name} нов`,
      operations: { Deal: ['List'], Partner: ['Read'] },
    }
    const { status, body: saved } = await bank.call(api.updateRole, { ...key(role.id), body })
    expect(status).toBe(200)
    expect(saved).toMatchObject({
      request: null,
      role: { version: 2, name: `${role.name} нов`, operations: { Deal: ['List'], Partner: ['Read'] } },
    })
  })

  it('of nothing leaves version and history alone', async () => {
    const role = await made()
    const { body } = await bank.call(api.updateRole, { ...key(role.id), body: inputOf(role) })
    expect(body.role?.version).toBe(1)
    expect((await bank.call(api.listRoleHistory, { ...key(role.id), query: {} })).body.totalElements).toBe(3)
  })

  it('from an old version is answered with the present role and who changed it', async () => {
    const role = await made()
    const body = { ...inputOf(role), name: `${role.name} нов` }
    await bank.call(api.updateRole, { ...key(role.id), body })
    const { status, error } = await bank.call(api.updateRole, {
      ...key(role.id),
      body: { ...body, name: 'z' },
    })
    expect(status).toBe(409)
    expect(error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { version: 2, name: `${role.name} нов` },
      by: { descriptor: 'Кузнецова Мария Викторовна' },
    })
  })

  it('of a role that is not there is 404', async () => {
    const role = await made()
    expect((await bank.call(api.updateRole, { ...key(999_999), body: inputOf(role) })).status).toBe(404)
    expect((await bank.call(api.getRole, key(999_999))).status).toBe(404)
  })

  it('warns of duties that one person should not have together', async () => {
    const role = await made({ operations: { UserRole: ['Update'] } })
    const body = { ...inputOf(role), operations: { UserRole: ['Approve', 'Update'] } }
    const { body: saved } = await bank.call(api.updateRole, { ...key(role.id), body })
    expect(saved.warnings).toHaveLength(1)
    expect(saved.warnings[0]).toMatchObject({ first: { descriptor: 'Роли: изменение' } })
  })

  it('by a partner’s person is refused even with the right', async () => {
    const role = await made({ operations: { UserRole: ['List', 'Update'] } })
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (5, ${role.id})`.execute(
      bank.db,
    )
    const body = { ...inputOf(role), operations: { UserRole: ['Approve', 'List', 'Update'] } }
    const options = { as: 'partner-admin' as const }
    expect((await bank.call(api.getRole, key(role.id), options)).status).toBe(200)
    expect((await bank.call(api.updateRole, { ...key(role.id), body }, options)).status).toBe(403)
    expect(
      (await bank.call(api.copyRole, { ...key(1), body: { code: 'X', name: 'X' } }, options)).status,
    ).toBe(403)
    await sql`DELETE FROM employee_user_role WHERE user_role_id = ${role.id}`.execute(bank.db)
  })
})

describe('disabling', () => {
  it('is refused with the people affected until confirmed, and then takes their rights away at once', async () => {
    const query = { version: 1, confirmed: 'false' as const }
    const refused = await bank.call(api.disableRole, { ...key(6), query })
    expect(refused.status).toBe(409)
    expect(refused.error.current).toMatchObject({
      peopleCount: 1,
      people: [{ fullName: 'Белова Наталья Петровна' }],
    })
    const rights = () => bank.call(getOperations, { query: { login: 'support' } }, { as: 'support' })
    expect((await rights()).body).toHaveProperty('UserRequest')

    const done = await bank.call(api.disableRole, { ...key(6), query: { ...query, confirmed: 'true' } })
    expect(done.body.role).toMatchObject({ isDisabled: true, version: 2 })
    await expect.poll(async () => (await rights()).body).toEqual({})

    const role = done.body.role
    if (role === null) throw new Error('not applied')
    await bank.call(api.updateRole, { ...key(6), body: { ...inputOf(role), isDisabled: false } })
    await expect.poll(async () => (await rights()).body).toHaveProperty('UserRequest')
  })

  it('of a role that nobody holds needs no confirmation', async () => {
    const role = await made()
    const { status } = await bank.call(api.disableRole, { ...key(role.id), query: { version: 1 } })
    expect(status).toBe(200)
  })
})

describe('copying, comparing, previewing', () => {
  it('copies operations under another name', async () => {
    const { body } = await bank.call(api.copyRole, { ...key(4), body: { code: 'AGENT_2', name: 'Агент 2' } })
    const source = (await bank.call(api.getRole, key(4))).body
    expect(body.role).toMatchObject({ code: 'AGENT_2', operations: source.operations, peopleCount: 0 })
    const again = await bank.call(api.copyRole, { ...key(4), body: { code: 'AGENT_2', name: 'Агент 3' } })
    expect(again.status).toBe(400)
    expect((await bank.call(api.copyRole, { ...key(9999), body: { code: 'A', name: 'B' } })).status).toBe(404)
  })

  it('compares two roles operation by operation', async () => {
    const { body } = await bank.call(api.compareRoles, { query: { first: '3', second: '4' } })
    expect(body.rows.find((row) => row.objectType === 'Application' && row.code === 'List')).toMatchObject({
      inFirst: true,
      inSecond: true,
      descriptor: 'Список заявок в очереди',
    })
    expect(body.both + body.onlyFirst + body.onlySecond).toBe(body.rows.length)
    const sizes = [body.first.operationsCount, body.second.operationsCount]
    expect([body.both + body.onlyFirst, body.both + body.onlySecond]).toEqual(sizes)
    expect((await bank.call(api.compareRoles, { query: { first: '3', second: '3' } })).status).toBe(400)
    expect((await bank.call(api.compareRoles, { query: { first: '3', second: '999' } })).status).toBe(404)
  })

  it('tells what a change would do and writes nothing', async () => {
    const before = (await bank.call(api.getRole, key(2))).body
    const { EmployeeOic: _, ...rest } = before.operations
    const body = { isDisabled: false, operations: { ...rest, Deal: ['List'] } }
    const { body: preview } = await bank.call(api.previewRoleChange, { ...key(2), query: {}, body })
    expect(preview.added).toMatchObject([{ objectType: 'Deal', code: 'List' }])
    expect(preview.removed).toHaveLength(3)
    expect(preview.people.content).toMatchObject([
      { fullName: 'Орлов Дмитрий Сергеевич', gains: 1, loses: 3, partner: { id: 1 } },
    ])
    expect((await bank.call(api.getRole, key(2))).body).toEqual(before)
    const missing = { ...key(9999), query: {}, body }
    expect((await bank.call(api.previewRoleChange, missing)).status).toBe(404)
    expect(
      (await bank.call(api.previewRoleChange, { ...key(2), query: {}, body }, { as: 'agent' })).status,
    ).toBe(403)
  })

  it('shows the menu’s operations of a role', async () => {
    const { body } = await bank.call(api.getRoleMenu, key(3))
    expect(body.Application).toEqual(['Close', 'List'])
    expect((await bank.call(api.getRoleMenu, key(999))).status).toBe(404)
    const { body: named } = await bank.call(api.listOperationsOfRole, key(3))
    expect(named).toContainEqual({
      objectType: 'Application',
      objectTypeName: 'Очередь заявок',
      code: 'Close',
      descriptor: 'Завершение рассмотрения заявки',
    })
    expect((await bank.call(api.listOperationsOfRole, key(999))).status).toBe(404)
  })

  it('tells history with operations by their names', async () => {
    const role = await made()
    const body = {
      ...inputOf(role),
      description: 'Для проб',
      operations: { Partner: ['List'], Deal: ['List'] },
    }
    await bank.call(api.updateRole, { ...key(role.id), body })
    const { body: page } = await bank.call(api.listRoleHistory, { ...key(role.id), query: {} })
    const told = page.content.flatMap(({ changes }) => changes)
    expect(told).toContainEqual({
      field: 'description',
      label: 'Описание',
      oldValue: '−',
      newValue: 'Для проб',
    })
    expect(told).toContainEqual({
      field: 'operation',
      label: 'Операция',
      oldValue: '−',
      newValue: 'Сделки рефинансирования: Список сделок рефинансирования',
    })
    expect(told).toContainEqual(
      expect.objectContaining({ oldValue: 'Партнёры: Карточка партнёра: просмотр' }),
    )
    expect((await bank.call(api.listRoleHistory, { ...key(9999), query: {} })).status).toBe(404)
  })
})

describe('the matrix as a file', () => {
  it('has a row an operation and a column a role, and is written down as an export', async () => {
    const { raw, status } = await bank.call(api.exportRoles, { query: { format: 'xlsx' } })
    expect(status).toBe(200)
    const workbook = new Workbook()
    await workbook.xlsx.load(await buffer(Readable.from([raw.rawPayload])))
    const sheet = workbook.getWorksheet('Роли')
    const head = sheet?.getRow(1).values as string[]
    const column = head.indexOf('Агент партнёра')
    expect(column).toBeGreaterThan(0)
    const marked: unknown[] = []
    sheet?.eachRow((row) => {
      if (row.getCell(column).value === 'Да') marked.push(row.getCell(3).value)
    })
    expect(marked.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'Application.List',
      'Calculator.Save',
      'Calculator.View',
      'CreditProduct.List',
      'CreditProduct.Read',
      'Document.Create',
      'Document.Delete',
      'Document.Read',
      'Document.Recognise',
      'Document.Update',
      'FullApplication.ChangeResponsible',
      'FullApplication.Create',
      'FullApplication.List',
      'FullApplication.Read',
      'FullApplication.Send',
      'FullApplication.Update',
      'Insurance.Arrange',
      'Insurance.ReadAgreements',
      'Lead.ChangeResponsible',
      'Lead.Create',
      'Lead.Delete',
      'Lead.Export',
      'Lead.List',
      'Lead.Read',
      'Lead.Send',
      'Lead.Update',
      'LoanApplication.ChangeResponsible',
      'LoanApplication.Create',
      'LoanApplication.Export',
      'LoanApplication.List',
      'LoanApplication.Read',
      'LoanApplication.Send',
      'LoanApplication.Update',
      'LoanProduct.List',
      'LoanProduct.Read',
      'PersonalData.Unmask',
      'Qr.Check',
      'RealtyObject.Create',
      'RealtyObject.Export',
      'RealtyObject.List',
      'RealtyObject.Read',
      'RealtyObject.Update',
      'Reference.List',
      'ShortApplication.ChangeResponsible',
      'ShortApplication.Create',
      'ShortApplication.Export',
      'ShortApplication.List',
      'ShortApplication.Read',
      'ShortApplication.Send',
      'ShortApplication.Update',
    ])
    const { rows } = await sql`SELECT 1 FROM access_event WHERE object_type = 'UserRole'`.execute(bank.db)
    expect(rows).toHaveLength(1)
  })

  it('is refused without the right', async () => {
    expect((await bank.call(api.exportRoles, { query: {} }, { as: 'viewer' })).status).toBe(403)
    expect((await bank.call(api.exportRoles, { query: { format: 'pdf' as never } })).status).toBe(400)
  })
})
