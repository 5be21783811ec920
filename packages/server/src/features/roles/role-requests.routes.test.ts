import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import * as requests from '@ipoteka-office/contract/roles/role-requests.ts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import { getOperations } from '@ipoteka-office/contract/session/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFourEyes } from '#features/roles/seed/demo-four-eyes.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { expireOldRequests } from '#features/change-requests/change-requests.service.ts'

/** The second demo configuration: `admin` makes changes, `workload` decides on them. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await seedFourEyes(bank.db)
})
afterAll(() => bank.close())

const checker = { as: 'workload' } as const
const key = (id: number) => ({ params: { id: String(id) } })
let serial = 0
let roleId: number

/** A role that everybody agreed on, without the detour. */
beforeEach(async () => {
  serial += 1
  await sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db)
  const { rows } = await sql<{ id: number }>`INSERT INTO user_role (code, name)
    VALUES (${`R_${serial}`}, ${`Проба ${serial}`}) RETURNING id`.execute(bank.db)
  roleId = rows[0]?.id ?? 0
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (${roleId}, 'Deal', 'List')`.execute(
    bank.db,
  )
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (6, ${roleId})`.execute(bank.db)
})

const role = async () => (await bank.call(api.getRole, key(roleId))).body
/** Asks to change the role; answers what the call answered. */
async function ask(
  change: object = { operations: { Rule: ['List', 'Read'] } },
  as: 'admin' | 'workload' = 'admin',
) {
  const { code, name, description, isDisabled, operations, version } = await role()
  const body = { code, name, description, isDisabled, operations, version, ...change }
  return bank.call(api.updateRole, { ...key(roleId), body }, { as })
}
async function asked(change?: object) {
  const { body } = await ask(change)
  if (body.request === null) throw new Error('applied at once')
  return body.request
}
const approve = (id: number, version = 1, as: 'admin' | 'workload' = 'workload') =>
  bank.call(requests.roleRequests.approve, { ...key(id), body: { version, comment: 'Согласовано' } }, { as })
const statusOf = async (id: number) => (await bank.call(requests.roleRequests.get, key(id))).body.status

describe('a save', () => {
  it('becomes a request with the difference and the people touched, and changes nothing yet', async () => {
    const before = await role()
    const { status, body } = await ask({ operations: { Rule: ['List', 'Read'] }, description: 'Новая' })
    expect(status).toBe(200)
    expect(body.request).toMatchObject({
      roleId,
      title: `Роль «Проба ${serial}»: изменение`,
      summary: '+2 / −1 операция; Описание',
      affected: 1,
      status: 'PENDING',
      maker: { fullName: 'Кузнецова Мария Викторовна' },
      canDecide: false,
      canWithdraw: true,
      stale: false,
    })
    expect(body.request?.removed).toMatchObject([{ descriptor: 'Список сделок рефинансирования' }])
    const days = (Date.parse(body.request?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 1)
    expect(await role()).toEqual({ ...before, pendingRequestId: body.request?.id })
  })

  it('tells those who may decide, and not its maker', async () => {
    const { id } = await asked()
    const told = await bank.call(listNotifications, { query: {} }, checker)
    expect(told.body.content[0]).toMatchObject({ link: `/roles?mode=requests&request=${id}`, kind: 'event' })
    expect(told.body.content[0]?.text).toContain('Кузнецова')
    const own = await bank.call(listNotifications, { query: {} })
    expect(own.body.content.some(({ link }) => link === `/roles?mode=requests&request=${id}`)).toBe(false)
  })

  it('waits for the one before it', async () => {
    const { id } = await asked()
    const { status, error } = await ask({ name: 'Другое имя' })
    expect(status).toBe(409)
    expect(error.message).toContain(`№ ${id}`)
  })

  it('is invalid, stale or empty as without the second person', async () => {
    expect((await ask({ operations: { Rule: ['Fly'] } })).status).toBe(400)
    expect((await ask({ version: 7 })).status).toBe(409)
    expect((await ask({})).body).toMatchObject({ request: null, role: { version: 1 } })
  })

  it.each([
    [
      'creating',
      () =>
        bank.call(api.createRole, {
          body: { code: `N_${serial}`, name: `Новая ${serial}`, operations: { Deal: ['List'] } },
        }),
    ],
    [
      'copying',
      () => bank.call(api.copyRole, { ...key(4), body: { code: `C_${serial}`, name: `Копия ${serial}` } }),
    ],
  ])('%s makes the role only when it is approved', async (_, call) => {
    const { body } = await call()
    expect(body).toMatchObject({ role: null, request: { roleId: null, status: 'PENDING' } })
    const done = await approve(body.request?.id ?? 0)
    expect(done.body).toMatchObject({ status: 'APPROVED', checker: { fullName: 'Орлов Дмитрий Сергеевич' } })
    const made = await bank.call(api.getRole, key(done.body.roleId ?? 0))
    expect(made.body).toMatchObject({ version: 1, isDisabled: false })
  })

  it.each([
    [
      'disabling',
      () => bank.call(api.disableRole, { ...key(roleId), query: { version: 1, confirmed: 'true' } }),
    ],
    [
      'an operation added',
      () =>
        bank.call(api.addRoleOperation, {
          params: { userRoleId: String(roleId) },
          body: { objectType: 'Rule', code: 'List' },
        }),
    ],
  ])('%s waits too', async (_, call) => {
    const { body } = await call()
    expect(body.request).toMatchObject({ status: 'PENDING' })
    expect(await role()).toMatchObject({ version: 1, isDisabled: false, operations: { Deal: ['List'] } })
  })
})

describe('approving', () => {
  it('applies exactly what was shown, at once for the people concerned, and tells the maker', async () => {
    const request = await asked()
    const done = await approve(request.id)
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ status: 'APPROVED', comment: 'Согласовано', canDecide: false })
    expect(await role()).toMatchObject({
      version: 2,
      operations: { Rule: ['List', 'Read'] },
      pendingRequestId: null,
    })
    const rights = () => bank.call(getOperations, { query: { login: 'support' } }, { as: 'support' })
    await expect.poll(async () => (await rights()).body.Rule).toEqual(['List', 'Read'])
    const told = await bank.call(listNotifications, { query: {} })
    expect(told.body.content[0]?.text).toContain('подтверждено')
  })

  it('by the maker is refused, whatever rights the maker has', async () => {
    const { id } = await asked()
    expect((await approve(id, 1, 'admin')).status).toBe(403)
    const rejected = await bank.call(requests.roleRequests.reject, {
      ...key(id),
      body: { version: 1, comment: 'x' },
    })
    expect(rejected.status).toBe(403)
    expect(await statusOf(id)).toBe('PENDING')
  })

  it('is refused to those without the right', async () => {
    const { id } = await asked()
    for (const as of ['viewer', 'agent', 'support'] as const)
      expect(
        (await bank.call(requests.roleRequests.approve, { ...key(id), body: { version: 1 } }, { as })).status,
      ).toBe(403)
  })

  it('of a role that has changed since is answered stale and changes nothing', async () => {
    const { id } = await asked()
    await sql`UPDATE user_role SET description = 'мимо', version = version + 1 WHERE id = ${roleId}`.execute(
      bank.db,
    )
    expect((await bank.call(requests.roleRequests.get, key(id))).body.stale).toBe(true)
    const { status, error } = await approve(id)
    expect(status).toBe(409)
    expect(error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { id, stale: true },
    })
    expect(await role()).toMatchObject({ version: 2, operations: { Deal: ['List'] } })
  })

  it('twice, or from an old version, is answered with the request as it is', async () => {
    const { id } = await asked()
    expect((await approve(id, 5)).status).toBe(409)
    expect((await approve(id)).status).toBe(200)
    const again = await approve(id, 2)
    expect(again.status).toBe(409)
    expect(again.error.current).toMatchObject({ status: 'APPROVED' })
    expect((await role()).version).toBe(2)
  })

  it('by two at once applies once', async () => {
    const { id } = await asked()
    const answers = await Promise.all([approve(id), approve(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await role()).version).toBe(2)
  })

  it('of a name that was taken meanwhile is refused', async () => {
    const { body } = await bank.call(api.createRole, {
      body: { code: 'TWICE', name: 'Дважды', operations: {} },
    })
    await sql`INSERT INTO user_role (code, name) VALUES ('TWICE', 'Иначе')`.execute(bank.db)
    const refused = await approve(body.request?.id ?? 0)
    expect(refused.status).toBe(400)
    expect(await statusOf(body.request?.id ?? 0)).toBe('PENDING')
  })

  it('of what would leave nobody to edit roles is refused and nothing changes', async () => {
    const admin = (await bank.call(api.getRole, key(1))).body
    const { UserRole: _, ...operations } = admin.operations
    const { code, name, description, isDisabled, version } = admin
    const body = { code, name, description, isDisabled, version, operations }
    const { body: saved } = await bank.call(api.updateRole, { ...key(1), body })
    const refused = await approve(saved.request?.id ?? 0)
    expect(refused.status).toBe(409)
    expect(refused.error.message).toContain('никто не сможет менять роли')
    expect((await bank.call(api.getRole, key(1))).body.version).toBe(version)
  })
})

describe('rejecting, withdrawing, expiring', () => {
  it('needs a reason, keeps the request and frees the role for another', async () => {
    const { id } = await asked()
    const reject = (comment: string) =>
      bank.call(requests.roleRequests.reject, { ...key(id), body: { version: 1, comment } }, checker)
    expect((await reject('  ')).status).toBe(400)
    expect((await reject('Слишком много прав')).body).toMatchObject({
      status: 'REJECTED',
      comment: 'Слишком много прав',
    })
    expect((await bank.call(listNotifications, { query: {} })).body.content[0]?.text).toContain(
      'Слишком много прав',
    )
    expect(await role()).toMatchObject({ version: 1, pendingRequestId: null })
    expect((await asked()).id).toBeGreaterThan(id)
  })

  it('is the maker’s to withdraw', async () => {
    const { id } = await asked()
    const withdraw = (as: 'admin' | 'workload') =>
      bank.call(requests.roleRequests.withdraw, { ...key(id), body: { version: 1 } }, { as })
    expect((await withdraw('workload')).status).toBe(403)
    expect((await withdraw('admin')).body).toMatchObject({ status: 'WITHDRAWN', checker: null })
    expect((await withdraw('admin')).status).toBe(409)
  })

  it('ends by itself after its days, shows so at once and is told', async () => {
    const { id } = await asked()
    await sql`UPDATE change_request SET expires_at = now() - interval '1 minute' WHERE id = ${id}`.execute(
      bank.db,
    )
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await approve(id)).status).toBe(409)
    expect(await expireOldRequests(bank.db)).toBe(1)
    expect(await expireOldRequests(bank.db)).toBe(0)
    expect((await bank.call(listNotifications, { query: {} })).body.content[0]?.text).toContain(
      'срок решения истёк',
    )
    expect((await asked()).status).toBe('PENDING')
  })

  it('deletes nothing: the server’s role may not', async () => {
    await expect(sql`DELETE FROM change_request`.execute(bank.db)).rejects.toThrow('permission denied')
  })
})

describe('the list of requests', () => {
  it('is filtered by state, role and maker, newest first', async () => {
    const { id } = await asked()
    const list = async (query: object, as: 'admin' | 'workload' = 'admin') =>
      (await bank.call(requests.roleRequests.list, { query }, { as })).body
    const pending = await list({ status: 'PENDING' }, 'workload')
    expect(pending.content.map((one) => [one.id, one.canDecide, one.canWithdraw])).toEqual([
      [id, true, false],
    ])
    expect((await list({ objectId: String(roleId) })).totalElements).toBe(1)
    expect((await list({ mine: 'true' }, 'workload')).totalElements).toBe(0)
    const all = await list({ mine: 'true' })
    expect(all.content[0]?.id).toBe(id)
    expect(all.totalElements).toBeGreaterThan(3)
    const settings = await bank.call(api.getRoleSettings, {}, checker)
    expect(settings.body).toEqual({ fourEyes: true, canUpdate: false, canApprove: true, waitingForMe: 1 })
  })

  it('is closed without the right; what is not there is 404', async () => {
    expect((await bank.call(requests.roleRequests.list, { query: {} }, { as: 'agent' })).status).toBe(403)
    expect((await bank.call(requests.roleRequests.get, key(1), { as: 'agent' })).status).toBe(403)
    expect((await bank.call(api.getRoleSettings, {}, { as: 'agent' })).status).toBe(403)
    expect((await bank.call(requests.roleRequests.list, { query: { status: 'NO' as never } })).status).toBe(
      400,
    )
    expect((await bank.call(requests.roleRequests.get, key(999_999))).status).toBe(404)
    expect((await approve(999_999)).status).toBe(404)
    const body = { version: 1 }
    expect((await bank.call(requests.roleRequests.withdraw, { ...key(999_999), body })).status).toBe(404)
    const reason = { version: 1, comment: 'x' }
    expect(
      (await bank.call(requests.roleRequests.reject, { ...key(999_999), body: reason }, checker)).status,
    ).toBe(404)
  })
})

it('nobody gives rights to oneself through a role one edits', async () => {
  // The checker gets the right to edit as well, and edits a role of their own.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation) VALUES (${roleId}, 'UserRole', 'Update')`.execute(
    bank.db,
  )
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (2, ${roleId})`.execute(bank.db)
  const mayEdit = async () => (await bank.call(api.getRoleSettings, {}, checker)).body.canUpdate
  await expect.poll(mayEdit).toBe(true)
  const { body } = await ask({ operations: { UserRole: ['Update'], Partner: ['UpdateRoles'] } }, 'workload')
  expect(body.request).toMatchObject({ status: 'PENDING', canDecide: false })
  expect((await approve(body.request?.id ?? 0)).status).toBe(403)
  const held = await bank.call(getOperations, { query: { login: 'workload' } }, checker)
  expect(held.body.Partner).not.toContain('UpdateRoles')
  expect((await approve(body.request?.id ?? 0, 1, 'admin')).status).toBe(200)
})
