import {
  type ApproverInput,
  type ApproverState,
  getApprover,
  getApproverBefore,
  listApproverHistory,
  saveApprover,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveApplications, noonClock, resetApprovers } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())
beforeEach(() => resetApprovers(bank))

const oic = (id: number) => ({ type: 'oic' as const, id: String(id) })
const get = async (id: number) => (await bank.call(getApprover, { params: oic(id) }, { as: 'workload' })).body
const history = async (id: number) =>
  (await bank.call(listApproverHistory, { params: oic(id), query: {} })).body.content
const before = (id: number, entry: string, as: Login = 'workload') =>
  bank.call(getApproverBefore, { params: { ...oic(id), entry } }, { as })

/** What a form sends that was filled with a state. */
const bodyOf = (state: ApproverState, changes: Partial<ApproverInput> = {}) => ({
  ...state,
  partners: state.partners.map(({ partnerId }) => ({ partnerId })),
  ...changes,
})
const save = (id: number, state: ApproverState, changes: Partial<ApproverInput> = {}) =>
  bank.call(saveApprover, { params: oic(id), body: bodyOf(state, changes) }, { as: 'workload' })

const stateOf = ({ workStatus, ...row }: ApproverState): ApproverState => ({
  workStatus,
  mortgageApplicationLevels: row.mortgageApplicationLevels,
  mortgageApplicationStatuses: row.mortgageApplicationStatuses,
  partners: row.partners,
  allPartners: row.allPartners,
  regions: row.regions,
  allRegions: row.allRegions,
  workingShiftFrom: row.workingShiftFrom,
  workingShiftBy: row.workingShiftBy,
  mortgageApplicationsLimit: row.mortgageApplicationsLimit,
})

describe('an earlier state of an approver', () => {
  it('is every field as it was before the change, whatever was changed later, and is put back by a save', async () => {
    const states: ApproverState[] = [stateOf(await get(1))]
    const changes: Partial<ApproverInput>[] = [
      { mortgageApplicationsLimit: 7, allRegions: false, regions: [{ code: '78' }, { code: '77' }] },
      { workingShiftFrom: '20:00', workingShiftBy: '08:00' },
      { mortgageApplicationsLimit: 9, allPartners: false, partners: [{ partnerId: 2 }] },
      { workStatus: 'PAUSE', workingShiftFrom: null, mortgageApplicationLevels: [] },
    ]
    for (const change of changes) {
      expect((await save(1, await get(1), change)).status).toBe(200)
      states.push(stateOf(await get(1)))
    }
    const entries = (await history(1)).slice(0, changes.length).toReversed()
    for (const [n, { id }] of entries.entries()) {
      const { status, body } = await before(1, id)
      expect(status).toBe(200)
      expect(body).toEqual(states[n])
    }

    const { version } = await get(1)
    const first = (await before(1, entries[0]?.id ?? '')).body
    expect((await save(1, first, { version })).body).toMatchObject({ ...states[0], version: version + 1 })
    const [newest] = await history(1)
    expect(newest?.changes).toContainEqual(
      expect.objectContaining({ label: 'Статус', oldValue: 'На паузе', newValue: 'Активный' }),
    )
    // The way back has a way back.
    expect((await before(1, newest?.id ?? '')).body).toEqual(states.at(-1))
  })

  it('that was INACTIVE gives the applications away when it is saved again', async () => {
    await save(1, await get(1), { workStatus: 'INACTIVE' })
    await save(1, await get(1), { workStatus: 'ACTIVE' })
    await giveApplications(bank, 1, 3)
    const [newest] = await history(1)
    const { body } = await before(1, newest?.id ?? '')
    expect(body.workStatus).toBe('INACTIVE')
    expect((await get(1)).openApplicationsCount).toBe(3)
    expect((await save(1, body)).body).toMatchObject({ workStatus: 'INACTIVE', openApplicationsCount: 0 })
  })

  it('with a level that was switched off is refused at the field; who still has the level keeps it', async () => {
    const inForce = (active: boolean) =>
      sql`UPDATE reference_item SET active = ${active}
        WHERE dictionary = 'loanApplicationLevel' AND code = 'LEVEL_3'`.execute(bank.db)
    const levels = (...codes: string[]) => ({ mortgageApplicationLevels: codes.map((code) => ({ code })) })
    await save(1, await get(1), levels('LEVEL_1', 'LEVEL_3'))
    await save(1, await get(1), levels('LEVEL_1'))
    await save(7, await get(7), levels('LEVEL_3'))
    await inForce(false)
    const [newest] = await history(1)
    const { body } = await before(1, newest?.id ?? '')
    expect(body.mortgageApplicationLevels.map(({ code }) => code)).toEqual(['LEVEL_1', 'LEVEL_3'])
    expect((await save(1, body)).error.fields).toEqual([
      {
        path: 'mortgageApplicationLevels.1.code',
        message:
          'Выберите «Уровень кредитных заявок» из справочника «Уровень кредитной заявки»: действующего значения с кодом «LEVEL_3» в нём нет',
      },
    ])
    expect((await save(7, await get(7), { mortgageApplicationsLimit: 43 })).status).toBe(200)
    await inForce(true)
    expect((await save(1, body)).status).toBe(200)
  })

  it('that was read before somebody else saved meets 409, as any late save does', async () => {
    await save(1, await get(1), { mortgageApplicationsLimit: 44 })
    const { version } = await get(1)
    const [newest] = await history(1)
    const { body } = await before(1, newest?.id ?? '')
    await save(1, await get(1), { mortgageApplicationsLimit: 45 })
    expect((await save(1, body, { version })).status).toBe(409)
    expect((await get(1)).mortgageApplicationsLimit).toBe(45)
  })

  it('is found by the changes of this approver alone', async () => {
    await save(7, await get(7), { mortgageApplicationsLimit: 41 })
    const [entry] = await history(7)
    expect((await before(1, entry?.id ?? '')).error.message).toBe(
      'Такого изменения в истории согласующего нет',
    )
    expect((await before(1, '999999999999999')).status).toBe(404)
    expect((await before(1, '0')).status).toBe(400)
    expect((await before(1, '9'.repeat(19))).status).toBe(400)
  })

  it('is for who may read the approver', async () => {
    for (const id of [1, 7]) await save(id, await get(id), { mortgageApplicationsLimit: 42 })
    const [own] = await history(7)
    const [foreign] = await history(1)
    expect((await before(7, own?.id ?? '', 'partner-admin')).status).toBe(200)
    expect((await before(1, foreign?.id ?? '', 'partner-admin')).status).toBe(404)
    expect((await before(7, own?.id ?? '', 'agent')).status).toBe(403)
  })
})
