import { topics } from '@ipoteka-office/contract/live.ts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import { getOperations } from '@ipoteka-office/contract/session/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { openSession } from '#http/session/session.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { testKeys } from '#testing/test-tokens.ts'
import { refuseLosingLastRoleEditor } from './role-guards.service.ts'

/** `admin` (employee 1, role 1) is the one who edits roles; employee 2 is `workload`. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const author = { employeeId: 1, requestId: 'guards' }
const inTransaction = (work: (tx: Db) => Promise<unknown>) => writeTransaction(bank.db, author, work)
const editors = async () =>
  (await sql<{ id: number }>`SELECT DISTINCT employee_id AS id FROM role_editor`.execute(bank.db)).rows.map(
    ({ id }) => id,
  )
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Every way in which the last editor could go. */
const losses: [string, (tx: Db) => Promise<unknown>][] = [
  [
    'taking the role from the person',
    (tx) => sql`DELETE FROM employee_user_role WHERE employee_id = 1`.execute(tx),
  ],
  [
    'giving the role to another who may not sign in',
    (tx) => sql`UPDATE employee_user_role SET employee_id = 20 WHERE employee_id = 1`.execute(tx),
  ],
  ['switching the person off', (tx) => sql`UPDATE employee SET not_active = true WHERE id = 1`.execute(tx)],
  [
    'moving the person to a partner',
    (tx) => sql`UPDATE employee SET partner_id = 2 WHERE id = 1`.execute(tx),
  ],
  [
    'taking the sign-in away',
    (tx) => sql`UPDATE employee SET login = NULL, identity_id = NULL WHERE id = 1`.execute(tx),
  ],
  ['switching the partner off', (tx) => sql`UPDATE partner SET not_active = true WHERE id = 1`.execute(tx)],
  [
    'taking the operator’s role from the partner',
    (tx) => sql`UPDATE partner SET roles = '{}' WHERE id = 1`.execute(tx),
  ],
  ['disabling the role', (tx) => sql`UPDATE user_role SET is_disabled = true WHERE id = 1`.execute(tx)],
  [
    'taking the operation from the role',
    (tx) =>
      sql`DELETE FROM user_role_operation WHERE user_role_id = 1 AND object_type = 'UserRole'`.execute(tx),
  ],
]

describe('the last person who may edit roles', () => {
  it.each(losses)('is not lost by %s', async (_, change) => {
    const asked = inTransaction(async (tx) => {
      await change(tx)
      await refuseLosingLastRoleEditor(tx)
    })
    await expect(asked).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('никто не сможет'),
    })
    // Even where nobody thought of asking.
    await expect(inTransaction(change)).rejects.toMatchObject({ code: 'IR001' })
    expect(await editors()).toEqual([1])
  })

  it('is not lost by a save of the role or by disabling it', async () => {
    const { code, name, description, isDisabled, operations, version } = (
      await bank.call(api.getRole, { params: { id: '1' } })
    ).body
    const { UserRole: _, ...rest } = operations
    const body = { code, name, description, isDisabled, version, operations: rest }
    const saved = await bank.call(api.updateRole, { params: { id: '1' }, body })
    expect(saved.status).toBe(409)
    expect(saved.error).toMatchObject({
      type: 'ER_PRE_SAVE_CALLBACK',
      message: expect.stringContaining('никто не сможет менять роли'),
    })
    const query = { version, confirmed: 'true' as const }
    expect((await bank.call(api.disableRole, { params: { id: '1' }, query })).status).toBe(409)
    expect((await bank.call(api.getRole, { params: { id: '1' } })).body.version).toBe(version)
  })

  it('who holds the right through a group is not lost with the group', async () => {
    await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (1, 1)`.execute(bank.db)
    await inTransaction((tx) => sql`DELETE FROM employee_user_role WHERE employee_id = 1`.execute(tx))
    expect((await editors()).toSorted((a, b) => a - b)).toEqual([2, 3])
    for (const change of [
      (tx: Db) => sql`UPDATE workgroup SET not_active = true WHERE id = 1`.execute(tx),
      (tx: Db) => sql`DELETE FROM workgroup_employee WHERE workgroup_id = 1`.execute(tx),
      (tx: Db) => sql`DELETE FROM workgroup_user_role WHERE workgroup_id = 1`.execute(tx),
    ])
      await expect(inTransaction(change)).rejects.toMatchObject({ code: 'IR001' })
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (1, 1)`.execute(bank.db)
    await sql`DELETE FROM workgroup_user_role WHERE workgroup_id = 1`.execute(bank.db)
    expect(await editors()).toEqual([1])
  })

  it('stays when the last two go at the same moment', async () => {
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (2, 1)`.execute(bank.db)
    for (const isAsked of [true, false]) {
      const leave = (id: number) =>
        inTransaction(async (tx) => {
          await sql`DELETE FROM employee_user_role WHERE employee_id = ${id} AND user_role_id = 1`.execute(tx)
          await pause(50)
          if (isAsked) await refuseLosingLastRoleEditor(tx)
        })
      const results = await Promise.allSettled([leave(1), leave(2)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await editors()).toHaveLength(1)
      await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (1, 1), (2, 1)
        ON CONFLICT DO NOTHING`.execute(bank.db)
    }
    await sql`DELETE FROM employee_user_role WHERE employee_id = 2 AND user_role_id = 1`.execute(bank.db)
    expect(await editors()).toEqual([1])
  })

  it('is asked for by one transaction at a time: the second waits and sees what the first did', async () => {
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (2, 1)`.execute(bank.db)
    const leave = (tx: Db, id: number) =>
      sql`DELETE FROM employee_user_role WHERE employee_id = ${id} AND user_role_id = 1`.execute(tx)
    const order: string[] = []
    let second: Promise<unknown> = Promise.resolve()
    await inTransaction(async (first) => {
      await leave(first, 1)
      await refuseLosingLastRoleEditor(first)
      second = inTransaction(async (tx) => {
        await leave(tx, 2)
        await refuseLosingLastRoleEditor(tx).finally(() => order.push('second asked'))
      }).catch((error: unknown) => error)
      await pause(200)
      order.push('first ends')
    })
    expect(await second).toMatchObject({ status: 409 })
    expect(order).toEqual(['first ends', 'second asked'])
    expect(await editors()).toEqual([2])
    await sql`INSERT INTO employee_user_role (employee_id, user_role_id) VALUES (1, 1)`.execute(bank.db)
    await sql`DELETE FROM employee_user_role WHERE employee_id = 2 AND user_role_id = 1`.execute(bank.db)
  })

  it('is no reason to refuse what takes no such right away', async () => {
    await inTransaction((tx) => sql`UPDATE employee SET not_active = true WHERE id = 3`.execute(tx))
    await inTransaction((tx) => sql`UPDATE employee SET not_active = false WHERE id = 3`.execute(tx))
    await inTransaction((tx) =>
      sql`UPDATE employee SET job_title = job_title || '.' WHERE id = 1`.execute(tx),
    )
  })
})

describe('a change of rights', () => {
  it('acts on the next request on every instance: own roles, groups, disabled roles', async () => {
    const { config, db, connectionString } = bank
    const other = await openSession({
      config,
      db,
      connectionString,
      keys: testKeys,
      onError: () => undefined,
    })
    const token = await bank.tokenOf('underwriter')
    const here = async () =>
      (await bank.call(getOperations, { query: { login: 'underwriter' } }, { as: 'underwriter' })).body
    const there = async () => (await other.authenticate(token)).operations
    const both = async (object: string) => [(await here())[object], (await there())[object]]
    try {
      expect(await both('Contract')).toEqual([undefined, undefined])
      const { body } = await bank.call(api.createRole, {
        body: { code: 'CONTRACTS', name: 'Договоры', operations: { Contract: ['GetAllContracts'] } },
      })
      const role = body.role
      if (role === null) throw new Error('not applied')
      const expected = [['GetAllContracts'], ['GetAllContracts']]
      await sql`INSERT INTO workgroup_user_role (workgroup_id, user_role_id) VALUES (1, ${role.id})`.execute(
        db,
      )
      await expect.poll(() => both('Contract')).toEqual(expected)
      await sql`UPDATE workgroup SET not_active = true WHERE id = 1`.execute(db)
      await expect.poll(() => both('Contract')).toEqual([undefined, undefined])
      await sql`UPDATE workgroup SET not_active = false WHERE id = 1`.execute(db)
      await expect.poll(() => both('Contract')).toEqual(expected)
      const query = { version: 1, confirmed: 'true' as const }
      await bank.call(api.disableRole, { params: { id: String(role.id) }, query })
      await expect.poll(() => both('Contract')).toEqual([undefined, undefined])
      expect((await here()).Application).toEqual(['Close', 'List'])
    } finally {
      await other.close()
    }
  })

  it('tells the open browsers of exactly the people concerned, on every instance', async () => {
    const instances = [await liveInstance(bank), await liveInstance(bank)]
    try {
      const open = async (login: 'support' | 'underwriter', index: number) => {
        const url = instances[index]?.url ?? ''
        const tab = await new Tab(url, await bank.tokenOf(login)).connect()
        await tab.subscribe(topics.rights)
        return tab
      }
      const [first, second, stranger] = [
        await open('support', 0),
        await open('support', 1),
        await open('underwriter', 1),
      ]
      const { code, name, description, isDisabled, operations, version } = (
        await bank.call(api.getRole, { params: { id: '6' } })
      ).body
      const body = {
        code,
        name,
        description,
        isDisabled,
        version,
        operations: { ...operations, Deal: ['List'] },
      }
      expect((await bank.call(api.updateRole, { params: { id: '6' }, body })).status).toBe(200)
      await expect.poll(() => [first, second].map((tab) => tab.of(topics.rights))).toEqual([[{}], [{}]])
      // A change of something else, and of somebody else, is no news.
      await sql`UPDATE employee SET job_title = job_title || '.' WHERE id = 6`.execute(bank.db)
      await pause(1_500)
      expect([first, second, stranger].map((tab) => tab.of(topics.rights).length)).toEqual([1, 1, 0])
      for (const tab of [first, second, stranger]) await tab.leave()
    } finally {
      for (const instance of instances) await instance.close()
    }
  })
})
