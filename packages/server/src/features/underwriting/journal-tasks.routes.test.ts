import { listTaskHistory } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { searchJournal } from '@ipoteka-office/contract/underwriting/journal.ts'
import * as api from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` is 3, `workload` is 2; the applications are of an agent, 4. */
let bank: TestApp
let ids: number[]
let group: number
beforeAll(async () => {
  bank = await testApp()
  ids = []
  for (const serial of [821, 822, 823]) ids.push(Number((await underwritten(bank, serial)).id))
  // The head of the room may do what the underwriter does.
  await sql`INSERT INTO employee_user_role VALUES (2, 3) ON CONFLICT DO NOTHING`.execute(bank.db)
  await sql`UPDATE workgroup SET head_id = NULL`.execute(bank.db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO workgroup (partner_id, name, head_id) SELECT partner_id, 'Андеррайтеры Казани', 2 FROM employee WHERE id = 3
    RETURNING id`.execute(bank.db)
  group = rows[0]?.id ?? 0
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${group}, 3)`.execute(bank.db)
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`
    UPDATE case_task SET stage = 'UNDERWRITING', title = 'Рассмотреть заявку', operation = 'Underwrite', workgroup_id = NULL,
      assignee_id = 3, state = 'RUNNING', follow_up_at = NULL, barred_ids = '{}'
    WHERE open AND case_id = ANY(${ids}::int[])`.execute(bank.db)
  await sql`UPDATE workgroup SET head_id = 2 WHERE id = ${group}`.execute(bank.db)
})

async function taskOf(id: number | undefined) {
  const { body } = await bank.call(
    searchJournal,
    { params: { journal: 'work' }, query: { page: 0, size: 50, sort: 'dueAt,asc' }, body: {} },
    { as: 'underwriter' },
  )
  const task = body.content.find((row) => row.id === id)?.task
  return task ?? expect.unreachable('The application has no task')
}
const escalate = async (
  more: { reason?: string; version?: number; of?: number | undefined } = {},
  as: Login = 'underwriter',
) => {
  const of = more.of ?? ids[0]
  const { version } = await taskOf(of)
  const body = { reason: more.reason ?? 'Доход от трёх работодателей', version: more.version ?? version }
  return bank.call(api.escalateTask, { params: { id: String(of) }, body }, { as })
}
const change = async (wanted: api.JournalTaskChange, as: Login = 'underwriter', of: number[] = ids) =>
  bank.call(api.changeJournalTasks, { body: { ids: of, change: wanted } }, { as })
const told = async (employeeId: number) =>
  (
    await sql<{
      text: string
    }>`SELECT text FROM notification WHERE employee_id = ${employeeId} ORDER BY id DESC LIMIT 5`.execute(
      bank.db,
    )
  ).rows.map(({ text }) => text)

describe('an escalation', () => {
  it('hands the task to the head of the group of whoever has it, with the reason in history and in the notice', async () => {
    const done = await escalate()
    expect(done.status, done.raw.body).toBe(200)
    expect(done.body).toMatchObject({ assignee: { id: 2 }, stage: 'UNDERWRITING' })
    expect((await told(2))[0]).toMatch(
      /^Вам эскалирована задача «Рассмотреть заявку».*Доход от трёх работодателей$/,
    )
    const { body } = await bank.call(
      listTaskHistory,
      { params: { id: String(ids[0]) } },
      { as: 'underwriter' },
    )
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ kind: 'TRANSFERRED', comment: 'Эскалация: Доход от трёх работодателей' },
          assignee: expect.objectContaining({ id: 2 }),
        }),
      ]),
    )
  })

  it('prefers the head of the group that has the task', async () => {
    const other = await sql<{ id: number }>`
      INSERT INTO workgroup (partner_id, name, head_id) SELECT partner_id, 'Ипотека', 2 FROM employee WHERE id = 3
      RETURNING id`.execute(bank.db)
    await sql`UPDATE workgroup SET head_id = 3 WHERE id = ${group}`.execute(bank.db)
    await sql`UPDATE case_task SET workgroup_id = ${other.rows[0]?.id} WHERE open AND case_id = ${ids[0]}`.execute(
      bank.db,
    )
    expect((await escalate()).body).toMatchObject({ assignee: { id: 2 } })
  })

  it.each([
    [
      'no head is named',
      async () => sql`UPDATE workgroup SET head_id = NULL WHERE id = ${group}`.execute(bank.db),
    ],
    [
      'the head is the one who asks',
      async () => sql`UPDATE workgroup SET head_id = 3 WHERE id = ${group}`.execute(bank.db),
    ],
    [
      'the head may not decide',
      async () => sql`UPDATE workgroup SET head_id = 4 WHERE id = ${group}`.execute(bank.db),
    ],
    [
      'the group is closed',
      async () => sql`UPDATE workgroup SET not_active = true WHERE id = ${group}`.execute(bank.db),
    ],
  ])('where %s, says whom to turn to', async (_, spoil) => {
    await spoil()
    const refused = await escalate()
    await sql`UPDATE workgroup SET not_active = false WHERE id = ${group}`.execute(bank.db)
    expect(refused.status).toBe(409)
    expect(refused.error.message).toMatch(/Обратитесь к тому, кто ведёт группы андеррайтинга: \p{L}+/u)
    expect((await taskOf(ids[0])).assignee?.id).toBe(3)
  })

  it('is never given to a head who prepared the application', async () => {
    await sql`UPDATE case_section SET saved_by = 2 WHERE case_id = ${ids[0]} AND section = 'CREDIT'`.execute(
      bank.db,
    )
    expect((await escalate()).status).toBe(409)
    await sql`UPDATE case_section SET saved_by = 4 WHERE case_id = ${ids[0]} AND section = 'CREDIT'`.execute(
      bank.db,
    )
  })

  it('asks for words, the last version, the right and the stage', async () => {
    expect((await escalate({ reason: ' ' })).status).toBe(400)
    expect((await escalate({ version: 999 })).status).toBe(409)
    for (const as of ['agent', 'partner-admin', 'viewer'] as const)
      expect([as, (await escalate({}, as)).status]).toEqual([as, 403])
    await sql`UPDATE case_task SET stage = 'VERIFICATION' WHERE open AND case_id = ${ids[0]}`.execute(bank.db)
    const later = await escalate()
    expect([later.status, later.error.message]).toEqual([409, expect.stringContaining('задачу андеррайтера')])
    const none = await bank.call(
      api.escalateTask,
      { params: { id: '999999' }, body: { version: 1, reason: 'х' } },
      { as: 'underwriter' },
    )
    expect(none.status).toBe(404)
  })
})

describe('tasks of chosen applications', () => {
  it('are changed each by itself, with an answer of each in the order of the choice', async () => {
    await sql`UPDATE case_task SET assignee_id = 2 WHERE open AND case_id = ${ids[1]}`.execute(bank.db)
    const order = ids.toReversed()
    const { status, body, raw } = await change({ action: 'giveBack' }, 'underwriter', order)
    expect(status, raw.body).toBe(200)
    expect(body.results.map(({ id, done }) => [id, done])).toEqual([
      [ids[2], true],
      [ids[1], false],
      [ids[0], true],
    ])
    expect(body.results[1]?.reason).toMatch(/у другого сотрудника/)
    expect((await taskOf(ids[0])).assignee).toBeNull()
    expect((await taskOf(ids[1])).assignee?.id).toBe(2)
  })

  it('are taken, put off, handed over and escalated', async () => {
    await change({ action: 'giveBack' })
    const done = async (wanted: api.JournalTaskChange, as?: Login) =>
      (await change(wanted, as)).body.results.map((one) => one.reason ?? one.done)
    expect(await done({ action: 'take' })).toEqual([true, true, true])
    expect(await done({ action: 'take' })).toEqual(Array(3).fill('Задача уже у вас'))
    expect(await done({ action: 'postpone', days: 3 })).toEqual([true, true, true])
    const until = Date.parse((await taskOf(ids[0])).followUpAt ?? '')
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(72)
    expect(await done({ action: 'transfer', employeeId: 4 })).toEqual(
      Array(3).fill('Этот сотрудник готовил заявку и не контролирует её. Выберите другого'),
    )
    expect(await done({ action: 'transfer' })).toEqual(Array(3).fill('Выберите сотрудника или группу'))
    expect(await done({ action: 'escalate', reason: 'Отпуск' })).toEqual([true, true, true])
    expect((await taskOf(ids[2])).assignee?.id).toBe(2)
    // The head gives them back by the name of the one who had them.
    expect(await done({ action: 'transfer', employeeId: 3 }, 'workload')).toEqual([true, true, true])
  })

  it('of whatever is not there is told so, and the rest is done', async () => {
    const { body } = await change({ action: 'postpone', days: 1 }, 'underwriter', [999_999, ids[0] ?? 0])
    expect(body.results.map(({ done }) => done)).toEqual([false, true])
  })

  it('are of the bank, no more than two hundred, and of known actions', async () => {
    for (const as of ['agent', 'partner-admin'] as const)
      expect((await change({ action: 'take' }, as)).status).toBe(403)
    expect((await change({ action: 'take' }, 'underwriter', [])).status).toBe(400)
    expect(
      (
        await change(
          { action: 'take' },
          'underwriter',
          Array.from({ length: 201 }, (_, at) => at + 1),
        )
      ).status,
    ).toBe(400)
    expect((await change({ action: 'burn' } as never)).status).toBe(400)
    expect((await change({ action: 'postpone', days: 0 })).status).toBe(400)
    expect((await change({ action: 'escalate', reason: '' })).status).toBe(400)
  })
})
