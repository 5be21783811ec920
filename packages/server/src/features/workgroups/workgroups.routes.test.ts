import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import * as api from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTransaction } from '#db/transaction.ts'
import type { Actor } from '#lib/actor.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { setWorkgroupHead } from './workgroups.service.ts'

/** Partner 4 is Ural (ManagingAgent), 5 its branch, 2 Volga, 1 the bank; partner-admin is employee 5 at Ural. */
const ural = '4'
const volga = '2'
const own = 23
const ofBranch = 900
const ofVolga = 24

let bank: TestApp
let group: number
let version: number
let foreignGroup: number
let role: number

beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name) VALUES
    (${ofBranch}, 5, 'Филиальный', 'Пётр'), (901, 4, 'Бывший', 'Лев'), (902, 4, 'Новый', 'Глеб')`.execute(
    bank.db,
  )
  await sql`UPDATE employee SET not_active = true WHERE id = 901`.execute(bank.db)
})
afterAll(() => bank.close())

const inTransaction = <T>(work: (tx: TestApp['db']) => Promise<T>) =>
  writeTransaction(bank.db, { employeeId: 1, requestId: 'test' }, work)

beforeEach(async () => {
  await inTransaction(async (tx) => {
    for (const table of ['workgroup_employee', 'workgroup_role_of_group', 'workgroup_user_role'])
      await sql`DELETE FROM ${sql.table(table)} WHERE workgroup_id > 2`.execute(tx)
    await sql`DELETE FROM workgroup WHERE id > 2`.execute(tx)
  })
  const made = async (partnerId: string, name: string) => {
    const body = { name, description: '', notActive: false, headId: null }
    return (await bank.call(api.createWorkgroup, { params: { partnerId }, body })).body
  }
  const first = await made(ural, 'Сопровождение Урала')
  group = first.id
  version = first.version
  foreignGroup = (await made(volga, 'Лиды Волги')).id
  const roles = (await bank.call(api.listWorkgroupRoles, {})).body
  role = roles.find(({ name }) => name === 'Сопровождение')?.id ?? 0
})

const keys = (partnerId = ural, workgroupId = group) => ({
  params: { partnerId, workgroupId: String(workgroupId) },
})
const itemOf = (partnerId = ural, id = group) => ({ params: { partnerId, id: String(id) } })
const as = { as: 'partner-admin' as Login }
const fields = (more: object = {}) => ({
  name: 'Группа',
  description: '',
  notActive: false,
  headId: null,
  ...more,
})
const page = { page: 0, size: 20 }

type Try = { status: number }
const call = (endpoint: EndpointSpec, request: object, login: Login): Promise<Try> =>
  bank.call(endpoint as never, request as never, { as: login }) as Promise<Try>

/** Every call of a partner's groups with a request that works for `partner` and its group. */
const calls: [string, EndpointSpec, (partner: string, group: number) => object][] = [
  ['list', api.listWorkgroups, (partnerId) => ({ params: { partnerId }, query: page })],
  ['create', api.createWorkgroup, (partnerId) => ({ params: { partnerId }, body: fields() })],
  [
    'delete several',
    api.deleteWorkgroups,
    (partnerId, id) => ({ params: { partnerId }, query: { ids: String(id) } }),
  ],
  ['get', api.getWorkgroup, (partnerId, id) => itemOf(partnerId, id)],
  [
    'update',
    api.updateWorkgroup,
    (partnerId, id) => ({ ...itemOf(partnerId, id), body: fields({ version: 1 }) }),
  ],
  ['delete', api.deleteWorkgroup, (partnerId, id) => ({ ...itemOf(partnerId, id), query: { version: 1 } })],
  ['names', api.listWorkgroupNames, (partnerId) => ({ params: { partnerId } })],
  ['catalogue', api.listPartnerWorkgroupRoles, (partnerId) => ({ params: { partnerId } })],
  ['suitable roles', api.findSuitableRole, (partnerId) => ({ params: { partnerId } })],
  [
    'by operation',
    api.findWorkgroupsByOperation,
    (partnerId) => ({ params: { partnerId }, query: { process: 'MORTGAGE_SUPPORT', operation: 'VIEW' } }),
  ],
  ['members', api.listWorkgroupEmployees, (partner, id) => ({ ...keys(partner, id), query: page })],
  [
    'join',
    api.addWorkgroupEmployees,
    (partner, id) => ({ ...keys(partner, id), body: { employeeIds: [own] } }),
  ],
  ['leave', api.removeWorkgroupEmployees, (partner, id) => ({ ...keys(partner, id), query: { ids: '23' } })],
  ['head', api.findWorkgroupHead, (partner, id) => keys(partner, id)],
  ['roles', api.listRolesOfWorkgroup, (partner, id) => keys(partner, id)],
  [
    'give roles',
    api.addRolesOfWorkgroup,
    (partner, id) => ({ ...keys(partner, id), body: { roleIds: [1] } }),
  ],
  [
    'take roles',
    api.removeRolesOfWorkgroup,
    (partner, id) => ({ ...keys(partner, id), query: { ids: '1' } }),
  ],
  ['user roles', api.getWorkgroupUserRoles, (partner, id) => keys(partner, id)],
]

describe.each(calls)('the call «%s»', (_name, endpoint, request) => {
  it('works for the own partner', async () => {
    expect((await call(endpoint, request(ural, group), 'partner-admin')).status).toBeLessThan(300)
  })
  it('is 404 for another partner, as if it did not exist', async () => {
    expect((await call(endpoint, request(volga, foreignGroup), 'partner-admin')).status).toBe(404)
  })
  it('is 403 without the right', async () => {
    expect((await call(endpoint, request(volga, foreignGroup), 'agent')).status).toBe(403)
  })
  it('is 400 for a partner that is no number', async () => {
    expect((await call(endpoint, request('x', group), 'admin')).status).toBe(400)
  })
})

const ofGroups = calls.filter(([, endpoint]) => /:(?:id|workgroupId)/.test(endpoint.path))
it.each(ofGroups)(
  'the call «%s» knows no group of another partner by its id',
  async (_n, endpoint, request) => {
    expect((await call(endpoint, request(ural, foreignGroup), 'partner-admin')).status).toBe(404)
  },
)

describe('a group', () => {
  it('is saved once, and an old version is told what changed', async () => {
    const body = { ...fields({ name: 'Новое имя', description: 'Описание' }), version }
    const saved = await bank.call(api.updateWorkgroup, { ...itemOf(), body }, as)
    expect(saved.body).toMatchObject({ name: 'Новое имя', version: version + 1 })
    const again = await bank.call(api.updateWorkgroup, { ...itemOf(), body }, as)
    expect(again.status).toBe(409)
    expect(again.error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { name: 'Новое имя' },
    })
    expect(again.error.by?.descriptor).not.toBe('')
  })

  it('that is saved as it was stays at its version', async () => {
    const body = { ...fields({ name: 'Сопровождение Урала' }), version }
    const { body: saved } = await bank.call(api.updateWorkgroup, { ...itemOf(), body }, as)
    expect(saved.version).toBe(version)
  })

  it('needs a name', async () => {
    const { status, error } = await bank.call(
      api.createWorkgroup,
      { params: { partnerId: ural }, body: fields({ name: '  ' }) },
      as,
    )
    expect(status).toBe(400)
    expect(error.fields).toEqual([{ path: 'name', message: 'Поле должно быть заполнено' }])
  })

  it('is made once by a repeated request', async () => {
    const request = { params: { partnerId: ural }, body: fields({ name: 'Единственная' }) }
    const options = { ...as, headers: { 'Idempotency-Key': 'group-1' } }
    const [one, two] = [
      await bank.call(api.createWorkgroup, request, options),
      await bank.call(api.createWorkgroup, request, options),
    ]
    expect(two.body.id).toBe(one.body.id)
  })

  it('is found by a part of its name and by activity', async () => {
    const query = { ...page, name: 'УРАЛ', notActive: 'false' as const }
    const { body } = await bank.call(api.listWorkgroups, { params: { partnerId: ural }, query }, as)
    expect(body.content.map(({ name }) => name)).toEqual(['Сопровождение Урала'])
    const none = { ...page, name: 'урал', notActive: 'true' as const }
    expect(
      (await bank.call(api.listWorkgroups, { params: { partnerId: ural }, query: none }, as)).body
        .totalElements,
    ).toBe(0)
  })

  it('with members is not deleted; without them it is, with what hangs on it', async () => {
    await bank.call(api.addWorkgroupEmployees, { ...keys(), body: { employeeIds: [own] } }, as)
    await bank.call(api.addRolesOfWorkgroup, { ...keys(), body: { roleIds: [role] } }, as)
    const ids = { params: { partnerId: ural }, query: { ids: `${group},${foreignGroup}` } }
    const refused = await bank.call(api.deleteWorkgroups, ids, as)
    expect(refused.body.results).toEqual([
      { id: group, done: false, reason: expect.stringContaining('В группе есть сотрудники: 1') },
      { id: foreignGroup, done: false, reason: 'Рабочая группа не найдена' },
    ])
    const current = (await bank.call(api.getWorkgroup, itemOf(), as)).body.version
    const one = await bank.call(api.deleteWorkgroup, { ...itemOf(), query: { version: current } }, as)
    expect(one.status).toBe(409)
    await bank.call(api.removeWorkgroupEmployees, { ...keys(), query: { ids: String(own) } }, as)
    const done = await bank.call(api.deleteWorkgroup, { ...itemOf(), query: { version: current + 1 } }, as)
    expect(done.status).toBe(204)
    expect((await bank.call(api.getWorkgroup, itemOf(), as)).status).toBe(404)
  })
})

describe('members', () => {
  const join = (employeeIds: number[], options: { as: Login } = as) =>
    bank.call(api.addWorkgroupEmployees, { ...keys(), body: { employeeIds } }, options)

  it('belong to the partner or to what is under it; each is answered by itself', async () => {
    const { body } = await join([own, ofBranch, ofVolga, 901, 2_000_000])
    expect(body.results).toEqual([
      { id: own, done: true, reason: null },
      { id: ofBranch, done: true, reason: null },
      { id: ofVolga, done: false, reason: 'Сотрудник не найден' },
      { id: 901, done: false, reason: 'Сотрудник не работает' },
      { id: 2_000_000, done: false, reason: 'Сотрудник не найден' },
    ])
    expect((await join([ofVolga], { as: 'admin' })).body.results[0]?.reason).toBe(
      'Сотрудник работает у другого партнёра',
    )
    expect((await join([own])).body.results[0]?.reason).toBe('Уже состоит в группе')
    const { body: list } = await bank.call(api.listWorkgroupEmployees, { ...keys(), query: page }, as)
    expect(list.content.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      [own, ofBranch].sort((a, b) => a - b),
    )
  })

  it('are found by a part of the name, ё like е', async () => {
    await join([own, ofBranch])
    const query = { ...page, fullName: 'петр' }
    const { body } = await bank.call(api.listWorkgroupEmployees, { ...keys(), query }, as)
    expect(body.content.map(({ id }) => id)).toEqual([ofBranch])
  })

  it('have a head among them, who is its head no longer after leaving', async () => {
    const body = { ...fields({ name: 'Сопровождение Урала', headId: own }), version }
    const saved = await bank.call(api.updateWorkgroup, { ...itemOf(), body }, as)
    expect(saved.body).toMatchObject({ head: { id: own }, employeesCount: 1 })
    const found = await bank.call(api.findWorkgroupHead, keys(), as)
    expect(found.body.head).toMatchObject({ id: own, head: true, partner: { id: 4 } })
    await bank.call(api.removeWorkgroupEmployees, { ...keys(), query: { ids: String(own) } }, as)
    expect((await bank.call(api.findWorkgroupHead, keys(), as)).body.head).toBeNull()
  })

  it('cannot have a head of another partner', async () => {
    const body = { ...fields({ headId: ofVolga }), version }
    const { status, error } = await bank.call(api.updateWorkgroup, { ...itemOf(), body })
    expect(status).toBe(400)
    expect(error.fields?.[0]).toMatchObject({ path: 'headId' })
  })

  it('get their head by the call of employees as well, within what the caller may see', async () => {
    const context = (actor: Partial<Actor>, db: TestApp['db']) =>
      ({ db, actor: { employeeId: 5, operations: {}, ...actor } }) as never
    const seen = await inTransaction((tx) =>
      setWorkgroupHead(context({ isAhml: false, partnerId: 4 }, tx), group, own),
    )
    expect(seen.head?.id).toBe(own)
    const strange = inTransaction((tx) =>
      setWorkgroupHead(context({ isAhml: false, partnerId: 4 }, tx), foreignGroup, own),
    )
    await expect(strange).rejects.toMatchObject({ status: 404 })
    const none = await inTransaction((tx) => setWorkgroupHead(context({ isAhml: true }, tx), group, null))
    expect(none.head).toBeNull()
  })
})

describe('roles of a group', () => {
  const give = (roleIds: number[]) => bank.call(api.addRolesOfWorkgroup, { ...keys(), body: { roleIds } }, as)
  const idOf = async (name: string) =>
    (await bank.call(api.listWorkgroupRoles, {})).body.find((one) => one.name === name)?.id ?? 0

  it('fit the roles of the partner and are not disabled', async () => {
    const appraisal = await idOf('Оценка')
    const { body } = await give([role, appraisal, 2_000_000])
    expect(body.results).toEqual([
      { id: role, done: true, reason: null },
      { id: appraisal, done: false, reason: 'Нужна роль партнёра «Оценщик»' },
      { id: 2_000_000, done: false, reason: 'Роль рабочей группы не найдена' },
    ])
    const { body: suitable } = await bank.call(api.findSuitableRole, { params: { partnerId: ural } }, as)
    const names = suitable.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Сопровождение', 'Приём заявок', 'Выдача кредита']))
    expect(names).not.toContain('Оценка')
  })

  it('make the group found by an operation of a process, until the role is disabled', async () => {
    await give([role])
    const query = { process: 'MORTGAGE_SUPPORT', operation: 'CHANGE_RESPONSIBLE' } as const
    const find = async () =>
      (await bank.call(api.findWorkgroupsByOperation, { params: { partnerId: ural }, query }, as)).body.map(
        ({ id }) => id,
      )
    expect(await find()).toEqual([group])
    const before = (await bank.call(api.getWorkgroupRole, { params: { id: String(role) } })).body
    const params = { id: String(role) }
    const off = { ...before, isDisabled: true }
    const disabled = await bank.call(api.updateWorkgroupRole, { params, body: off })
    expect(disabled.body).toMatchObject({ isDisabled: true, groupsCount: 1, version: before.version + 1 })
    expect(await find()).toEqual([])
    const gone = await bank.call(api.removeRolesOfWorkgroup, { ...keys(), query: { ids: String(role) } }, as)
    expect(gone.body.results).toEqual([{ id: role, done: true, reason: null }])
    expect((await give([role])).body.results[0]?.reason).toBe('Роль отключена')
    await bank.call(api.updateWorkgroupRole, {
      params,
      body: { ...disabled.body, isDisabled: false },
    })
  })
})

describe('user roles that a group gives', () => {
  it('are exactly those saved, at the version of the group', async () => {
    const body = { userRoleIds: [3, 6], version }
    const saved = await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body })
    expect(saved.body.held.map(({ id }) => id).sort((a, b) => a - b)).toEqual([3, 6])
    expect(saved.body.version).toBe(version + 1)
    expect((await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body })).status).toBe(409)
    const next = { userRoleIds: [6], version: version + 1 }
    const fewer = await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body: next })
    expect(fewer.body.held.map(({ id }) => id)).toEqual([6])
    expect((await bank.call(api.getWorkgroup, itemOf())).body.userRoles).toMatchObject([{ id: 6 }])
  })

  it('must exist', async () => {
    const body = { userRoleIds: [3, 999], version }
    const { status, error } = await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body })
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'userRoleIds.1'])
  })

  it('let nobody into the group who does not hold these rights: an administrator of a partner cannot rise by it', async () => {
    await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body: { userRoleIds: [1], version } })
    const add = { ...keys(), body: { employeeIds: [5] } }
    expect((await bank.call(api.addWorkgroupEmployees, add, as)).status).toBe(403)
    const asHead = { ...itemOf(), body: { ...fields({ headId: 5 }), version: version + 1 } }
    expect((await bank.call(api.updateWorkgroup, asHead, as)).status).toBe(403)
    expect((await bank.call(api.addWorkgroupEmployees, add)).status).toBe(200)
  })

  it('are changed with the right to roles alone', async () => {
    const body = { userRoleIds: [], version }
    expect((await bank.call(api.saveWorkgroupUserRoles, { ...keys(), body }, as)).status).toBe(403)
  })
})
