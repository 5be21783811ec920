import * as api from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { giver, transfersOf } from '#testing/transfers.ts'

let bank: TestApp
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
  transfers = transfersOf(bank)
})
afterAll(() => bank.close())
beforeEach(() => transfers.reset())

const key: typeof transfers.key = (...args) => transfers.key(...args)
const give: typeof transfers.give = (...args) => transfers.give(...args)
const plan: typeof transfers.plan = (...args) => transfers.plan(...args)
const start: typeof transfers.start = (...args) => transfers.start(...args)

describe('a plan', () => {
  const create = (more: object, as: 'admin' | 'partner-admin' = 'admin') =>
    bank.call(
      api.createReassignment,
      { params: { partnerId: giver }, body: { toPartnerId: 4, typeCode: 'FULL', ...more } as never },
      { as },
    )

  it.each([
    [{ toPartnerId: 2 }, 'toPartnerId', 'Выберите другого партнёра'],
    [{ toPartnerId: 999_999 }, 'toPartnerId', 'Партнёр не найден'],
    [{ toPartnerId: 5 }, 'toPartnerId', 'У партнёра нет ролей: LeadCreator'],
    [{ typeCode: 'BY_REGION' }, 'regionCode', 'Поле должно быть заполнено'],
    [
      { typeCode: 'BY_REGION', regionCode: 'ZZ' },
      'regionCode',
      'Выберите «Регион» из справочника «Регион (субъект РФ)»: действующего значения с кодом «ZZ» в нём нет',
    ],
    [
      { typeCode: 'BY_EMPLOYEE', employeeId: 23, toEmployeeId: 5 },
      'employeeId',
      'Выберите сотрудника этого партнёра',
    ],
    [
      { typeCode: 'BY_EMPLOYEE', employeeId: 24, toEmployeeId: 4 },
      'toEmployeeId',
      'Выберите работающего сотрудника партнёра-получателя',
    ],
    [{ typeCode: 'TEMPORARY', dateTo: '2020-01-01' }, 'dateTo', 'Окончание уже прошло'],
  ])('with %o is refused', async (more, path, message) => {
    const { status, error } = await create(more)
    expect([status, error.fields]).toEqual([400, [{ path, message }]])
  })

  it('is changed and deleted while it is one', async () => {
    const made = await plan({})
    const body = { toPartnerId: 1, typeCode: 'BY_REGION' as const, regionCode: '16', version: made.version }
    const saved = await bank.call(api.updateReassignment, { ...key(made.id), body })
    expect(saved.body).toMatchObject({ toPartner: { id: 1 }, regionCode: '16', version: made.version + 1 })
    expect((await bank.call(api.updateReassignment, { ...key(made.id), body })).status).toBe(409)
    const ids = { params: { partnerId: giver }, query: { ids: `${made.id},999999` } }
    const { body: deleted } = await bank.call(api.deleteReassignments, ids)
    expect(deleted.results.map(({ done }) => done)).toEqual([true, false])
  })

  it('of nothing does not start', async () => {
    const made = await plan({ typeCode: 'BY_REGION', regionCode: '77' })
    const { status, error } = await start(made.id, made.version)
    expect([status, error.fields?.[0]?.message]).toEqual([
      400,
      'Передавать нечего: таких объектов у партнёра нет',
    ])
  })

  it('starts once for a repeated request', async () => {
    await give(1, '16')
    const made = await plan({})
    const request = { ...key(made.id), body: { version: made.version } }
    const headers = { 'Idempotency-Key': `start-${made.id}` }
    const first = await bank.call(api.startReassignment, request, { headers })
    const second = await bank.call(api.startReassignment, request, { headers })
    expect(second.body.task.id).toBe(first.body.task.id)
    expect((await start(made.id, made.version)).status).toBe(409)
  })
})
