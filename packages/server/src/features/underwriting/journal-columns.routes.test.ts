import { CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { MachineState } from '@ipoteka-office/contract/machines/machine.ts'
import { categoriesByFacts } from '@ipoteka-office/contract/products/client-categories.ts'
import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import * as api from '@ipoteka-office/contract/underwriting/journal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSection, underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

/** Three applications of an agent at the underwriter's. */
let bank: TestApp
let ids: number[]
let borrower: number
beforeAll(async () => {
  bank = await testApp()
  ids = []
  for (const serial of [811, 812, 813]) ids.push(Number((await underwritten(bank, serial)).id))
  const { rows } = await sql<{ id: number }>`SELECT id FROM case_participant WHERE case_id = ${ids[0]}
    AND role = 'MAIN_BORROWER'`.execute(bank.db)
  borrower = rows[0]?.id ?? 0
})
afterAll(() => bank.close())

const search = (body: Partial<api.JournalFilter> = {}, sort = 'dueAt,asc') =>
  bank.call(
    api.searchJournal,
    { params: { journal: 'work' }, query: { page: 0, size: 50, sort }, body },
    { as: 'underwriter' },
  )
const found = async (body: Partial<api.JournalFilter>) =>
  (await search(body)).body.content.map(({ id }) => id).toSorted((a, b) => a - b)
const rowOf = async (id: number | undefined) =>
  (await search()).body.content.find((row) => row.id === id) ?? expect.unreachable()
const categoriesOf = async (id: number | undefined) =>
  (await rowOf(id)).clientCategories.map(({ code }) => code)
const works = (employment: object, id = ids[0]) =>
  sql`UPDATE case_section SET data = ${JSON.stringify(employment)}::text::jsonb
    WHERE case_id = ${id} AND section = 'EMPLOYMENT'`.execute(bank.db)
const answers = (id: number | undefined, result: string | null) =>
  sql`INSERT INTO decision_run (case_id, stage, requested_at, state, answered_at, answer, error)
    VALUES (${id}, 'UNDERWRITING', now(), ${result === null ? 'FAILED' : 'ANSWERED'}, now(),
      ${result === null ? null : JSON.stringify({ result })}::text::jsonb, ${result === null ? 'Молчит' : null})`.execute(
    bank.db,
  )

describe('whose client it is', () => {
  it('follows what the questionnaire says of the borrower’s work, the most telling first', async () => {
    await works({ organizationType: 'PARTNER_BANK', employmentType: 'PENSIONER_WORKING', salaryClient: true })
    expect(await categoriesOf(ids[0])).toEqual(['EMPLOYEE', 'SALARY', 'PENSIONER', 'PARTNER'])
    await works({ employmentType: 'STUDENT', salaryClient: false })
    expect(await categoriesOf(ids[0])).toEqual(['PARTNER'])
  })

  it('is told at once by a save, and moves no version of the case', async () => {
    await sql`UPDATE case_file SET stage = 'FILLING' WHERE id = ${ids[0]}`.execute(bank.db)
    const state = async () =>
      (
        await sql<{
          version: number
          told: string[]
        }>`SELECT version, client_categories AS told FROM case_file
          WHERE id = ${ids[0]}`.execute(bank.db)
      ).rows[0]
    const before = await state()
    const { rows } = await sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM change_history WHERE object_type = 'case'`.execute(bank.db)
    const data = { ...wholeSections.EMPLOYMENT, employmentType: 'MILITARY' }
    const saved = await saveSection(bank, String(ids[0]), 'EMPLOYMENT', data, {
      as: 'agent',
      participantId: borrower,
    })
    expect(saved.status, saved.raw.body).toBe(200)
    const after = await state()
    expect(after?.told).toContain('STATE')
    expect(after?.version).toBe(before?.version)
    const later = await sql<{
      n: number
    }>`SELECT count(*)::int AS n FROM change_history WHERE object_type = 'case'`.execute(bank.db)
    expect(later.rows).toEqual(rows)
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${ids[0]}`.execute(bank.db)
  })

  it('is told of a repeated one as soon as an earlier case has come to a loan', async () => {
    const [first, second] = ids
    await sql`UPDATE case_file SET person_id = (SELECT person_id FROM case_file WHERE id = ${first}) WHERE id = ${second}`.execute(
      bank.db,
    )
    expect(await categoriesOf(second)).not.toContain('REPEAT')
    await sql`UPDATE case_file SET stage = 'DEAL' WHERE id = ${first}`.execute(bank.db)
    expect(await categoriesOf(second)).toContain('REPEAT')
    expect(await found({ clientCategories: ['REPEAT'] })).toEqual([second])
    await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${first}`.execute(bank.db)
  })

  it('says in the database what the prices say', async () => {
    const kinds = [
      null,
      'STATE_SERVANT',
      'MILITARY',
      'LAW_ENFORCEMENT',
      'PENSIONER',
      'PENSIONER_WORKING',
      'STUDENT',
    ]
    const firms = [
      null,
      'STATE_BODY',
      'MUNICIPAL_BODY',
      'STATE_INSTITUTION',
      'MILITARY',
      'PARTNER_BANK',
      'OTHER',
    ]
    const all = kinds.flatMap((employmentType) =>
      firms.flatMap((organizationType) =>
        [true, false, null].map((salaryClient) => ({ employmentType, organizationType, salaryClient })),
      ),
    )
    const { rows } = await sql<{ work: (typeof all)[number]; told: string[] }>`
      SELECT w AS work, client_categories(w, true, false) AS told
      FROM jsonb_array_elements(${JSON.stringify(all)}::text::jsonb) w`.execute(bank.db)
    expect(rows).toHaveLength(147)
    for (const { work, told } of rows)
      expect([work, told.toSorted()]).toEqual([
        work,
        [...categoriesByFacts(work as Parameters<typeof categoriesByFacts>[0]), 'REPEAT'].toSorted(),
      ])
    const known = await sql<{ told: string[] }>`
      SELECT client_categories('{"organizationType":"PARTNER_BANK","salaryClient":true,"employmentType":"PENSIONER"}', true, true)
        || client_categories('{"employmentType":"MILITARY"}', false, false) AS told`.execute(bank.db)
    expect(known.rows[0]?.told.toSorted()).toEqual(Object.keys(clientCategories).toSorted())
  })

  it('knows where a case has come to a loan as the machines do', async () => {
    const stages = CaseType.options.flatMap((type) =>
      Object.entries<MachineState>(machines[type].states).map(([stage, { commits, final }]) => ({
        ...{ type, stage },
        lent: caseTypes[type].product !== null && commits === true && final === true,
      })),
    )
    const { rows } = await sql<{ type: string; stage: string; lent: boolean }>`
      SELECT s.type, s.stage, is_lent(s.type, s.stage) AS lent
      FROM jsonb_to_recordset(${JSON.stringify(stages)}::text::jsonb) s(type text, stage text)`.execute(
      bank.db,
    )
    expect(rows).toEqual(stages)
  })
})

describe('what the decision engine says', () => {
  it('is the last answer; a run that failed takes none away', async () => {
    expect((await rowOf(ids[1])).engineResult).toBeNull()
    await answers(ids[1], 'APPROVE')
    await answers(ids[1], 'REJECT')
    await answers(ids[1], null)
    await answers(ids[2], 'REVIEW')
    expect((await rowOf(ids[1])).engineResult).toBe('REJECT')
    expect(await found({ engineResults: ['REJECT'] })).toEqual([ids[1]])
    expect(await found({ engineResults: ['REJECT', 'REVIEW'] })).toEqual([ids[1], ids[2]])
    expect(await found({ engineResults: ['REJECT'], clientCategories: ['EMPLOYEE'] })).toEqual([])
    const { status } = await search({ engineResults: ['MAYBE'] as never })
    expect(status).toBe(400)
  })

  it('orders the journal, as whose client it is does', async () => {
    const order = async (sort: string) => (await search({}, sort)).body.content.map(({ id }) => id)
    expect(await order('engineResult,asc')).toEqual(ids)
    expect(await order('engineResult,desc')).toEqual(ids.toReversed())
    await works({ organizationType: 'PARTNER_BANK' }, ids[2])
    expect((await order('clientCategories,asc'))[0]).toBe(ids[2])
  })

  it('goes out in the file', async () => {
    const answer = await bank.call(
      api.journalExport.now,
      {
        params: { journal: 'work' },
        body: {
          format: 'csv',
          filter: { preset: 'ALL', engineResults: ['REJECT'] } as unknown as api.JournalFilter,
          sort: 'engineResult,desc',
          columns: ['number', 'clientCategories', 'engineResult'],
        },
      },
      { as: 'underwriter' },
    )
    expect(answer.status, answer.raw.body).toBe(200)
    const lines = answer.raw.body.trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/Категория клиента.*Результат СПР/)
    expect(lines[1]).toMatch(/Клиент партнёра.*Отказать/)
  })
})

it('is nothing that lists of partners filter or order by', async () => {
  for (const sort of ['engineResult,asc', 'clientCategories,asc']) {
    const answer = await bank.app.inject({
      method: 'POST',
      url: `/api/case-list/applications?page=0&size=10&sort=${sort}`,
      headers: { authorization: `Bearer ${await bank.tokenOf('agent')}` },
      payload: {},
    })
    expect([sort, answer.statusCode]).toEqual([sort, 400])
    expect(answer.body).not.toMatch(/engineResult":|clientCategories":/)
  }
  const list = await bank.app.inject({
    method: 'POST',
    url: '/api/case-list/applications?page=0&size=10',
    headers: { authorization: `Bearer ${await bank.tokenOf('agent')}` },
    payload: { engineResults: ['REJECT'] },
  })
  expect(list.body).not.toMatch(/engineResult|clientCategories|REJECT/)
})
