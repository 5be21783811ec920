import { joinApprovers, saveApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import { getPartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activeSettings } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

describe('joining the approvers', () => {
  const join = (employeeId: number, as: Login = 'workload', type: 'oic' | 'nis' = 'oic') =>
    bank.call(joinApprovers, { params: { type }, body: { employeeId } }, { as })
  const newcomer = async (roleCode: string | null, partnerId = 1): Promise<number> => {
    const { rows } = await sql<{ id: number }>`INSERT INTO employee (partner_id, last_name, first_name, login)
      VALUES (${partnerId}, 'Новикова', 'Анна', 'join-' || gen_random_uuid()) RETURNING id`.execute(bank.db)
    const id = rows[0]?.id ?? 0
    if (roleCode !== null)
      await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
        SELECT ${id}, r.id FROM user_role r WHERE r.code = ${roleCode}`.execute(bank.db)
    return id
  }

  it('leaves an inactive approver, who is given applications once a load is set', async () => {
    const employeeId = await newcomer('UNDERWRITER')
    const { status, body } = await join(employeeId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ lastName: 'Новикова', workStatus: 'INACTIVE', openApplicationsCount: 0 })
    const params = { type: 'oic' as const, id: String(body.id) }
    const saved = await bank.call(
      saveApprover,
      { params, body: activeSettings({ version: body.version }) },
      { as: 'workload' },
    )
    expect(saved.body.workStatus).toBe('ACTIVE')
    const again = await join(employeeId)
    expect([again.status, again.raw.body]).toEqual([409, expect.stringContaining('уже среди согласующих')])
    expect((await join(employeeId, 'admin', 'nis')).status).toBe(200)
  })

  it('is refused for whoever may not check, works no longer, or is another partner’s', async () => {
    const idle = await join(await newcomer(null))
    expect([idle.status, idle.raw.body]).toEqual([409, expect.stringContaining('не дано право проверять')])
    const gone = await newcomer('UNDERWRITER')
    await sql`UPDATE employee SET not_active = true WHERE id = ${gone}`.execute(bank.db)
    expect((await join(gone)).raw.body).toContain('Сотрудник отключён')
    expect((await join(2_000_000)).status).toBe(404)
    expect((await join(await newcomer('UNDERWRITER'), 'agent')).status).toBe(403)
  })

  it('is offered on the card of whoever may check alone', async () => {
    const mayCheck = async (id: number) => {
      const params = { partnerId: '1', id: String(id) }
      return (await bank.call(getPartnerEmployee, { params }, { as: 'admin' })).body.mayCheck
    }
    expect(await mayCheck(await newcomer('UNDERWRITER'))).toBe(true)
    expect(await mayCheck(await newcomer(null))).toBe(false)
  })

  it('lets one of two at once in', async () => {
    const employeeId = await newcomer('UNDERWRITER')
    const both = await Promise.all([join(employeeId), join(employeeId, 'admin')])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })
})
