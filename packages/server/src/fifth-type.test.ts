import {
  addComment,
  addRemark,
  getCase,
  listCaseHistory,
  moveCase,
} from '@ipoteka-office/contract/cases/cases.ts'
import { casesExport, countCases, searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { changeResponsible } from '@ipoteka-office/contract/cases/cases.ts'
import { getBusinessProcess, searchTasks, takeNextTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseList, CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { getDashboard } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { createDocument, type DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPartners } from '#db/seed/organisation.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { openWorld } from '#testing/fifth-type/open-world.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

// All that a new type needs: a line in the list of types, and one in the list of behaviours.
const world = await openWorld()
const { caseListPath, caseMenuPages, caseObjects, casePlacePath, mayHear, operations, parseTopic, taskPath } =
  world

const type = 'CLAIM' as CaseType
const params = { list: 'claims' as CaseList }
const ownerType = 'CLAIM' as DocumentOwnerType
/** Works at the partner whose cases they are; at another one; without a right to claims. */
const [owner, stranger, outsider] = ['agent', 'partner-admin', 'viewer'] as const satisfies Login[]
const [admin, agent] = [1, 4]

let now = new Date('2026-11-17T08:00:00Z')
const clock: BankClock = { timeZone: 'Europe/Moscow', now: () => now }
let app: TestApp

/** Gives a person every operation on claims. */
const grant = (login: Login) =>
  sql`
  WITH role AS (INSERT INTO user_role (code, name) VALUES (${`CLAIMS_${login}`}, ${`Претензии ${login}`}) RETURNING id),
    given AS (INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT role.id, o.object_type, o.code FROM role, operation o WHERE o.object_type = 'Claim')
  INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT e.id, role.id FROM role, employee e WHERE e.login = ${login}`.execute(app.db)

const engine = world.caseEngine({ clock, parameters: deliveredParameters })
const open = (clientPhone: string | null = '79990001122', clientName = 'Жалобин Олег Игоревич') =>
  app.db.transaction().execute((tx) =>
    world.createCase(engine, tx, bySystem, {
      type,
      partnerId: seedPartners.volga.id,
      regionCode: '16',
      clientName,
      clientPhone,
      responsibleId: agent,
    }),
  )
const at = (id: number) => ({ params: { id: String(id) } })
const move = async (id: number, action: string, as: Login = owner) => {
  const { body } = await app.call(getCase, at(id), { as })
  return app.call(moveCase, { ...at(id), body: { action, version: body.version } }, { as })
}

beforeAll(async () => {
  app = await world.testApp({ clock })
  // What every start does.
  await world.migrate(app.connectionString)
  await world.deliverOperations(app.db)
  for (const login of ['admin', owner, stranger] as const) await grant(login)
})
afterAll(() => app.close())

test('its operations are in the list of rights, and its topics are heard by those who read it', () => {
  expect(operations).toMatchObject({ Claim: { Check: 'Претензия: проверка ответа' } })
  const topic = parseTopic(topics.cases(type))
  expect(topic).toEqual({ kind: 'cases', type })
  const documents = parseTopic(topics.documents(ownerType, 7))
  expect(topic && mayHear({ Claim: ['Read'] }, topic)).toBe(true)
  expect(topic && mayHear({ Lead: ['Read'] }, topic)).toBe(false)
  expect(documents && mayHear({ Document: ['Read'], Claim: ['Read'] }, documents)).toBe(true)
  expect(documents && mayHear({ Document: ['Read'] }, documents)).toBe(false)
})

test('it has addresses of its page, its list and the places of its work', () => {
  expect(taskPath({ caseType: type, caseId: 5, stage: 'RECEIVED' })).toBe('/claim/5?section=answer')
  expect(casePlacePath(type, 5, { section: 'CASE', participantId: null })).toBe('/claim/5')
  expect(caseListPath(params.list, { archived: true })).toBe('/claims/all/true')
})

test('it stands in the menu, and who reads it has tasks', () => {
  expect(caseMenuPages).toContainEqual({
    group: 'Претензии',
    label: 'Претензии клиентов',
    to: '/claims/all/false',
    needs: { Claim: ['List'] },
    segments: ['claims', 'claim'],
  })
  expect(caseObjects).toContain('Claim')
})

test('a case of it opens with a number, a deadline and a task, and moves by its machine alone', async () => {
  const { id, number } = await open(null)
  expect(number).toMatch(/^Ж-26-\d{6}$/)
  const { body: head } = await app.call(getCase, at(id), { as: owner })
  expect(head).toMatchObject({ type, stageName: 'Получена', clock: { state: 'RUNNING' } })
  const reason = 'Укажите телефон клиента: ответ сообщают по нему'
  expect(head.actions).toMatchObject([{ code: 'answer', enabled: false, reasonDisabled: reason }])
  expect(await move(id, 'answer')).toMatchObject({ status: 409, error: { message: reason } })
  await sql`UPDATE case_file SET client_phone = '79990001122' WHERE id = ${id}`.execute(app.db)
  expect((await move(id, 'answer')).body).toMatchObject({ stage: 'CHECK' })
  // Who answered does not check the answer.
  expect(await move(id, 'accept')).toMatchObject({ status: 409 })
  expect((await move(id, 'accept', 'admin')).body).toMatchObject({ stage: 'CLOSED', closed: true })
})

test('what happens by itself happens to it', async () => {
  const { id } = await open()
  const before = now
  now = new Date(before.getTime() + 31 * 86_400_000)
  const failures: unknown[] = []
  await world.fireTimers(engine, app.db, (failure) => failures.push(failure))
  now = before
  expect(failures).toEqual([])
  expect((await app.call(getCase, at(id), { as: owner })).body.stage).toBe('CLOSED')
})

test('it has a list with tabs, counts and an export', async () => {
  const { id, number } = await open()
  const { id: other } = await open()
  await move(other, 'answer')
  const ask = async (body: object) =>
    (await app.call(searchCases, { params, body }, { as: owner })).body.content.map((row) => row.id)
  expect(await ask({ search: number })).toEqual([id])
  expect(await ask({ tab: 'checked' })).toContain(other)
  expect(await ask({ tab: 'checked' })).not.toContain(id)
  const { body: counts } = await app.call(countCases, { params, body: {} }, { as: owner })
  expect(counts.tabs).toEqual({ all: counts.owners.ALL, checked: expect.any(Number) })
  const exported = { format: 'csv' as const, filter: {}, columns: ['number' as const] }
  const { raw } = await app.call(casesExport.now, { params, body: exported }, { as: owner })
  expect(raw.body).toContain(number)
})

test('its tasks are listed, taken and lead to it; the responsible changes', async () => {
  const { id } = await open()
  const asked = { tab: 'ALL', caseType: type, search: '' } as const
  const { body } = await app.call(searchTasks, { body: asked }, { as: owner })
  expect(body.content.find(({ caseId }) => caseId === id)).toMatchObject({ title: 'Разобрать претензию' })
  await move(id, 'answer')
  const { body: next } = await app.call(takeNextTask, { body: { caseTypes: [type] } }, { as: 'admin' })
  expect(next.task).toMatchObject({ caseType: type, title: 'Проверить ответ' })
  const { body: head } = await app.call(getCase, at(id))
  const to = { employeeId: admin, workgroupId: null, version: head.version }
  expect((await app.call(changeResponsible, { ...at(id), body: to })).body.responsible?.id).toBe(admin)
})

test('it is found by its number and stands on the desktop', async () => {
  const { id, number } = await open()
  const { body: hits } = await app.call(searchEverywhere, { body: { text: number } }, { as: owner })
  expect(hits).toMatchObject([{ kind: 'case', caseType: type, title: number, link: `/claim/${id}` }])
  expect(hits[0]?.subtitle).toContain('претензия, Получена')
  const { body: desktop } = await app.call(getDashboard, {}, { as: owner })
  expect(desktop.charts.map(({ title }) => title)).toContain('Претензии')
  expect(desktop.risk).toContainEqual(expect.objectContaining({ label: 'Претензии' }))
})

test('people talk about it, its history tells what was done, and its process is drawn', async () => {
  const { id } = await open()
  expect(
    (await app.call(addComment, { ...at(id), body: { text: 'Разобрались' } }, { as: owner })).status,
  ).toBe(200)
  const remark = { section: 'CASE', type: 'DOC_MISSING', text: 'Нет письма клиента' }
  expect((await app.call(addRemark, { ...at(id), body: remark }, { as: 'admin' })).status).toBe(200)
  await sql`UPDATE case_file SET amount = 100 WHERE id = ${id}`.execute(app.db)
  const { body: history } = await app.call(listCaseHistory, { ...at(id), body: {} }, { as: owner })
  expect(history.content[0]).toMatchObject({ sectionName: 'Претензия', changes: [{ label: 'Сумма' }] })
  const { body: process } = await app.call(getBusinessProcess, at(id), { as: owner })
  expect(process).toMatchObject({ title: 'Претензия', initial: 'RECEIVED' })
  expect(process.states.map(({ name }) => name)).toEqual(['Получена', 'На проверке', 'Закрыта'])
})

test('it owns documents, and a change of them is told on its topic', async () => {
  const { id, number } = await open()
  const body = { ownerType, ownerId: id, title: 'Письмо клиента' }
  expect(await app.call(createDocument, { body }, { as: owner })).toMatchObject({
    status: 200,
    body: { ownerType, ownerId: id },
  })
  expect((await app.call(createDocument, { body }, { as: stranger })).status).toBe(404)
  const { rows } = await sql<{ title: string }>`
    SELECT title FROM document_owner WHERE owner_type = 'CLAIM' AND owner_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ title: `Претензия ${number}, Жалобин Олег Игоревич` }])
  const told = await sql<{ payload: unknown }>`
    SELECT payload FROM live_event WHERE topic = ${topics.case(id)} ORDER BY id DESC LIMIT 1`.execute(app.db)
  expect(told.rows).toEqual([{ payload: { codes: ['documents'] } }])
})

test('who has no right to it, or works at another partner, sees nothing of it', async () => {
  const { id, number } = await open()
  const statuses = async (as: Login) => [
    (await app.call(getCase, at(id), { as })).status,
    (await app.call(moveCase, { ...at(id), body: { action: 'answer', version: 1 } }, { as })).status,
    (await app.call(searchCases, { params, body: {} }, { as })).status,
  ]
  expect(await statuses(stranger)).toEqual([404, 404, 200])
  expect(await statuses(outsider)).toEqual([403, 403, 403])
  for (const as of [stranger, outsider]) {
    const { body } = await app.call(searchEverywhere, { body: { text: number } }, { as })
    expect(body).toEqual([])
  }
  expect((await app.call(searchCases, { params, body: {} }, { as: stranger })).body.totalElements).toBe(0)
})
