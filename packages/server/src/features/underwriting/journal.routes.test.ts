import * as api from '@ipoteka-office/contract/underwriting/journal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveAuthority, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `underwriter` is 3; the applications are an agent's. */
let bank: TestApp
let ids: number[]
beforeAll(async () => {
  bank = await testApp()
  ids = []
  for (const serial of [801, 802, 803]) ids.push(Number((await underwritten(bank, serial)).id))
  await sql`
    UPDATE case_task SET stage = 'UNDERWRITING', title = 'Рассмотреть заявку', operation = 'Underwrite', workgroup_id = NULL,
      assignee_id = CASE case_id WHEN ${ids[0]} THEN 3 END,
      state = CASE case_id WHEN ${ids[0]} THEN 'RUNNING' ELSE 'IDLE' END,
      barred_ids = CASE case_id WHEN ${ids[2]} THEN '{3}'::int[] ELSE '{}' END
    WHERE open AND case_id = ANY(${ids}::int[])`.execute(bank.db)
})
afterAll(() => bank.close())

const first = { page: 0, size: 50 }
const search = (
  body: Partial<api.JournalFilter> = {},
  { journal = 'work', as = 'underwriter' }: { journal?: api.Journal; as?: Login } = {},
  sort = 'dueAt,asc',
) => bank.call(api.searchJournal, { params: { journal }, query: { ...first, sort }, body }, { as })
const found = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).body.content.map(({ id }) => id).toSorted((a, b) => a - b)
const counts = async () =>
  (await bank.call(api.countJournal, { params: { journal: 'work' }, body: {} }, { as: 'underwriter' })).body

describe('the journal of applications', () => {
  it('shows what a case is decided by, figures by the calculators', async () => {
    const { status, body, raw } = await search({ search: '' })
    expect(status, raw.body).toBe(200)
    const row = body.content.find(({ id }) => id === ids[0])
    expect(row).toMatchObject({
      stage: 'UNDERWRITING',
      review: 1,
      flags: [],
      holder: { id: 3 },
      task: { stageName: 'Андеррайтинг' },
    })
    expect([row?.loanToValue, row?.debtLoad, row?.termMonths, row?.level].every(Boolean)).toBe(true)
  })

  it('has presets that the server knows, with counts of the same rows', async () => {
    await giveAuthority(bank, 3)
    await sql`UPDATE auto_check SET state = 'FAIL', text = 'Найден' WHERE case_id = ${ids[1]} AND id = (
      SELECT min(id) FROM auto_check WHERE case_id = ${ids[1]})`.execute(bank.db)
    await sql`UPDATE case_file SET due_at = now() - interval '1 hour' WHERE id = ${ids[2]}`.execute(bank.db)
    await sql`
      INSERT INTO case_stage (case_id, stage, entered_at, left_at, action)
      VALUES (${ids[1]}, 'UNDERWRITING', now() - interval '2 days', now() - interval '1 day', 'returnForRework')`.execute(
      bank.db,
    )
    const [own, flagged, barred] = ids
    expect(await found({ preset: 'MY' })).toEqual([own])
    expect(await found({ preset: 'FLAGGED' })).toEqual([flagged])
    expect(await found({ preset: 'RETURNED' })).toEqual([flagged])
    expect(await found({ preset: 'OVERDUE' })).toEqual([barred])
    // Their own, and a free one; of their own work they sign nothing.
    expect(await found({ preset: 'SIGN' })).toEqual([own, flagged])
    expect(await counts()).toMatchObject({ ALL: 3, MY: 1, FLAGGED: 1, RETURNED: 1, OVERDUE: 1, SIGN: 2 })
    const row = (await search({ preset: 'FLAGGED' })).body.content[0]
    expect([row?.flags, row?.review]).toEqual([['STOP'], 2])
  })

  it('asks for no signature of those without authority for the product, the day and the region', async () => {
    const none = sql`'{}'`
    for (const [product, regions, validTo] of [
      ['MORTGAGE', none, sql`current_date - 1`],
      ['MORTGAGE', sql`'{99}'`, sql`NULL`],
      ['CASH_LOAN', none, sql`NULL`],
    ] as const) {
      await sql`UPDATE decision_authority SET withdrawn_at = now() WHERE withdrawn_at IS NULL`.execute(
        bank.db,
      )
      await sql`
        INSERT INTO decision_authority (employee_id, product, regions, max_exposure, valid_from, valid_to)
        VALUES (3, ${product}, ${regions}, 10000000, current_date - 2, ${validTo})`.execute(bank.db)
      expect(await found({ preset: 'SIGN' })).toEqual([])
    }
    // A head has other stages to sign than an underwriter's.
    expect(await found({ preset: 'SIGN' }, { as: 'workload' })).toEqual([])
  })

  it('is sorted by the server and narrowed by its filters', async () => {
    await sql`UPDATE case_file SET amount = id WHERE id = ANY(${ids}::int[])`.execute(bank.db)
    const { body } = await search({}, {}, 'amount,desc')
    expect(body.content.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await found({ stages: ['COMMITTEE'] })).toEqual([])
    // A stage that is none of the journal's widens nothing.
    expect(await found({ stages: ['FILLING'] })).toEqual([])
    expect(await found({ amountTo: String(ids[0]) })).toEqual([ids[0]])
  })

  it('with both products holds what was decided, and what is archived when asked', async () => {
    await sql`UPDATE case_file SET stage = 'APPROVED' WHERE id = ${ids[0]}`.execute(bank.db)
    await sql`UPDATE case_file SET archived_at = now() WHERE id = ${ids[1]}`.execute(bank.db)
    expect(await found({}, { journal: 'work' })).toEqual([ids[2]])
    expect(await found({}, { journal: 'all' })).toEqual([ids[0], ids[2]])
    expect(await found({ archived: true }, { journal: 'all' })).toEqual([ids[1]])
    expect(await found({ types: ['LOAN_APPLICATION'] }, { journal: 'all' })).toEqual([])
  })

  it('opens to nobody of a partner', async () => {
    for (const as of ['agent', 'partner-admin'] as const)
      expect([as, (await search({}, { as })).status]).toEqual([as, 403])
  })

  it('goes out as a file under the same filter', async () => {
    const body = {
      format: 'csv' as const,
      filter: { preset: 'ALL' } as api.JournalFilter,
      sort: 'dueAt,asc' as never,
      columns: ['number', 'stage', 'debtLoad'] as const,
    }
    const answer = await bank.call(
      api.journalExport.now,
      { params: { journal: 'all' }, body: { ...body, columns: [...body.columns] } },
      { as: 'underwriter' },
    )
    expect(answer.status).toBe(200)
    const lines = answer.raw.body.trim().split('\n')
    expect(lines[0]).toContain('ПДН, %')
    expect(lines).toHaveLength(3)
  })
})
