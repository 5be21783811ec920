import {
  bulkChangeApprovers,
  undoBulkChange,
  getApprover,
  listApproverHistory,
  previewRedistribution,
  saveApprover,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { activeSettings, giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())
beforeEach(() => resetApprovers(bank))

const oic = (id: number) => ({ type: 'oic' as const, id: String(id) })
const give = (approverId: number, count: number) => giveApplications(bank, approverId, count)
const get = async (id: number, as: Login = 'workload') =>
  (await bank.call(getApprover, { params: oic(id) }, { as })).body
const save = (id: number, body: Record<string, unknown>, as: Login = 'workload') =>
  bank.call(saveApprover, { params: oic(id), body: body as never }, { as })

const jobs = async () =>
  (await sql`SELECT FROM pgboss.job WHERE name = 'distribute' AND data ->> 'type' = 'oic'`.execute(bank.db))
    .rows.length

describe('a save', () => {
  it('is answered with the row as it is now, one version higher, and leaves a history entry', async () => {
    const { version } = await get(1)
    const { status, body } = await save(1, {
      ...activeSettings({
        mortgageApplicationsLimit: 7,
        allRegions: false,
        regions: [{ code: '78' }, { code: '77' }],
      }),
      version,
      firstName: 'Подмена',
      role: 'Подмена',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ version: version + 1, mortgageApplicationsLimit: 7, firstName: 'Елена' })
    expect(body).toEqual(await get(1))
    const history = await bank.call(listApproverHistory, { params: oic(1), query: {} })
    const last = history.body.content[0]
    expect(last).toMatchObject({ actor: 'Орлов Дмитрий Сергеевич', action: 'UPDATE', version: version + 1 })
    expect(last?.changes).toContainEqual(
      expect.objectContaining({ label: 'Лимит', oldValue: '20', newValue: '7' }),
    )
    expect(last?.changes).toContainEqual(
      expect.objectContaining({ label: 'Рассматриваемые регионы', oldValue: '−' }),
    )
  })

  it('tells of no list that only comes in another order', async () => {
    const regions = [{ code: '78' }, { code: '77' }, { code: '63' }]
    const body = activeSettings({ allRegions: false, regions })
    await save(1, body)
    await save(1, { ...body, regions: regions.toReversed(), mortgageApplicationsLimit: 33 })
    const { content } = (await bank.call(listApproverHistory, { params: oic(1), query: {} })).body
    expect(content[0]?.changes.map(({ label }) => label)).toEqual(['Лимит'])
  })

  it('with an old version answers 409 with the row and who changed it; without a version it is taken', async () => {
    const { version } = await get(1)
    await save(1, { ...activeSettings({ mortgageApplicationsLimit: 8 }), version })
    const late = await save(1, { ...activeSettings({ mortgageApplicationsLimit: 9 }), version }, 'admin')
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { version: version + 1, mortgageApplicationsLimit: 8 },
      by: { descriptor: 'Орлов Дмитрий Сергеевич' },
    })
    expect(
      (await save(1, activeSettings({ mortgageApplicationsLimit: 9 }))).body.mortgageApplicationsLimit,
    ).toBe(9)
  })

  it('of one row by 32 people at once with one version succeeds once', async () => {
    const { version } = await get(1)
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        save(1, { ...activeSettings({ mortgageApplicationsLimit: n + 1 }), version }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31)
  })

  it.each([
    [
      'no levels',
      { mortgageApplicationLevels: [] },
      'mortgageApplicationLevels',
      'Поле должно быть заполнено',
    ],
    ['no partners', { allPartners: false }, 'partners', 'Поле должно быть заполнено'],
    ['no regions', { allRegions: false }, 'regions', 'Поле должно быть заполнено'],
    ['no start of the shift', { workingShiftFrom: '' }, 'workingShiftFrom', 'Некорректный формат времени'],
    ['a wrong time', { workingShiftBy: '24:00' }, 'workingShiftBy', 'Некорректный формат времени'],
    [
      'no limit',
      { mortgageApplicationsLimit: null },
      'mortgageApplicationsLimit',
      'Поле должно быть заполнено',
    ],
    [
      'a negative limit',
      { mortgageApplicationsLimit: -1 },
      'mortgageApplicationsLimit',
      'Введите целое число не меньше 0',
    ],
    [
      'half a limit',
      { mortgageApplicationsLimit: 1.5 },
      'mortgageApplicationsLimit',
      'Введите целое число не меньше 0',
    ],
    [
      'an unknown level',
      { mortgageApplicationLevels: [{ code: 'L' }] },
      'mortgageApplicationLevels.0.code',
      'Выберите «Уровень кредитных заявок» из справочника «Уровень кредитной заявки»: действующего значения с кодом «L» в нём нет',
    ],
    [
      'an unknown partner',
      { allPartners: false, partners: [{ partnerId: 2 }, { partnerId: 999 }] },
      'partners.1.partnerId',
      'Такого партнёра нет: выберите другого из списка',
    ],
    [
      'an unknown region',
      { allRegions: false, regions: [{ code: '77' }, { code: '99' }] },
      'regions.1.code',
      'Выберите «Рассматриваемые регионы» из справочника «Регион (субъект РФ)»: действующего значения с кодом «99» в нём нет',
    ],
    ['the id of another', { id: 3 }, 'id', 'Идентификатор не совпадает с адресом'],
  ])('with %s is refused at the field, and nothing is stored', async (_, changes, path, message) => {
    const before = await get(1)
    const { status, error } = await save(1, activeSettings(changes))
    expect(status).toBe(400)
    expect(error.fields).toEqual([{ path, message }])
    expect(await get(1)).toEqual(before)
  })

  it('of who is not ACTIVE may be incomplete', async () => {
    const empty = activeSettings({
      workStatus: 'PAUSE',
      mortgageApplicationLevels: [],
      allPartners: false,
      allRegions: false,
      workingShiftFrom: null,
      workingShiftBy: '',
      mortgageApplicationsLimit: null,
    })
    const { status, body } = await save(5, empty)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      regions: [],
      workingShiftFrom: null,
      workingShiftBy: null,
      mortgageApplicationsLimit: null,
    })
  })

  it('keeps statuses of applications in НИС alone, where ACTIVE needs one', async () => {
    const statuses = [{ code: 'CONTROL' }]
    const { body } = await save(1, activeSettings({ mortgageApplicationStatuses: statuses }))
    expect(body.mortgageApplicationStatuses).toEqual([])
    const nis = (mortgageApplicationStatuses: { code: string }[]) =>
      bank.call(saveApprover, {
        params: { type: 'nis', id: '2' },
        body: activeSettings({ mortgageApplicationStatuses }),
      })
    expect((await nis(statuses)).body.mortgageApplicationStatuses.map(({ code }) => code)).toEqual([
      'CONTROL',
    ])
    expect((await nis([])).error.fields).toEqual([
      { path: 'mortgageApplicationStatuses', message: 'Поле должно быть заполнено' },
    ])
  })

  it('is forbidden to who may only read, and finds nothing that is not visible', async () => {
    expect((await save(7, activeSettings(), 'partner-admin')).status).toBe(403)
    await sql`INSERT INTO user_role_operation VALUES (5, 'EmployeeOic', 'Update') ON CONFLICT DO NOTHING`.execute(
      bank.db,
    )
    bank.session.forget()
    expect((await save(1, activeSettings(), 'partner-admin')).status).toBe(404)
    expect((await save(7, activeSettings(), 'partner-admin')).status).toBe(200)
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5 AND operation = 'Update'`.execute(
      bank.db,
    )
    bank.session.forget()
  })

  it('to INACTIVE gives all applications to others in the same transaction, as the preview said', async () => {
    await give(1, 5)
    const preview = await bank.call(previewRedistribution, { params: oic(1) })
    expect(preview.body).toMatchObject({ total: 5, unassigned: 0 })
    expect(preview.body.recipients.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    const { body } = await save(1, activeSettings({ workStatus: 'INACTIVE' }))
    expect(body).toMatchObject({ workStatus: 'INACTIVE', openApplicationsCount: 0 })
    for (const { id, count } of preview.body.recipients)
      expect((await get(id)).openApplicationsCount).toBe(count)
  })

  it('to INACTIVE with nobody left leaves the applications without an approver', async () => {
    const ids = await give(1, 3)
    await sql`UPDATE approver SET work_status = 'PAUSE' WHERE id IN (7, 9)`.execute(bank.db)
    expect((await bank.call(previewRedistribution, { params: oic(1) })).body).toEqual({
      total: 3,
      recipients: [],
      unassigned: 3,
    })
    await save(1, activeSettings({ workStatus: 'INACTIVE' }))
    const { rows } = await sql<{ holder: null; reasons: unknown }>`
      SELECT approver_id AS holder, unassigned_reasons AS reasons FROM application WHERE id = ANY(${ids}::int[])`.execute(
      bank.db,
    )
    expect(rows).toEqual(ids.map(() => ({ holder: null, reasons: { status: 4, shift: 1 } })))
  })

  it('to PAUSE keeps the applications; to ACTIVE asks for a distribution', async () => {
    await give(1, 2)
    expect((await save(1, activeSettings({ workStatus: 'PAUSE' }))).body.openApplicationsCount).toBe(2)
    expect(await jobs()).toBe(0)
    await save(1, activeSettings())
    expect(await jobs()).toBe(1)
  })
})

describe('a save that changes nothing', () => {
  it('is answered with the row as it is: no version, no history entry, no distribution', async () => {
    const body = activeSettings({ mortgageApplicationLevels: [{ code: 'LEVEL_3' }, { code: 'LEVEL_2' }] })
    const before = await get(1)
    const entries = async () =>
      (await bank.call(listApproverHistory, { params: oic(1), query: {} })).body.totalElements
    const count = await entries()
    const { status, body: answer } = await save(1, { ...body, version: before.version })
    expect(status).toBe(200)
    expect(answer).toEqual(before)
    expect(await get(1)).toEqual(before)
    expect(await entries()).toBe(count)
    expect(await jobs()).toBe(0)
  })

  it('with an old version is still refused', async () => {
    const { version } = await get(1)
    expect((await save(1, { ...activeSettings(), version: version - 1 })).status).toBe(409)
  })
})

describe('a distribution is asked for', () => {
  it.each([
    ['a higher limit', { mortgageApplicationsLimit: 21 }, 1],
    ['a lower limit', { mortgageApplicationsLimit: 19 }, 0],
    ['another shift', { workingShiftFrom: '08:00' }, 1],
    ['another level', { mortgageApplicationLevels: [{ code: 'LEVEL_1' }] }, 1],
    ['a pause', { workStatus: 'PAUSE' as const, mortgageApplicationsLimit: 50 }, 0],
  ])('by %s: %j → %i', async (_, change, count) => {
    const levels = [{ code: 'LEVEL_2' }, { code: 'LEVEL_3' }]
    expect((await save(1, activeSettings({ mortgageApplicationLevels: levels, ...change }))).status).toBe(200)
    expect(await jobs()).toBe(count)
  })

  it('by a bulk change that makes room, not by one that takes it', async () => {
    const bulk = (limit: number) =>
      bank.call(bulkChangeApprovers, {
        params: { type: 'oic' },
        body: { ids: [1, 7], change: { action: 'limit', mortgageApplicationsLimit: limit } },
      })
    expect((await bulk(10)).body.results.every(({ done }) => done)).toBe(true)
    expect(await jobs()).toBe(0)
    await bulk(11)
    expect(await jobs()).toBe(1)
  })
})

describe('a bulk change', () => {
  const bulk = (ids: number[], change: object, as: Login = 'workload') =>
    bank.call(
      bulkChangeApprovers,
      { params: { type: 'oic' }, body: { ids, change: change as never } },
      { as },
    )

  it('answers each approver by itself, in the order given', async () => {
    await sql`UPDATE approver SET work_status = 'INACTIVE', level_codes = '{}', max_open = NULL WHERE id = 3`.execute(
      bank.db,
    )
    const { status, body } = await bulk([5, 3, 999, 1], { action: 'status', workStatus: 'ACTIVE' })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      {
        id: 5,
        fullName: 'Васильева-Ким Ольга Романовна',
        done: true,
        reason: null,
        version: expect.any(Number),
      },
      {
        id: 3,
        fullName: 'Бережной Артём Павлович',
        done: false,
        reason: 'Не заполнено: уровни, лимит',
        version: null,
      },
      { id: 999, fullName: '', done: false, reason: 'Согласующий не найден', version: null },
      { id: 1, fullName: 'Абрамова Елена Игоревна', done: true, reason: 'Уже так', version: null },
    ])
    expect((await get(5)).workStatus).toBe('ACTIVE')
    expect(await jobs()).toBe(1)
  })

  it('sets limits and shifts, each with its history entry', async () => {
    await bulk([1, 7], { action: 'limit', mortgageApplicationsLimit: 33 })
    await bulk([1], { action: 'shift', workingShiftFrom: '20:00', workingShiftBy: '08:00' })
    expect(await get(1)).toMatchObject({
      mortgageApplicationsLimit: 33,
      workingShiftFrom: '20:00',
      onShift: false,
    })
    expect((await get(7)).mortgageApplicationsLimit).toBe(33)
    const { body } = await bank.call(listApproverHistory, { params: oic(1), query: { size: 2 } })
    expect(body.content.map(({ changes }) => changes.map(({ label }) => label))).toEqual([
      ['Смена (с)', 'Смена (по)'],
      ['Лимит'],
    ])
  })

  it('is taken back for those whom nobody has changed since, and says who was', async () => {
    const { body } = await bulk([1, 7], { action: 'limit', mortgageApplicationsLimit: 44 })
    const before = await bank.call(listApproverHistory, { params: oic(1), query: { size: 1 } })
    const items = body.results.map(({ id, version }) => ({ id, version: version ?? 0 }))
    await bulk([7], { action: 'limit', mortgageApplicationsLimit: 45 })
    const undo = (as: Login) =>
      bank.call(undoBulkChange, { params: { type: 'oic' }, body: { items } }, { as })
    expect((await undo('partner-admin')).status).toBe(403)
    expect((await undo('viewer')).status).toBe(403)
    const { body: answer } = await undo('workload')
    expect(answer.results.map(({ id, done, reason }) => [id, done, reason])).toEqual([
      [1, true, null],
      [7, false, 'Изменён после этого: откройте его карточку'],
    ])
    const old = before.body.content[0]?.changes.find(({ label }) => label === 'Лимит')?.oldValue
    expect(String((await get(1)).mortgageApplicationsLimit)).toBe(old)
    expect((await get(7)).mortgageApplicationsLimit).toBe(45)
    // Once more: nothing is left to take back.
    expect((await undo('workload')).body.results.every(({ done }) => !done)).toBe(true)
  })

  it('refuses what is no change, too many and who may not', async () => {
    expect((await bulk([1], { action: 'status', workStatus: 'INACTIVE' })).status).toBe(400)
    expect((await bulk([1], { action: 'limit', mortgageApplicationsLimit: -1 })).status).toBe(400)
    expect((await bulk([], { action: 'limit', mortgageApplicationsLimit: 1 })).status).toBe(400)
    expect((await bulk([7], { action: 'limit', mortgageApplicationsLimit: 1 }, 'partner-admin')).status).toBe(
      403,
    )
  })
})
