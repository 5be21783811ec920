import * as tasks from '@ipoteka-office/contract/cases/case-tasks.ts'
import * as api from '@ipoteka-office/contract/cases/cases.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { archiveCase, createCase } from '../cases.service.ts'
import { bySystem, type Engine } from '../engine.ts'

// A Tuesday, eleven o'clock in Moscow.
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-17T08:00:00Z') }
let app: TestApp
let engine: Engine
const ids: Record<string, number> = {}
const idOf = (login: Login): number => {
  const id = ids[login]
  if (id === undefined) throw new Error(`No employee signs in as ${login}`)
  return id
}

beforeAll(async () => {
  app = await testApp({ clock })
  engine = caseEngine({ clock, parameters: deliveredParameters })
  const { rows } = await sql<{ login: string; id: number }>`
    SELECT login, id FROM employee WHERE login IS NOT NULL`.execute(app.db)
  for (const { login, id } of rows) ids[login] = id
})
afterAll(() => app.close())

/** A case of the agent, who is responsible for it. */
const open = (type: CaseType = 'FULL_APPLICATION') =>
  app.db.transaction().execute(async (tx) => {
    const { id } = await createCase(engine, tx, bySystem, {
      type,
      partnerId: seedPartners.volga.id,
      regionCode: '77',
      clientName: 'Никифоров Илья Петрович',
      clientPhone: '79990001122',
      responsibleId: idOf('agent'),
    })
    return id
  })
const at = (id: number) => ({ params: { id: String(id) } })
const title = 'Запросить справку о доходах'
const give = (id: number, body: object, as: Login = 'workload') =>
  app.call(tasks.giveAssignment, { ...at(id), body: { title, ...body } }, { as })
const given = async (id: number, body: object, as: Login = 'workload') => {
  const answer = await give(id, body, as)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return answer.body
}
const ofTask = (taskId: number) => ({ params: { taskId: String(taskId) } })
const finish = (task: { id: number; version: number }, outcome: string, as: Login, comment = 'Сделал') =>
  app.call(
    tasks.finishTask,
    { ...ofTask(task.id), body: { version: task.version, outcome, comment } },
    { as },
  )
const tasksOf = async (id: number, as: Login) => (await app.call(tasks.listObjectTasks, at(id), { as })).body
const tabOf = async (tab: string, as: Login) =>
  (await app.call(tasks.searchTasks, { body: { tab, size: 100 } as never }, { as })).body.content
const toldTo = async (as: Login) =>
  (await app.call(listNotifications, { query: { size: 5 } }, { as })).body.content.map(({ text }) => text)
const move = async (id: number, action: string, as: Login = 'agent', more: object = {}) => {
  const { version } = (await app.call(api.getCase, at(id), { as })).body
  return app.call(api.moveCase, { ...at(id), body: { action, version, ...more } }, { as })
}

test('an assignment is given, stands among the tasks of the one who has it, survives a move and is answered', async () => {
  const id = await open('LEAD')
  const task = await given(id, { employeeId: idOf('agent'), details: 'За последние полгода' }, 'admin')
  // The usual term: a working day from eleven o'clock on.
  expect(task).toMatchObject({
    kind: 'ASSIGNMENT',
    stage: null,
    stageName: 'Поручение',
    title,
    details: 'За последние полгода',
    author: { id: idOf('admin') },
    assignee: { id: idOf('agent') },
    state: 'RUNNING',
    dueAt: '2026-11-18T08:00:00Z',
    outcomes: [{ code: 'WITHDRAWN' }],
  })
  expect((await toldTo('agent'))[0]).toContain(`Вам дано поручение «${title}»`)
  expect((await tabOf('MY', 'agent')).map((one) => one.id)).toContain(task.id)
  expect((await tabOf('TRANSFERRED', 'admin')).map((one) => one.id)).toContain(task.id)

  await move(id, 'planMeeting')
  const [mine] = (await tasksOf(id, 'agent')).filter((one) => one.kind === 'ASSIGNMENT')
  expect(mine).toMatchObject({ state: 'RUNNING', outcomes: [{ code: 'DONE' }, { code: 'DECLINED' }] })

  expect(await finish(task, 'DONE', 'agent', ' ')).toMatchObject({ status: 400 })
  expect(await finish({ ...task, version: 7 }, 'DONE', 'agent')).toMatchObject({ status: 409 })
  expect(await finish(task, 'DONE', 'agent', 'Справка приложена')).toMatchObject({
    status: 200,
    body: { state: 'COMPLETED', outcome: 'Выполнено', comment: 'Справка приложена', outcomes: [] },
  })
  expect((await toldTo('admin'))[0]).toContain('Справка приложена')
  expect(await finish({ ...task, version: 2 }, 'DECLINED', 'agent')).toMatchObject({ status: 409 })
  const { body: events } = await app.call(tasks.listTaskHistory, at(id), { as: 'agent' })
  expect(events.filter((one) => one.taskId === task.id).map(({ kind }) => kind)).toEqual([
    'COMPLETED',
    'CREATED',
  ])
})

test('the lists and the counts of their tabs are narrowed to one kind', async () => {
  const id = await open('LEAD')
  const { id: mine } = await given(id, { employeeId: idOf('agent') }, 'admin')
  const idsOf = async (body: object) =>
    (await app.call(tasks.searchTasks, { body: { size: 100, ...body } }, { as: 'agent' })).body.content.map(
      (one) => one.id,
    )
  const countOf = async (body: object) =>
    (await app.call(tasks.countTasks, { body }, { as: 'agent' })).body.MY
  const [all, assignments, ofStages] = [
    await idsOf({}),
    await idsOf({ kind: 'ASSIGNMENT' }),
    await idsOf({ kind: 'STAGE' }),
  ]
  expect(assignments).toContain(mine)
  expect(ofStages).not.toContain(mine)
  expect(ofStages.length).toBeGreaterThan(0)
  expect(new Set([...assignments, ...ofStages])).toEqual(new Set(all))
  expect([await countOf({ kind: 'ASSIGNMENT' }), await countOf({ kind: 'STAGE' })]).toEqual([
    assignments.length,
    ofStages.length,
  ])
})

test('who gave an assignment never says that it is done: not by taking it, not by handing it to themselves', async () => {
  const id = await open()
  const task = await given(id, { workgroupId: 1 })
  expect(task).toMatchObject({ assignee: null, state: 'IDLE', may: { take: false } })
  expect(await finish(task, 'DONE', 'workload')).toMatchObject({ status: 403 })
  const take = await app.call(
    tasks.takeTask,
    { ...ofTask(task.id), body: { version: task.version } },
    { as: 'workload' },
  )
  expect(take).toMatchObject({ status: 409, error: { message: expect.stringContaining('Вы дали') } })
  const back = await app.call(
    tasks.transferTask,
    { ...ofTask(task.id), body: { version: task.version, employeeId: idOf('workload') } },
    { as: 'workload' },
  )
  expect(back).toMatchObject({ status: 400, error: { fields: [{ path: 'employeeId' }] } })
  const { body: mine } = await app.call(tasks.listObjectTasks, at(id), { as: 'workload' })
  expect(mine[0]?.outcomes.map(({ code }) => code)).toEqual(['WITHDRAWN'])
  expect(await give(id, { employeeId: idOf('workload') })).toMatchObject({ status: 409 })
  expect(await finish(task, 'WITHDRAWN', 'workload', 'Уже не нужно')).toMatchObject({
    body: { state: 'STOPPED', outcome: 'Отозвать' },
  })
})

test('people of a group take it and hand it back; nobody else does', async () => {
  const id = await open()
  const task = await given(id, { workgroupId: 1 })
  const body = { version: task.version }
  expect((await tabOf('GROUPS', 'underwriter')).map((one) => one.id)).toContain(task.id)
  const taken = await app.call(tasks.takeTask, { ...ofTask(task.id), body }, { as: 'underwriter' })
  expect(taken).toMatchObject({ body: { assignee: { id: idOf('underwriter') }, may: { giveBack: true } } })
  const back = await app.call(
    tasks.returnTask,
    { ...ofTask(task.id), body: { version: taken.body.version } },
    { as: 'underwriter' },
  )
  expect(back).toMatchObject({ body: { assignee: null, workgroup: { id: 1 } } })
  expect(await app.call(tasks.takeTask, { ...ofTask(task.id), body }, { as: 'agent' })).toMatchObject({
    status: 404,
  })
})

test('people of partners neither see nor touch what is between the bank’s people, and choose among their own', async () => {
  const id = await open()
  const task = await given(id, { employeeId: idOf('underwriter'), title: 'Проверить на мошенничество' })
  expect((await tasksOf(id, 'agent')).map(({ kind }) => kind)).toEqual(['STAGE'])
  for (const tab of ['ALL', 'MY', 'GROUPS', 'FAVORITES'])
    expect((await tabOf(tab, 'agent')).map((one) => one.id)).not.toContain(task.id)
  const { body: events } = await app.call(tasks.listTaskHistory, at(id), { as: 'agent' })
  expect(events.filter((one) => one.taskId === task.id)).toEqual([])
  expect(await finish(task, 'DONE', 'agent')).toMatchObject({ status: 404 })
  const watch = await app.call(
    tasks.watchTask,
    { ...ofTask(task.id), body: { watch: true } },
    { as: 'agent' },
  )
  expect(watch.status).toBe(404)

  const people = await app.call(tasks.findAssignmentPeople, { ...at(id), body: {} }, { as: 'agent' })
  expect(people.body.map((one) => one.id)).not.toContain(idOf('underwriter'))
  expect(await give(id, { employeeId: idOf('underwriter') }, 'agent')).toMatchObject({ status: 400 })
  expect(await give(id, { employeeId: idOf('partner-admin'), holdsMoves: true }, 'agent')).toMatchObject({
    status: 403,
    error: { fields: [{ path: 'holdsMoves' }] },
  })
  expect(await give(id, { employeeId: idOf('agent') }, 'viewer')).toMatchObject({ status: 403 })
})

test('one that holds the case keeps it from going on, and tells strangers nothing of itself', async () => {
  const id = await open()
  const title = 'Проверить на мошенничество'
  const task = await given(id, { employeeId: idOf('underwriter'), holdsMoves: true, title })
  const refused = await move(id, 'submit')
  expect(refused).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('внутренней проверки') },
  })
  expect(JSON.stringify(refused.error)).not.toContain(title)
  expect((await finish(task, 'DECLINED', 'underwriter', 'Не моё дело')).status).toBe(200)
  // What is left to refuse it are the conditions of the move itself.
  const after = await move(id, 'submit')
  expect(JSON.stringify(after.error ?? {})).not.toContain('внутренней проверки')
})

test('the end of a case closes what is open, says why and takes no more', async () => {
  const id = await open()
  const task = await given(id, { employeeId: idOf('agent') })
  await app.db.transaction().execute((tx) => archiveCase(engine, tx, bySystem, id, true))
  const [closed] = (await tasksOf(id, 'workload')).filter((one) => one.id === task.id)
  expect(closed).toMatchObject({ state: 'STOPPED', outcome: 'Дело закрыто', comment: 'В архив' })
  expect((await toldTo('agent'))[0]).toContain('снята')
  expect(await give(id, { employeeId: idOf('agent') })).toMatchObject({ status: 409 })
})

test('another account of the one who gave it is kept from it too', async () => {
  const id = await open()
  await sql`UPDATE employee e SET last_name = w.last_name, first_name = w.first_name, middle_name = w.middle_name,
    birth_date = w.birth_date FROM employee w
    WHERE e.login = 'underwriter' AND w.login = 'workload'`.execute(app.db)
  const task = await given(id, { workgroupId: 1 })
  const body = { version: task.version }
  const taken = await app.call(tasks.takeTask, { ...ofTask(task.id), body }, { as: 'underwriter' })
  expect(taken).toMatchObject({ status: 409, error: { message: expect.stringContaining('Вы дали') } })
})
