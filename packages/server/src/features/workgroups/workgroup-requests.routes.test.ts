import { createPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import * as requests from '@ipoteka-office/contract/roles/role-requests.ts'
import * as groups from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedFourEyes } from '#features/roles/seed/demo-four-eyes.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `admin` (1) asks, `workload` (2) decides; `underwriter` (3) and `support` (6) are people of the bank. */
let bank: TestApp
type As = 'admin' | 'workload' | 'underwriter' | 'partner-admin'
const [administrator, underwriterRole] = [1, 3]
beforeAll(async () => {
  bank = await testApp()
  await seedFourEyes(bank.db)
})
afterAll(() => bank.close())
beforeEach(() =>
  sql`UPDATE change_request SET status = 'WITHDRAWN' WHERE status = 'PENDING'`.execute(bank.db),
)

const request = (id: number) => ({ params: { id: String(id) } })
const approve = (id: number, as: As = 'workload') =>
  bank.call(requests.roleRequests.approve, { ...request(id), body: { version: 1, comment: '' } }, { as })
const waiting = async () =>
  (await bank.call(requests.roleRequests.list, { query: { status: 'PENDING' } })).body.content

describe('roles that come through a group', () => {
  let id: number
  const params = () => ({ partnerId: '1', workgroupId: String(id) })
  const rights = async () => (await bank.call(groups.getWorkgroupUserRoles, { params: params() })).body
  const giveGroup = async (userRoleIds: number[], as: As = 'admin') => {
    const { version } = await rights()
    const request = { params: params(), body: { userRoleIds, version } }
    return bank.call(groups.saveWorkgroupUserRoles, request, { as })
  }
  const join = (employeeIds: number[], as: As = 'admin') =>
    bank.call(groups.addWorkgroupEmployees, { params: params(), body: { employeeIds } }, { as })
  const members = async () => {
    const { body } = await bank.call(groups.listWorkgroupEmployees, { params: params() })
    return body.content.map((member) => member.id).toSorted((a, b) => a - b)
  }
  let name = 0
  beforeEach(async () => {
    name += 1
    const { body } = await bank.call(groups.createWorkgroup, {
      params: { partnerId: '1' },
      body: { name: `Группа ${name}` },
    })
    id = body.id
    await join([3])
  })
  afterEach(() => sql`DELETE FROM workgroup_user_role WHERE workgroup_id = ${id}`.execute(bank.db))

  it('wait for a second person with what they give to whom, and act when approved', async () => {
    const asked = await giveGroup([administrator])
    expect([asked.status, asked.body.held, asked.body.pending?.title]).toEqual([
      200,
      [],
      `Рабочая группа «Группа ${name}»: роли`,
    ])
    const [shown] = await waiting()
    expect(shown).toMatchObject({ kind: 'workgroup_roles', objectId: id, roleId: null, affected: 1 })
    expect(shown?.fields[0]).toEqual({ label: 'Роли группы', oldValue: '', newValue: 'Администратор' })
    expect(shown?.fields[1]?.newValue).toContain('Соловьёва')
    expect(shown?.added).toContainEqual(expect.objectContaining({ objectType: 'UserRole', code: 'Update' }))
    expect((await giveGroup([underwriterRole])).status).toBe(409)
    expect((await approve(shown?.id ?? 0)).body.status).toBe('APPROVED')
    expect(await rights()).toMatchObject({ held: [{ id: administrator }], pending: null })
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM change_history
      WHERE owner_type = 'workgroup' AND owner_id = ${id} AND object_type = 'change_request'`.execute(bank.db)
    expect(rows[0]?.n).toBe(2)
    // What is taken away is taken at once.
    expect((await giveGroup([])).body).toMatchObject({ held: [], pending: null })
  })

  it('are nobody’s own to ask for or to agree to, under a second account neither', async () => {
    await join([2])
    const asked = (await giveGroup([administrator])).body.pending
    const refused = await approve(asked?.id ?? 0)
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('о вас самих')])
    expect((await approve(asked?.id ?? 0, 'admin')).status).toBe(403)
    expect((await approve(asked?.id ?? 0, 'underwriter')).status).toBe(403)
    await bank.call(requests.roleRequests.withdraw, { ...request(asked?.id ?? 0), body: { version: 1 } })
    const { body: twin } = await bank.call(createPartnerEmployee, {
      params: { partnerId: '1' },
      body: { lastName: 'Кузнецова', firstName: 'Мария', login: `twin-${name}` },
    })
    await join([twin.id])
    const own = await giveGroup([administrator])
    expect([own.status, own.error.message]).toEqual([403, expect.stringContaining('Свои роли')])
  })

  it('come to those who join when a second person agrees, and to nobody who asks for themselves', async () => {
    await approve((await giveGroup([administrator])).body.pending?.id ?? 0)
    const joined = await join([1, 6, 2])
    expect(joined.body.results.map(({ done, reason }) => [done, reason])).toEqual([
      [false, 'Свои роли меняет другой сотрудник'],
      [false, expect.stringContaining('Ждёт подтверждения')],
      [false, expect.stringContaining('Ждёт подтверждения')],
    ])
    const about = joined.body.pending?.id ?? 0
    expect((await waiting())[0]).toMatchObject({ kind: 'workgroup_members', affected: 2 })
    // One of those who shall join is who decides.
    expect((await approve(about)).status).toBe(403)
    await bank.call(requests.roleRequests.withdraw, { ...request(about), body: { version: 1 } })
    const asked = (await join([6])).body.pending
    expect(await members()).toEqual([3])
    expect((await approve(asked?.id ?? 0)).status).toBe(200)
    expect(await members()).toEqual([3, 6])
  })

  it('are not given once the group is another than was shown', async () => {
    const asked = (await giveGroup([administrator])).body.pending?.id ?? 0
    await join([6])
    expect((await bank.call(requests.roleRequests.get, request(asked))).body.stale).toBe(true)
    expect((await approve(asked)).status).toBe(409)
    expect((await rights()).held).toEqual([])
  })

  it('find no other way in: as its head, with a group switched on again', async () => {
    await approve((await giveGroup([administrator])).body.pending?.id ?? 0)
    const key = { params: { partnerId: '1', id: String(id) } }
    const group = async () => (await bank.call(groups.getWorkgroup, key)).body
    const save = async (more: object) => {
      const { name: title, description, notActive, version } = await group()
      return bank.call(groups.updateWorkgroup, {
        ...key,
        body: { name: title, description, notActive, version, ...more },
      })
    }
    const head = await save({ headId: 6 })
    expect([head.status, head.error.message]).toEqual([403, expect.stringContaining('второй человек')])
    expect((await save({ notActive: true })).status).toBe(200)
    const again = await save({ notActive: false })
    expect([again.status, again.error.message]).toEqual([403, expect.stringContaining('второй человек')])
    expect(await members()).toEqual([3])
  })

  it('cannot be asked for by a partner', async () => {
    const { body: own } = await bank.call(
      groups.createWorkgroup,
      { params: { partnerId: '4' }, body: { name: 'Своя' } },
      { as: 'partner-admin' },
    )
    await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (${own.id}, ${administrator})`.execute(
      bank.db,
    )
    const there = { params: { partnerId: '4', workgroupId: String(own.id) }, body: { employeeIds: [5] } }
    expect((await bank.call(groups.addWorkgroupEmployees, there, { as: 'partner-admin' })).status).toBe(403)
    expect(await waiting()).toEqual([])
  })
})
