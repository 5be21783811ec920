import { giveAssignment, listObjectTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { listManagerHistory } from '@ipoteka-office/contract/cases/cases.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { returnReassignment } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { closeEntry, writeEntry } from '#features/queue/queue-entry.repo.ts'
import { noonClock } from '#testing/approvers.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { withRules } from '#testing/case-walks/assignment-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { transfersOf } from '#testing/transfers.ts'
import { wholeSections } from '#testing/whole-sections.ts'

/** Volga (2), where `agent` works, gives its work to Ural (4), where `partner-admin` works; both may work in region 16. */
const [agent, ural] = [4, 5]
let bank: TestApp
let transfers: ReturnType<typeof transfersOf>
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
  transfers = transfersOf(bank)
  // Every role may do everything: the partners differ by what they see.
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT DISTINCT r.id, o.object_type, o.operation FROM user_role r, user_role_operation o WHERE o.user_role_id = 1
    ON CONFLICT DO NOTHING`.execute(bank.db)
})
afterAll(() => bank.close())
beforeEach(() => transfers.reset())

const at = (id: number) => ({ params: { id: String(id) } })
const open = (type: CaseType, more: { responsibleId?: number; regionCode?: string | null } = {}) =>
  bank.db.transaction().execute(async (tx) => {
    const engine = caseEngine({ clock: noonClock, parameters: deliveredParameters })
    const start = { type, partnerId: 2, regionCode: '16', clientName: 'Ёлкин Пётр', responsibleId: agent }
    return (await createCase(engine, tx, bySystem, { ...start, ...more })).id
  })
const seenBy = async (id: number, as: 'agent' | 'partner-admin') =>
  (await bank.call(listManagerHistory, at(id), { as })).status
const caseOf = async (id: number) =>
  (
    await sql<{ partnerId: number; responsibleId: number | null }>`
      SELECT partner_id AS "partnerId", responsible_id AS "responsibleId" FROM case_file WHERE id = ${id}`.execute(
      bank.db,
    )
  ).rows[0]

it('takes open cases of every type, each counted beforehand, and their tasks; the old partner sees none of them', async () => {
  const ids = new Map<CaseType, number>()
  for (const type of CaseType.options) ids.set(type, await open(type))
  const made = await transfers.plan({})
  expect(made.counts.filter(({ count }) => count > 0)).toEqual(
    CaseType.options.map((kind) => ({ kind, count: 1, done: 0, failed: 0, returned: 0 })),
  )
  const done = await transfers.startAndWork(made)
  expect(done).toMatchObject({ state: 'COMPLETED', done: ids.size, failed: 0 })
  const titles = (await transfers.items(made.id)).content.map(({ title }) => title)
  for (const [type, id] of ids) {
    expect(titles.some((title) => title.startsWith(`${caseTypes[type].name} `))).toBe(true)
    expect(await caseOf(id)).toMatchObject({ partnerId: 4 })
    expect(await seenBy(id, 'agent')).toBe(404)
    expect(await seenBy(id, 'partner-admin')).toBe(200)
    const { rows } =
      await sql<object>`SELECT partner_id AS "partnerId", assignee_id AS "assigneeId" FROM case_task
      WHERE case_id = ${id} AND open`.execute(bank.db)
    for (const task of rows) expect(task).toEqual({ partnerId: 4, assigneeId: null })
  }
})

it('leaves what is closed or in the archive, and refuses what the new partner may not have', async () => {
  const [closed, archived, strange] = [
    await open('LEAD'),
    await open('LEAD'),
    await open('LEAD', { regionCode: '63' }),
  ]
  await sql`UPDATE case_file SET closed = true WHERE id = ${closed}`.execute(bank.db)
  await sql`UPDATE case_file SET archived_at = now() WHERE id = ${archived}`.execute(bank.db)
  const made = await transfers.plan({})
  expect(await transfers.startAndWork(made)).toMatchObject({ total: 1, failed: 1 })
  expect((await transfers.items(made.id)).content).toMatchObject([
    { objectId: strange, kind: 'LEAD', done: false, reason: 'Партнёр-получатель не работает в регионе дела' },
  ])
  for (const id of [closed, archived, strange]) expect(await caseOf(id)).toMatchObject({ partnerId: 2 })
})

it('takes the place in the queue that a case has left, and back into it as the new partner’s', async () => {
  const [id, gone] = [await open('FULL_APPLICATION'), await open('FULL_APPLICATION')]
  const entry = {
    ...({
      type: 'oic',
      clientName: 'Ёлкин Пётр',
      programme: 'П',
      level: 'LEVEL_1',
      regionCode: '16',
    } as const),
    ...{ receivedAt: noonClock.now(), dueAt: noonClock.now() },
  }
  for (const one of [id, gone]) {
    await writeEntry(bank.db, { ...entry, id: one, number: `И-${one}`, partnerId: 2 })
    await closeEntry(bank.db, one, { actorId: null, requestId: 'test' }, noonClock.now())
  }
  await transfers.startAndWork(await transfers.plan({}))
  const placeOf = async (one: number) =>
    (
      await sql<{
        partnerId: number
      }>`SELECT partner_id AS "partnerId" FROM application WHERE id = ${one}`.execute(bank.db)
    ).rows[0]?.partnerId
  expect([await placeOf(id), await placeOf(gone)]).toEqual([4, 4])
  // However it came to differ, a case is put back as the partner's that it is.
  await sql`UPDATE application SET partner_id = 2 WHERE id = ${gone}`.execute(bank.db)
  await writeEntry(bank.db, { ...entry, id: gone, number: `И-${gone}`, partnerId: 4 })
  expect(await placeOf(gone)).toBe(4)
})

it('leaves the lead with the bank’s people, and takes it from those who see the case no more', async () => {
  const [kept, lost] = [await open('LEAD', { responsibleId: 1 }), await open('LEAD')]
  const told = { title: 'Узнать, придёт ли клиент', employeeId: agent }
  expect((await bank.call(giveAssignment, { ...at(lost), body: told })).status).toBe(200)
  await transfers.startAndWork(await transfers.plan({}))
  expect(await caseOf(kept)).toMatchObject({ responsibleId: 1 })
  expect(await caseOf(lost)).toMatchObject({ responsibleId: null })
  const { body: history } = await bank.call(listManagerHistory, at(lost))
  expect(history.at(-1)).toMatchObject({ from: { id: agent }, to: null, comment: 'Передача работы партнёра' })
  const { body: tasks } = await bank.call(listObjectTasks, at(lost))
  expect(tasks.find(({ title }) => title === told.title)).toMatchObject({
    state: 'STOPPED',
    outcome: 'Дело передано',
  })
})

it('by the rules of assignment finds somebody at the new partner', async () => {
  const id = await open('LEAD')
  const leave = await withRules(bank.db, 'LEAD', [
    { name: 'Лиды Урала', strategy: 'LEAST_LOADED', targets: [{ kind: 'EMPLOYEE', id: ural }] },
  ])
  await transfers.startAndWork(await transfers.plan({}))
  await leave()
  expect(await caseOf(id)).toMatchObject({ responsibleId: ural })
  const { body: tasks } = await bank.call(listObjectTasks, at(id))
  expect(tasks[0]).toMatchObject({ assignee: { id: ural }, state: 'RUNNING' })
})

it('of an employee gives the cases they lead to the successor, and no others', async () => {
  const [own, other] = [
    await open('SHORT_APPLICATION'),
    await open('SHORT_APPLICATION', { responsibleId: 1 }),
  ]
  const made = await transfers.plan({ typeCode: 'BY_EMPLOYEE', employeeId: agent, toEmployeeId: ural })
  expect(await transfers.startAndWork(made)).toMatchObject({ done: 1, failed: 0 })
  expect(await caseOf(own)).toEqual({ partnerId: 4, responsibleId: ural })
  expect(await caseOf(other)).toEqual({ partnerId: 2, responsibleId: 1 })
})

it('for a time brings the cases back when it is over', async () => {
  const id = await open('LEAD')
  const made = await transfers.plan({ typeCode: 'TEMPORARY', dateTo: '2099-01-01' })
  await transfers.startAndWork(made)
  expect(await caseOf(id)).toEqual({ partnerId: 4, responsibleId: null })
  const { body } = await bank.call(returnReassignment, { ...transfers.key(made.id), body: {} })
  await transfers.work(body.task.id)
  expect(await caseOf(id)).toEqual({ partnerId: 2, responsibleId: agent })
})

it('gives the new partner persons of its own: what the old one knows from other cases stays there', async () => {
  const made = await openApplication(bank, { regionCode: '16' })
  const as = { as: 'agent', participantId: made.borrower } as const
  const { inn: _, ...personal } = wholeSections.PERSONAL ?? {}
  const saved = await saveSection(bank, made.id, 'PERSONAL', { ...personal, passport: '9210555001' }, as)
  expect(saved.status).toBe(200)
  const personsOf = async () =>
    (
      await sql<{ id: number; partnerId: number; passport: string; inn: string | null }>`
        SELECT o.id, o.partner_id AS "partnerId", o.passport, o.inn FROM case_participant c
        JOIN person o ON o.id = c.person_id WHERE c.case_id = ${Number(made.id)}`.execute(bank.db)
    ).rows
  const [before] = await personsOf()
  await sql`UPDATE person SET inn = '500100740108' WHERE id = ${before?.id}`.execute(bank.db)
  await transfers.startAndWork(await transfers.plan({}))
  const [after] = await personsOf()
  expect(after).toMatchObject({ partnerId: 4, passport: '9210555001', inn: null })
  expect(after?.id).not.toBe(before?.id)
})
