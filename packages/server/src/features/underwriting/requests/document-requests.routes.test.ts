import { changeRemark, getCase, listRemarks, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import * as api from '@ipoteka-office/contract/underwriting/document-requests.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { imageOf, newDocument, withFile } from '#testing/documents.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` (3) decides, `agent` brings the client, `partner-admin` is of another partner. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

let serial = 300
const next = async () => (await underwritten(bank, (serial += 1))).id
const params = (id: string) => ({ params: { id } })
const headOf = async (id: string, as: Login = 'admin') => (await bank.call(getCase, params(id), { as })).body
const borrowerOf = async (id: string) =>
  (
    await sql<{
      id: number
      name: string
    }>`SELECT id, name FROM case_participant WHERE case_id = ${Number(id)}`.execute(bank.db)
  ).rows[0] ?? { id: 0, name: '' }

async function ask(id: string, documents?: object[], as: Login = 'underwriter') {
  const { version } = await headOf(id)
  const { id: participantId } = await borrowerOf(id)
  const usual = [
    { document: 'NDFL2', participantId, text: 'За 2026 год, со всех мест работы' },
    { document: 'ACCOUNT_STATEMENT', participantId: null, text: 'За полгода' },
  ]
  const body = { version, documents: documents ?? usual, comment: 'Доход не подтверждён' }
  return bank.call(api.requestDocuments, { ...params(id), body } as never, { as })
}
const requested = async (id: string, as: Login = 'agent') =>
  (await bank.call(api.listRequestedDocuments, params(id), { as })).body
async function move(id: string, action: string, as: Login, comment = '') {
  const { version } = await headOf(id)
  return bank.call(moveCase, { ...params(id), body: { action, version, comment } }, { as })
}

it('leads the case to those who bring the client, the clock standing, with a task and words they read', async () => {
  const id = await next()
  const { status, raw } = await ask(id)
  expect(status, raw.body).toBe(200)
  const head = await headOf(id, 'agent')
  expect(head).toMatchObject({ stage: 'WAITING_DOCS', stageName: 'Ожидание документов' })
  expect(head.clock.state).toBe('PAUSED')
  expect(head.actions.find(({ code }) => code === 'giveDocuments')).toMatchObject({
    enabled: false,
    reasonDisabled: expect.stringContaining('Загрузите запрошенные документы'),
  })
  expect(head.phases.flatMap(({ stages }) => stages.map(({ comment }) => comment))).toContain(
    'Доход не подтверждён',
  )
  const { documents } = await requested(id)
  expect(documents.map(({ document, state }) => [document.code, state])).toEqual([
    ['ACCOUNT_STATEMENT', 'OPEN'],
    ['NDFL2', 'OPEN'],
  ])
  const { body: remarks } = await bank.call(listRemarks, params(id), { as: 'agent' })
  expect(remarks.map(({ section, text }) => [section, text])).toContainEqual([
    'DOCUMENTS',
    expect.stringContaining('За 2026 год'),
  ])
})

it('is answered by a file that came since or in words, and comes back to the same underwriter past the check of the set', async () => {
  const id = await next()
  await sql`UPDATE case_task SET stage = 'UNDERWRITING', operation = 'Underwrite', assignee_id = 3, state = 'RUNNING', barred_ids = '{}'
    WHERE case_id = ${Number(id)} AND open`.execute(bank.db)
  const borrower = await borrowerOf(id)
  const file = await imageOf('png')
  const owner = { ownerType: 'APPLICATION', ownerId: Number(id) } as const
  const early = await newDocument(bank, { ...owner, typeCode: 'NDFL2' })
  await withFile(bank, early, file)
  await sql`UPDATE document_file SET created_at = now() - interval '1 day' WHERE document_id = ${early.id}`.execute(
    bank.db,
  )
  expect((await ask(id)).status).toBe(200)
  expect((await requested(id)).documents.map(({ state }) => state)).toEqual(['OPEN', 'OPEN'])

  const paper = await newDocument(bank, {
    ...owner,
    typeCode: 'NDFL2',
    participant: { roleCode: 'MAIN_BORROWER', name: borrower.name },
  } as never)
  await withFile(bank, paper, await imageOf('png', { colour: '#993366' }))
  const [statement, certificate] = (await requested(id)).documents
  expect([statement?.state, certificate?.state]).toEqual(['OPEN', 'GIVEN'])
  expect((await move(id, 'giveDocuments', 'agent')).status).toBe(409)
  const answered = await bank.call(
    changeRemark,
    {
      params: { id, remarkId: String(statement?.id) },
      body: { change: 'ANSWER', answer: 'Счёт открыт месяц назад, выписки за полгода нет', version: 1 },
    },
    { as: 'agent' },
  )
  expect(answered.status, answered.raw.body).toBe(200)
  const given = await move(id, 'giveDocuments', 'agent')
  expect(given.status, given.raw.body).toBe(200)
  expect((await headOf(id)).stage).toBe('UNDERWRITING')
  expect((await requested(id)).documents.map(({ state, answer }) => [state, answer])).toEqual([
    ['ANSWERED', expect.stringContaining('месяц назад')],
    ['ANSWERED', 'Документ загружен'],
  ])
  const { rows } = await sql<{ assignee: number }>`SELECT assignee_id AS assignee FROM case_task
    WHERE case_id = ${Number(id)} AND open`.execute(bank.db)
  expect(rows).toEqual([{ assignee: 3 }])
})

it('comes back by itself when nobody has answered, and says so', async () => {
  const id = await next()
  expect((await ask(id)).status).toBe(200)
  await sql`UPDATE case_timer SET fire_at = now() - interval '1 minute' WHERE case_id = ${Number(id)}`.execute(
    bank.db,
  )
  const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })
  expect(
    await fireTimers(engine, bank.db, (error) => {
      throw error
    }),
  ).toEqual({ moved: 1, refused: 0 })
  expect((await headOf(id)).stage).toBe('UNDERWRITING')
  expect(await requested(id, 'underwriter')).toMatchObject({
    unansweredAt: expect.any(String),
    documents: [{ state: 'OPEN' }, { state: 'OPEN' }],
  })
  // What is still open may be asked for once more, in words alone.
  expect((await move(id, 'requestDocuments', 'underwriter')).status).toBe(200)
})

it('is taken back by the underwriter, who goes on deciding', async () => {
  const id = await next()
  expect((await ask(id)).status).toBe(200)
  expect((await move(id, 'withdrawRequest', 'agent', 'Не нужно')).status).toBe(403)
  expect((await move(id, 'withdrawRequest', 'underwriter', 'Справка нашлась в другой заявке')).status).toBe(
    200,
  )
  const { actions } = await headOf(id, 'underwriter')
  expect(actions.find(({ code }) => code === 'toControl')?.enabled).toBe(true)
})

it('is refused to those who may not ask, of documents that there are not, of an older case, and asks nothing then', async () => {
  const id = await next()
  expect((await ask(id, undefined, 'agent')).status).toBe(403)
  expect((await ask(id, undefined, 'partner-admin')).status).toBe(404)
  expect((await ask(id, [])).status).toBe(400)
  const wrong = await ask(id, [{ document: 'NO_SUCH', participantId: 1, text: 'x' }])
  expect([wrong.status, wrong.error.fields]).toEqual([
    400,
    [expect.objectContaining({ path: 'documents.0.document' })],
  ])
  expect((await ask(id, [{ document: 'NDFL2', participantId: 999_999, text: 'x' }])).status).toBe(400)
  const body = { version: 99, documents: [{ document: 'NDFL2', text: 'За год' }] }
  expect((await bank.call(api.requestDocuments, { ...params(id), body }, { as: 'underwriter' })).status).toBe(
    409,
  )
  // The window in which the documents are named is open to whoever may ask; without them a plain move asks for nothing.
  const { actions } = await headOf(id, 'underwriter')
  expect(actions.find(({ code }) => code === 'requestDocuments')?.enabled).toBe(true)
  expect((await move(id, 'requestDocuments', 'underwriter')).error.message).toBe(
    'Назовите документы, которых не хватает',
  )
  expect((await requested(id, 'underwriter')).documents).toEqual([])
  expect((await bank.call(api.listRequestedDocuments, params(id), { as: 'partner-admin' })).status).toBe(404)
})
