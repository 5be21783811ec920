import * as api from '@ipoteka-office/contract/cases/cases.ts'
import { listNotifications } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { writeTransaction } from '#db/transaction.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

const [volga, ural] = [2, 4]
const people = { admin: 1, workload: 2, underwriter: 3, agent: 4, partnerAdmin: 5, support: 6 }

let bank: TestApp
let own: string
let foreign: string

async function open(partnerId: number): Promise<string> {
  const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })
  const { id } = await bank.db
    .transaction()
    .execute((tx) =>
      createCase(engine, tx, bySystem, { type: 'FULL_APPLICATION', partnerId, clientName: 'Орлова Вера' }),
    )
  return String(id)
}

beforeAll(async () => {
  bank = await testApp()
  own = await open(volga)
  foreign = await open(ural)
})
afterAll(() => bank.close())

const heard = async (topic: string) => {
  const { rows } = await sql<{ payload: { codes?: string[] } }>`
    SELECT payload FROM live_event WHERE topic = ${topic} ORDER BY id`.execute(bank.db)
  return rows.flatMap(({ payload }) => payload.codes ?? [])
}

describe('another partner', () => {
  const ids = () => ({ id: foreign })
  const comment = { text: 'Здравствуйте' }
  it.each([
    ['favourite', () => bank.call(api.setFavourite, { params: ids(), body: { favourite: true } }, agent)],
    ['visit', () => bank.call(api.visitCase, { params: ids(), body: {} }, agent)],
    ['comments', () => bank.call(api.listComments, { params: ids() }, agent)],
    ['a new comment', () => bank.call(api.addComment, { params: ids(), body: comment }, agent)],
    ['mentionable', () => bank.call(api.findMentionable, { params: ids(), body: {} }, agent)],
    ['remarks', () => bank.call(api.listRemarks, { params: ids() }, agent)],
    [
      'a new remark',
      () =>
        bank.call(
          api.addRemark,
          { params: ids(), body: { section: 'CREDIT', type: 'DOC_MISSING', text: 'Нет справки' } },
          agent,
        ),
    ],
    ['history', () => bank.call(api.listCaseHistory, { params: ids(), body: {} }, agent)],
    [
      'comparison',
      () => bank.call(api.compareCase, { params: ids(), body: { from: '2026-01-01T00:00:00Z' } }, agent),
    ],
  ])('reaches no %s', async (_, attempt) => {
    expect((await attempt()).status).toBe(404)
  })
  const agent = { as: 'agent' } as const
})

describe('comments', () => {
  const add = (text: string, mentions: number[] = [], as: 'agent' | 'viewer' | 'underwriter' = 'agent') =>
    bank.call(api.addComment, { params: { id: own }, body: { text, mentions } }, { as })

  it('are written, told to those mentioned and to who has the case open', async () => {
    const { status, body } = await add('Работодатель подтвердил занятость', [people.underwriter])
    expect(status).toBe(200)
    expect(body).toMatchObject({ mine: true, deleted: false, mentions: [{ id: people.underwriter }] })
    const told = await bank.call(listNotifications, {}, { as: 'underwriter' })
    expect(told.body.content[0]).toMatchObject({ kind: 'event', link: `/full-app-edit/${own}` })
    expect(told.body.content[0]?.text).toContain('Работодатель подтвердил занятость')
    expect(await heard(`/topic/case.${own}`)).toContain('comments')
    const seen = await bank.call(api.listComments, { params: { id: own } }, { as: 'underwriter' })
    expect(seen.body.content[0]).toMatchObject({ text: 'Работодатель подтвердил занятость', mine: false })
  })

  it('mention only those who see the case', async () => {
    const found = await bank.call(
      api.findMentionable,
      { params: { id: own }, body: { search: '' } },
      { as: 'agent' },
    )
    const ids = found.body.map(({ id }) => id)
    expect(ids).toContain(people.underwriter)
    expect(ids).not.toContain(people.partnerAdmin)
    expect(ids).not.toContain(people.support)
    const refused = await add('Смотрите', [people.partnerAdmin])
    expect(refused.status).toBe(400)
    expect(refused.error.fields?.[0]?.path).toBe('mentions')
  })

  it('are refused from those who only read, and when empty', async () => {
    expect((await add('Можно?', [], 'viewer')).status).toBe(403)
    expect((await add('   ')).status).toBe(400)
  })

  it('of the bank are its own unless the writer says otherwise; those of partners are everybody’s', async () => {
    const write = (as: Login, text: string, kind?: api.CommentKind) =>
      bank.call(api.addComment, { params: { id: own }, body: { text, ...(kind && { kind }) } }, { as })
    const read = async (as: Login) =>
      (await bank.call(api.listComments, { params: { id: own }, query: { size: 100 } }, { as })).body
    const before = await read('agent')
    const note = (await write('underwriter', 'Проверить по чёрному списку')).body
    expect(note.kind).toBe('INTERNAL')
    expect((await heard(`/topic/case.${own}`)).at(-1)).toBe('notes')
    expect((await write('underwriter', 'Пришлите справку', 'SHARED')).body.kind).toBe('SHARED')
    expect((await write('agent', 'Пришлю завтра')).body.kind).toBe('SHARED')
    expect((await write('agent', 'Только для себя', 'INTERNAL')).error.fields?.[0]).toMatchObject({
      path: 'kind',
      message: 'Внутренние комментарии пишут только сотрудники банка',
    })
    const shown = await read('agent')
    expect(shown.totalElements).toBe(before.totalElements + 2)
    expect(shown.content.map(({ text }) => text).slice(0, 2)).toEqual(['Пришлю завтра', 'Пришлите справку'])
    expect((await read('underwriter')).content.map(({ text }) => text)).toContain(
      'Проверить по чёрному списку',
    )
    const params = { id: own, commentId: String(note.id) }
    const touched = [
      await bank.call(api.editComment, { params, body: { text: 'Моё', version: 1 } }, { as: 'agent' }),
      await bank.call(api.markComment, { params, body: { deleted: true, version: 1 } }, { as: 'agent' }),
    ]
    expect(touched.map(({ status }) => status)).toEqual([404, 404])
  })

  it('that are internal mention people of the bank alone', async () => {
    const body = { text: 'Посмотрите', mentions: [people.agent] }
    const say = (kind: api.CommentKind) =>
      bank.call(api.addComment, { params: { id: own }, body: { ...body, kind } }, { as: 'underwriter' })
    expect((await say('INTERNAL')).error.fields?.[0]?.path).toBe('mentions')
    expect((await say('SHARED')).status).toBe(200)
    const offered = async (kind: api.CommentKind) =>
      (
        await bank.call(
          api.findMentionable,
          { params: { id: own }, body: { search: '', kind } },
          { as: 'underwriter' },
        )
      ).body.map(({ id }) => id)
    expect(await offered('INTERNAL')).not.toContain(people.agent)
    expect(await offered('SHARED')).toContain(people.agent)
  })

  it('are changed and hidden by their author alone, with their version', async () => {
    const { body: comment } = await add('Первый вариант')
    const params = { id: own, commentId: String(comment.id) }
    const edit = (text: string, version: number, as: 'agent' | 'underwriter' = 'agent') =>
      bank.call(api.editComment, { params, body: { text, version } }, { as })
    expect((await edit('Чужая правка', 1, 'underwriter')).status).toBe(403)
    expect((await edit('Второй вариант', 1)).body).toMatchObject({ text: 'Второй вариант', version: 2 })
    const late = await edit('Поздно', 1)
    expect(late.status).toBe(409)
    expect(late.error.current).toMatchObject({ text: 'Второй вариант' })

    const mark = (deleted: boolean, version: number) =>
      bank.call(api.markComment, { params, body: { deleted, version } }, { as: 'agent' })
    expect((await mark(true, 2)).body).toMatchObject({ deleted: true, text: 'Второй вариант' })
    const others = await bank.call(api.listComments, { params: { id: own } }, { as: 'underwriter' })
    expect(others.body.content.find(({ id }) => id === comment.id)).toMatchObject({ deleted: true, text: '' })
    expect((await mark(false, 3)).body).toMatchObject({ deleted: false })
    const elsewhere = { id: foreign, commentId: String(comment.id) }
    const wrong = await bank.call(api.editComment, {
      params: elsewhere,
      body: { text: 'Не там', version: 4 },
    })
    expect(wrong.status).toBe(404)
  })
})

describe('remarks', () => {
  const make = (section: string, as: 'agent' | 'underwriter', type = 'DOC_MISSING') =>
    bank.call(
      api.addRemark,
      { params: { id: own }, body: { section, type, text: 'Приложите справку' } },
      { as },
    )

  it('are made by who checks, answered by who prepares, closed and opened again', async () => {
    expect((await make('INCOME', 'agent')).status).toBe(403)
    const { body: remark } = await make('INCOME', 'underwriter')
    expect(remark).toMatchObject({ state: 'OPEN', section: 'INCOME', sectionName: 'Доходы' })
    expect(remark.type.name).not.toBe('DOC_MISSING')
    const change = (
      body: Parameters<typeof bank.call<typeof api.changeRemark>>[1]['body'],
      as: 'agent' | 'underwriter',
    ) => bank.call(api.changeRemark, { params: { id: own, remarkId: String(remark.id) }, body }, { as })
    expect((await change({ change: 'CLOSE', version: 1 }, 'agent')).status).toBe(403)
    const answered = await change({ change: 'ANSWER', answer: 'Приложили', version: 1 }, 'agent')
    expect(answered.body).toMatchObject({ state: 'ANSWERED', answer: 'Приложили' })
    expect((await change({ change: 'CLOSE', version: 1 }, 'underwriter')).status).toBe(409)
    expect((await change({ change: 'CLOSE', version: 2 }, 'underwriter')).body.state).toBe('CLOSED')
    const needless = await change({ change: 'ANSWER', answer: 'Ещё раз', version: 3 }, 'agent')
    expect(needless).toMatchObject({ status: 409, error: { message: expect.stringContaining('снято') } })
    expect((await change({ change: 'REOPEN', version: 3 }, 'underwriter')).body.state).toBe('OPEN')
    const listed = await bank.call(api.listRemarks, { params: { id: own } }, { as: 'agent' })
    expect(listed.body[0]).toMatchObject({ id: remark.id, state: 'OPEN', answer: 'Приложили' })
  })

  it('are not taken back by whoever answered them', async () => {
    const { body: remark } = await make('INCOME', 'underwriter')
    const change = (body: Parameters<typeof bank.call<typeof api.changeRemark>>[1]['body'], as?: Login) =>
      bank.call(
        api.changeRemark,
        { params: { id: own, remarkId: String(remark.id) }, body },
        as === undefined ? {} : { as },
      )
    expect((await change({ change: 'ANSWER', answer: 'Приложили', version: 1 })).status).toBe(200)
    const refused = await change({ change: 'CLOSE', version: 2 })
    expect(refused).toMatchObject({ status: 403, error: { message: expect.stringContaining('ответили вы') } })
    expect((await change({ change: 'CLOSE', version: 2 }, 'underwriter')).body.state).toBe('CLOSED')
  })

  it('are of a known section and type', async () => {
    expect((await make('NOWHERE', 'underwriter')).error.fields?.[0]?.path).toBe('section')
    expect((await make('CREDIT', 'underwriter', 'NOTHING')).error.fields?.[0]?.path).toBe('type')
  })
})

describe('history', () => {
  const change = (work: (tx: typeof bank.db) => Promise<unknown>) =>
    writeTransaction(bank.db, { employeeId: people.agent, requestId: crypto.randomUUID() }, work)
  const section = (data: Record<string, unknown>) =>
    change((tx) =>
      sql`INSERT INTO case_section (case_id, section, data) VALUES (${Number(own)}, 'CREDIT', ${JSON.stringify(data)})
        ON CONFLICT (case_id, section, participant_id) DO UPDATE SET data = excluded.data, version = case_section.version + 1`.execute(
        tx,
      ),
    )
  const history = async (body: Parameters<typeof bank.call<typeof api.listCaseHistory>>[1]['body']) =>
    (await bank.call(api.listCaseHistory, { params: { id: own }, body }, { as: 'underwriter' })).body

  it('tells sections, participants and the head by field; two moments are compared', async () => {
    const start = new Date(Date.now() - 1).toISOString()
    await section({ amount: '6480000', termMonths: 240 })
    const middle =
      (await sql<{ at: string }>`SELECT clock_timestamp() AS at`.execute(bank.db)).rows[0]?.at ?? ''
    await section({ amount: '5000000', termMonths: 240 })
    await section({ amount: '5500000', termMonths: 240 })
    await change((tx) =>
      sql`INSERT INTO case_participant (case_id, role, name, sort)
        VALUES (${Number(own)}, 'CO_BORROWER', 'Орлов Пётр', 2)`.execute(tx),
    )
    await change((tx) =>
      sql`UPDATE case_file SET client_name = 'Орлова Вера Павловна' WHERE id = ${Number(own)}`.execute(tx),
    )

    const all = await history({ from: start })
    expect(all.totalElements).toBe(5)
    expect(all.content.map(({ section: code }) => code)).toEqual([
      'CASE',
      'PARTICIPANTS',
      'CREDIT',
      'CREDIT',
      'CREDIT',
    ])
    expect(all.content[0]?.changes[0]).toMatchObject({ label: 'Клиент', newValue: 'Орлова Вера Павловна' })
    expect(all.content[2]).toMatchObject({ sectionName: 'Параметры кредита', changes: [{ field: 'amount' }] })

    const filtered = await history({ section: 'CREDIT', field: 'amount', actorId: people.agent, size: 2 })
    expect(filtered).toMatchObject({ totalElements: 3, numberOfElements: 2 })
    expect(await history({ actorId: people.support })).toMatchObject({ totalElements: 0 })

    const compared = await bank.call(
      api.compareCase,
      { params: { id: own }, body: { from: middle } },
      { as: 'underwriter' },
    )
    const changed = compared.body.filter(({ section: code }) => code === 'CREDIT')
    expect(changed).toMatchObject([
      { field: 'amount', before: '6\u00a0480\u00a0000\u00a0₽', after: '5\u00a0500\u00a0000\u00a0₽' },
    ])
    const whole = await bank.call(
      api.compareCase,
      { params: { id: own }, body: { from: middle, all: true } },
      { as: 'underwriter' },
    )
    expect(whole.body.filter(({ section: code }) => code === 'CREDIT')).toMatchObject([
      { field: 'amount', changed: true },
      { field: 'termMonths', changed: false, before: '240\u00a0мес.', after: '240\u00a0мес.' },
    ])
    const versions = await bank.call(
      api.listCaseVersions,
      { params: { id: own }, query: { size: '3' } },
      { as: 'underwriter' },
    )
    expect(versions.body).toMatchObject({
      // Five changes and the stage that the case began in.
      totalElements: 6,
      content: [
        { kind: 'CHANGE', names: ['Заявка'] },
        { names: ['Участники'] },
        { actor: expect.any(String) },
      ],
    })
    const [last, before] = versions.body.content
    const step = await bank.call(
      api.compareCase,
      { params: { id: own }, body: { from: before?.at ?? '', to: last?.at } },
      { as: 'underwriter' },
    )
    expect(step.body).toMatchObject([{ field: 'client_name', after: 'Орлова Вера Павловна' }])
    const backwards = await bank.call(api.compareCase, {
      params: { id: own },
      body: { from: middle, to: start },
    })
    expect(backwards.status).toBe(400)
  })

  it('tells of the objects of the case, and of no other rows that happen to have its id', async () => {
    await change((tx) =>
      sql`INSERT INTO realty_object (case_id, role, type_code, number_type, number)
        VALUES (${Number(own)}, 'MORTGAGESUBJECT', 'FLAT', 'CADASTRAL', '16:50:0011001:77')`.execute(tx),
    )
    const objects = await history({ section: 'REALTY_OBJECTS' })
    expect(objects.content).toMatchObject([
      {
        sectionName: 'Предметы ипотеки',
        changes: expect.arrayContaining([expect.objectContaining({ newValue: '16:50:0011001:77' })]),
      },
    ])
    expect((await history({ section: 'CASE' })).content[0]?.sectionName).toBe('Заявка')
    // Attempts to reach a client are numbered apart from cases: the one with this lead's number is another's.
    const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })
    const lead = { type: 'LEAD', partnerId: volga, clientName: 'Чистяков Олег' } as const
    const [mine, other] = await bank.db
      .transaction()
      .execute(async (tx) => [
        await createCase(engine, tx, bySystem, lead),
        await createCase(engine, tx, bySystem, lead),
      ])
    await change((tx) =>
      sql`WITH other AS (INSERT INTO lead (id, last_name, first_name) VALUES (${other?.id}, 'Чистяков', 'Олег'))
        INSERT INTO lead_contact (id, lead_id, author_id, kind, outcome) OVERRIDING SYSTEM VALUE
        VALUES (${mine?.id}, ${other?.id}, ${people.agent}, 'CALL', 'BUSY')`.execute(tx),
    )
    const told = async (id: number | undefined) =>
      (await bank.call(api.listCaseHistory, { params: { id: String(id) }, body: {} }, { as: 'admin' })).body
    expect(await told(mine?.id)).toMatchObject({ totalElements: 0 })
    expect(await told(other?.id)).toMatchObject({ totalElements: 2 })
  })

  it('hides numbers of persons from those who may not see them', async () => {
    const secret = '4512345678'
    await change((tx) =>
      sql`INSERT INTO case_section (case_id, section, participant_id, data)
        SELECT ${Number(own)}, 'PERSONAL', p.id, ${JSON.stringify({ passport: secret })}
        FROM case_participant p WHERE p.case_id = ${Number(own)} LIMIT 1`.execute(tx),
    )
    const asked = { params: { id: own }, body: { section: 'PERSONAL' } }
    const whole = await bank.call(api.listCaseHistory, asked, { as: 'underwriter' })
    const hidden = await bank.call(api.listCaseHistory, asked, { as: 'workload' })
    expect(whole.body.content[0]?.changes[0]?.newValue.replace(/\D/g, '')).toBe(secret)
    expect(hidden.body.content[0]?.changes[0]?.newValue).toContain('•')
    expect(hidden.body.content[0]?.changes[0]?.newValue).not.toContain('12345')
  })
})

it('favourites and visits are the person’s own', async () => {
  const params = { id: own }
  await bank.call(api.setFavourite, { params, body: { favourite: true } }, { as: 'agent' })
  expect((await bank.call(api.getCase, { params }, { as: 'agent' })).body.favourite).toBe(true)
  expect((await bank.call(api.getCase, { params }, { as: 'underwriter' })).body.favourite).toBe(false)
  expect((await bank.call(api.visitCase, { params, body: {} }, { as: 'agent' })).status).toBe(204)
  expect((await bank.call(api.visitCase, { params, body: {} }, { as: 'agent' })).status).toBe(204)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM case_visit WHERE employee_id = ${people.agent}`.execute(bank.db)
  expect(rows[0]?.count).toBe(1)
})
