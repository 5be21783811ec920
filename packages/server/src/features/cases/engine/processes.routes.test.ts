import * as tasks from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/cases/cases.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { archiveCase, createCase } from './cases.service.ts'
import { bySystem, type Engine } from './engine.ts'
import { bringTasksBack } from './tasks/postponed-tasks.service.ts'
import { fireTimers } from './timers.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let app: TestApp
let engine: Engine
// A Tuesday, eleven o'clock in Moscow and in Kazan.
const tuesday = new Date('2026-11-17T08:00:00Z')
let now = tuesday
const clock: BankClock = { timeZone: 'Europe/Moscow', now: () => now }

const [volga, ural, branch] = [seedPartners.volga.id, seedPartners.ural.id, seedPartners.volgaBranch.id]
const [workload, agent] = [2, 4]

beforeAll(async () => {
  app = await testApp({ clock })
  engine = caseEngine({ clock, parameters: deliveredParameters })
})
beforeEach(() => {
  now = tuesday
})
afterAll(() => app.close())

const open = (type: CaseType = 'LEAD', partnerId: number = volga, responsibleId: number | null = null) =>
  app.db.transaction().execute(async (tx) => {
    const { id } = await createCase(engine, tx, bySystem, {
      type,
      partnerId,
      regionCode: '16',
      clientName: 'Никифоров Илья Петрович',
      clientPhone: '79990001122',
      responsibleId,
    })
    return id
  })
const at = (id: number) => ({ params: { id: String(id) } })
const headOf = async (id: number, as: Login = 'agent') => (await app.call(api.getCase, at(id), { as })).body
const taskOf = async (id: number, as: Login = 'agent') => {
  const { body } = await app.call(tasks.listObjectTasks, at(id), { as })
  const [task] = body
  if (task === undefined) throw new Error('The case has no task')
  return task
}
const move = async (id: number, action: string, more: { comment?: string; reason?: string } = {}) => {
  const { version } = await headOf(id)
  return app.call(api.moveCase, { ...at(id), body: { action, version, ...more } }, { as: 'agent' })
}

test('a case moves by the actions of its machine, says why not, and keeps who ended each stage', async () => {
  const id = await open('LEAD', volga, agent)
  const head = await headOf(id)
  expect(head).toMatchObject({
    stage: 'FIRST_CONTACT',
    closed: false,
    responsible: { id: agent },
    clock: { state: 'RUNNING', targetMinutes: 60, dueAt: '2026-11-17T09:00:00.000Z', spentMinutes: 0 },
  })
  expect(head.number).toMatch(/^Л-26-\d{6}$/)
  now = new Date('2026-11-17T08:20:00Z')
  const { body: met } = await move(id, 'planMeeting', { comment: 'В субботу' })
  expect(met).toMatchObject({ stage: 'MEETING_PLANNED', version: head.version + 1 })
  expect(met.phases[0]).toMatchObject({
    state: 'DONE',
    stages: [{ minutes: 20, action: 'Назначить встречу', comment: 'В субботу' }],
  })
  expect(met.phases[1]).toMatchObject({ code: 'MEETING', state: 'CURRENT' })

  const late = await app.call(api.moveCase, {
    ...at(id),
    body: { action: 'askForDocuments', version: head.version },
  })
  expect(late).toMatchObject({ status: 409, error: { current: { stage: 'MEETING_PLANNED' } } })
  const strange = await move(id, 'qualify')
  expect(strange).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('Встреча запланирована') },
  })
  const unreasoned = await move(id, 'disqualify')
  expect(unreasoned).toMatchObject({ status: 400, error: { fields: [{ path: 'reason' }] } })
  const noRight = await app.call(
    api.moveCase,
    { ...at(id), body: { action: 'askForDocuments', version: met.version } },
    { as: 'viewer' },
  )
  expect(noRight.status).toBe(403)
})

test('the clock stands while the client is waited for, and the segments tell it', async () => {
  const id = await open('SHORT_APPLICATION', volga, agent)
  await app.db.transaction().execute(async (tx) => {
    await sql`UPDATE case_file SET stage = 'NEW' WHERE id = ${id}`.execute(tx)
  })
  await move(id, 'takeToWork')
  now = new Date('2026-11-17T09:30:00Z')
  await move(id, 'askClient', { comment: 'Нужна справка' })
  expect(await headOf(id)).toMatchObject({ clock: { state: 'PAUSED', dueAt: null, spentMinutes: 90 } })
  expect(await taskOf(id)).toMatchObject({
    title: 'Получить данные клиента',
    dueAt: '2026-11-24T09:30:00Z',
  })
  now = new Date('2026-11-18T07:00:00Z')
  await move(id, 'clientAnswered')
  const { clock: shown } = await headOf(id)
  // Two working days less the hour and a half before the pause, from ten in the morning on.
  expect(shown).toMatchObject({ state: 'RUNNING', spentMinutes: 90, dueAt: '2026-11-19T14:30:00.000Z' })
  expect(shown.segments.map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ['RUN', 90],
    ['PAUSE', 21.5 * 60],
    ['RUN', 0],
  ])
})

test('what has waited too long moves by itself, and a repeated turn changes nothing', async () => {
  const id = await open('SHORT_APPLICATION', volga, agent)
  await sql`UPDATE case_file SET stage = 'IN_WORK' WHERE id = ${id}`.execute(app.db)
  await move(id, 'askClient', { comment: 'Нужна справка' })
  const fire = () => fireTimers(engine, app.db, (error) => expect.unreachable(String(error)))
  expect(await fire()).toEqual({ moved: 0, refused: 0 })
  now = new Date('2026-12-01T08:00:00Z')
  expect((await fire()).moved).toBeGreaterThan(0)
  expect(await fire()).toEqual({ moved: 0, refused: 0 })
  expect(await headOf(id)).toMatchObject({ stage: 'ARCHIVE', archived: true, closed: true, actions: [] })
  expect(await taskOf(id)).toMatchObject({ state: 'FAILED', outcome: 'Срок ожидания истёк' })
  const { body: process } = await app.call(tasks.getBusinessProcess, at(id), { as: 'agent' })
  expect(process).toMatchObject({ status: 'CANCELLED', timers: [] })
  expect(process.transitions.find(({ action }) => action === 'clientIsSilent')).toMatchObject({
    taken: 1,
    bySystem: true,
  })
})

test('a task is taken, put off, handed over, returned and done; its history tells it', async () => {
  const id = await open('LEAD')
  const free = await taskOf(id)
  expect(free).toMatchObject({
    state: 'IDLE',
    assignee: null,
    may: { take: true, giveBack: false, complete: true },
  })
  const command = { params: { taskId: String(free.id) } }
  const taken = await app.call(
    tasks.takeTask,
    { ...command, body: { version: free.version } },
    { as: 'agent' },
  )
  expect(taken.body).toMatchObject({ state: 'RUNNING', assignee: { id: agent } })
  // Who takes the work of a case that nobody leads, leads it.
  expect((await headOf(id)).responsible).toMatchObject({ id: agent })
  const again = await app.call(
    tasks.takeTask,
    { ...command, body: { version: free.version } },
    { as: 'admin' },
  )
  expect(again).toMatchObject({ status: 409, error: { message: expect.stringContaining('уже взял') } })
  const stranger = await app.call(
    tasks.returnTask,
    { ...command, body: { version: taken.body.version } },
    { as: 'viewer' },
  )
  expect([stranger.status, stranger.error.type]).toEqual([409, 'ER_TASK_STATE_TEMPLATE'])

  const until = '2026-11-18T08:00:00Z'
  const put = { ...command, body: { version: taken.body.version, until, comment: 'Просил завтра' } }
  const postponed = await app.call(tasks.postponeTask, put, { as: 'agent' })
  expect(postponed.body).toMatchObject({ followUpAt: until, dueAt: free.dueAt })
  const past = { ...command, body: { version: postponed.body.version, until: '2026-11-16T08:00:00.000Z' } }
  expect((await app.call(tasks.postponeTask, past, { as: 'agent' })).status).toBe(400)
  const high = { ...command, body: { version: postponed.body.version, priority: 'HIGH' as const } }
  const raised = await app.call(tasks.prioritiseTask, high, { as: 'agent' })
  expect(raised.body.priority).toBe('HIGH')

  const nobody = { ...command, body: { version: raised.body.version, employeeId: workload } }
  expect((await app.call(tasks.transferTask, nobody, { as: 'agent' })).status).toBe(400)
  const to = { ...command, body: { version: raised.body.version, employeeId: 1, comment: 'Отпуск' } }
  const handed = await app.call(tasks.transferTask, to, { as: 'agent' })
  expect(handed.body).toMatchObject({ assignee: { id: 1 }, may: { giveBack: false } })
  const told =
    await sql`SELECT FROM notification WHERE employee_id = 1 AND text LIKE 'Вам передана задача%'`.execute(
      app.db,
    )
  expect(told.rows).toHaveLength(1)
  const back = await app.call(
    tasks.returnTask,
    { ...command, body: { version: handed.body.version } },
    { as: 'admin' },
  )
  expect(back.body).toMatchObject({ state: 'IDLE', assignee: null, takenAt: null })

  const done = {
    params: { id: String(id), taskId: String(free.id) },
    body: { version: back.body.version, action: 'planMeeting' },
  }
  expect((await app.call(tasks.completeTask, done, { as: 'agent' })).body).toMatchObject({
    stage: 'MEETING_PLANNED',
  })
  const { body: history } = await app.call(tasks.listTaskHistory, at(id), { as: 'agent' })
  expect(history.map(({ kind }) => kind)).toEqual([
    'CREATED',
    'COMPLETED',
    'RETURNED',
    'TRANSFERRED',
    'PRIORITY',
    'POSTPONED',
    'TAKEN',
    'CREATED',
  ])
})

test('a task that was put off comes back once, and who waits for it is told', async () => {
  const task = await taskOf(await open('LEAD'))
  const command = { params: { taskId: String(task.id) } }
  const { body: mine } = await app.call(
    tasks.takeTask,
    { ...command, body: { version: task.version } },
    { as: 'agent' },
  )
  const until = '2026-11-18T08:00:00Z'
  await app.call(tasks.postponeTask, { ...command, body: { version: mine.version, until } }, { as: 'agent' })
  const back = () => bringTasksBack(engine, app.db, (error) => expect.unreachable(String(error)))
  expect(await back()).toBe(0)
  now = new Date(until)
  expect(await Promise.all([back(), back()])).toSatisfy(([one, other]) => one + other === 1)
  expect(await taskOf(task.caseId)).toMatchObject({
    followUpAt: null,
    assignee: { id: agent },
    dueAt: task.dueAt,
  })
  const told = await sql<{ link: string }>`
    SELECT link FROM notification WHERE employee_id = ${agent} AND text LIKE 'Вернулась отложенная задача%'`.execute(
    app.db,
  )
  expect(told.rows).toEqual([{ link: `/lead/${task.caseId}` }])
  const { body: history } = await app.call(tasks.listTaskHistory, at(task.caseId), { as: 'agent' })
  expect(history[0]).toMatchObject({ kind: 'CAME_BACK', actor: 'Система' })
})

test('a task is handed over to a group in which somebody can do it, and to no other', async () => {
  const id = await open('LEAD')
  const task = await taskOf(id)
  const { rows } = await sql<{ id: number; name: string }>`
    INSERT INTO workgroup (partner_id, name) VALUES (${volga}, 'Дежурные'), (${volga}, 'Пустые'), (${ural}, 'Чужие')
    RETURNING id, name`.execute(app.db)
  const group = Object.fromEntries(rows.map((row) => [row.name, row.id]))
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id)
    SELECT ${group['Дежурные']}::int, e.id FROM employee e WHERE e.login IN ('agent', 'admin', 'viewer', 'partner-admin')
    UNION ALL SELECT ${group['Чужие']}, ${agent}`.execute(app.db)
  const found = await app.call(
    api.findCaseWorkgroups,
    { ...at(id), body: { taskId: task.id, search: 'е' } },
    { as: 'agent' },
  )
  const able = found.body.map(({ name }) => name)
  expect(Object.keys(group).filter((name) => able.includes(name))).toEqual(['Дежурные'])
  const hand = (name: string) =>
    app.call(
      tasks.transferTask,
      { params: { taskId: String(task.id) }, body: { version: task.version, workgroupId: group[name] } },
      { as: 'agent' },
    )
  expect((await hand('Пустые')).error.fields).toMatchObject([{ path: 'workgroupId' }])
  expect((await hand('Чужие')).status).toBe(400)
  expect((await hand('Дежурные')).body).toMatchObject({ assignee: null, workgroup: { name: 'Дежурные' } })
  // Not told: who handed it over, who does not see the case and who may not lead it.
  const told = await sql<{ login: string; link: string }>`
    SELECT e.login, n.link FROM notification n JOIN employee e ON e.id = n.employee_id
    WHERE n.text LIKE ${`Группе «Дежурные» передана задача «${task.title}»%`}`.execute(app.db)
  expect(told.rows).toEqual([{ login: 'admin', link: `/lead/${id}` }])
  const { body: free } = await app.call(
    tasks.searchTasks,
    { body: { tab: 'GROUPS', search: task.caseNumber } },
    { as: 'agent' },
  )
  expect(free.content).toMatchObject([{ id: task.id, may: { take: true } }])
  const strange = await app.call(
    api.findCaseWorkgroups,
    { ...at(id), body: { taskId: 2_000_000_000 } },
    { as: 'agent' },
  )
  expect(strange.body).toEqual([])
})

test('two people never get one task: as many as there are, each to one', async () => {
  await sql`UPDATE case_task SET state = 'STOPPED', completed_at = now() WHERE open AND case_type = 'LEAD'`.execute(
    app.db,
  )
  const opened = await Promise.all(Array.from({ length: 8 }, () => open('LEAD')))
  const people: Login[] = ['agent', 'admin']
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      app.call(tasks.takeNextTask, { body: { caseTypes: ['LEAD'] } }, { as: people[index % 2] ?? 'agent' }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const got = answers.flatMap(({ body }) => (body.task === null ? [] : [body.task.caseId]))
  expect([...got].sort((a, b) => a - b)).toEqual([...opened].sort((a, b) => a - b))
  const none = await app.call(tasks.takeNextTask, { body: { caseTypes: ['LEAD'] } }, { as: 'viewer' })
  expect(none.body.task).toBeNull()
})

test('every tab counts exactly the rows that it shows, for each person', async () => {
  await open('LEAD', ural)
  await open('SHORT_APPLICATION', branch)
  const { id } = await taskOf(await open('LEAD', volga))
  await app.call(tasks.watchTask, { params: { taskId: String(id) }, body: { watch: true } }, { as: 'agent' })
  for (const as of ['agent', 'admin', 'partner-admin', 'viewer', 'underwriter'] as const)
    for (const open of [true, false]) {
      const { body: counts } = await app.call(tasks.countTasks, { body: { open } }, { as })
      for (const tab of tasks.OwnerTab.options) {
        const page = await app.call(tasks.searchTasks, { body: { tab, open, size: 100 } }, { as })
        expect(page.error).not.toHaveProperty('message')
        expect([as, tab, page.body.content.length]).toEqual([as, tab, counts[tab]])
        expect(page.body.totalElements).toBe(counts[tab])
      }
    }
  const watched = await app.call(tasks.searchTasks, { body: { tab: 'FAVORITES' } }, { as: 'agent' })
  expect(watched.body.content).toMatchObject([{ id, watched: true }])
  const none = await app.call(tasks.searchTasks, { body: { tab: 'ALL', size: 101 } })
  expect(none.status).toBe(400)
})

test('the responsible is changed by those who may, and the open work goes along', async () => {
  const id = await open('LEAD', volga, agent)
  const { version } = await headOf(id)
  const body = { employeeId: 1, workgroupId: null, version, comment: 'Отпуск' }
  expect((await app.call(api.changeResponsible, { ...at(id), body }, { as: 'viewer' })).status).toBe(403)
  const unable = { ...body, employeeId: workload }
  expect((await app.call(api.changeResponsible, { ...at(id), body: unable }, { as: 'agent' })).status).toBe(
    400,
  )
  const { body: people } = await app.call(api.findCaseAssignees, { ...at(id), body: {} }, { as: 'agent' })
  expect(new Set(people.map((person) => person.id))).toEqual(new Set([1, agent]))
  const changed = await app.call(api.changeResponsible, { ...at(id), body }, { as: 'agent' })
  expect(changed.body).toMatchObject({ responsible: { id: 1 } })
  expect((await taskOf(id)).assignee).toMatchObject({ id: 1 })
  const { body: history } = await app.call(api.listManagerHistory, at(id), { as: 'agent' })
  const told = history.map(({ role, from, to, comment }) => [role, from?.id, to?.id, comment])
  expect(told.map(String)).toEqual([`RESPONSIBLE,,${agent},`, `RESPONSIBLE,${agent},1,Отпуск`])
})

test('a case that was put away has neither task nor clock, and gets both again', async () => {
  const id = await open('LEAD', volga, agent)
  const put = (archived: boolean) =>
    app.db.transaction().execute((tx) => archiveCase(engine, tx, bySystem, id, archived))
  await put(true)
  expect(await headOf(id)).toMatchObject({ archived: true, clock: { state: 'NONE' } })
  expect(await taskOf(id)).toMatchObject({ state: 'STOPPED' })
  await put(false)
  expect(await headOf(id)).toMatchObject({ archived: false, clock: { state: 'RUNNING' } })
  expect(await taskOf(id)).toMatchObject({ state: 'RUNNING', assignee: { id: agent } })
})

test('nobody reaches a case or a task of another partner', async () => {
  const id = await open('LEAD', ural)
  const task = await taskOf(id, 'admin')
  const { version } = await headOf(id, 'admin')
  const command = { params: { taskId: String(task.id) } }
  const answers = await Promise.all([
    app.call(api.getCase, at(id), { as: 'agent' }),
    app.call(api.moveCase, { ...at(id), body: { action: 'notReached', version } }, { as: 'agent' }),
    app.call(
      api.changeResponsible,
      { ...at(id), body: { employeeId: agent, workgroupId: null, version } },
      { as: 'agent' },
    ),
    app.call(api.findCaseAssignees, { ...at(id), body: {} }, { as: 'agent' }),
    app.call(api.findCaseWorkgroups, { ...at(id), body: { taskId: task.id } }, { as: 'agent' }),
    app.call(api.listManagerHistory, at(id), { as: 'agent' }),
    app.call(tasks.listObjectTasks, at(id), { as: 'agent' }),
    app.call(tasks.getChainOrder, at(id), { as: 'agent' }),
    app.call(tasks.getBusinessProcess, at(id), { as: 'agent' }),
    app.call(tasks.listTaskHistory, at(id), { as: 'agent' }),
    app.call(tasks.takeTask, { ...command, body: { version: 1 } }, { as: 'agent' }),
    app.call(tasks.returnTask, { ...command, body: { version: 1 } }, { as: 'agent' }),
    app.call(tasks.transferTask, { ...command, body: { version: 1, employeeId: agent } }, { as: 'agent' }),
    app.call(tasks.postponeTask, { ...command, body: { version: 1, until: null } }, { as: 'agent' }),
    app.call(tasks.prioritiseTask, { ...command, body: { version: 1, priority: 'HIGH' } }, { as: 'agent' }),
    app.call(tasks.watchTask, { ...command, body: { watch: true } }, { as: 'agent' }),
    app.call(
      tasks.completeTask,
      { params: { id: String(id), taskId: String(task.id) }, body: { version: 1, action: 'notReached' } },
      { as: 'agent' },
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  const next = await app.call(tasks.getChainOrder, at(id), { as: 'admin' })
  expect(next.body.next.map(({ action }) => action)).toContain('planMeeting')
  expect((await app.call(api.getCase, at(id), { as: 'support' })).status).toBe(403)
})
