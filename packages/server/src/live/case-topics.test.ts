import { topics } from '@ipoteka-office/contract/live.ts'
import * as cases from '@ipoteka-office/contract/cases/cases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDocument, pdfOf, withFile } from '#testing/documents.ts'
import { openApplication, saveSection } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { wholeSections } from '#testing/whole-sections.ts'

let bank: TestApp
let id: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await openApplication(bank))
})
afterAll(() => bank.close())

/** Parts of the case that were told of since the last question. */
async function told(): Promise<string[]> {
  const { rows } = await sql<{ codes: string[] }>`
    DELETE FROM live_event WHERE topic = ${topics.case(Number(id))} RETURNING payload -> 'codes' AS codes`.execute(
    bank.db,
  )
  return [...new Set(rows.flatMap(({ codes }) => codes))].sort()
}

describe('the topic of a case', () => {
  it('tells of documents and files with the change itself, so that what the moves ask is asked again', async () => {
    await told()
    const document = await newDocument(bank, { ownerId: Number(id), typeCode: null })
    expect(await told()).toEqual(['documents'])
    await withFile(bank, document, await pdfOf(1))
    expect(await told()).toEqual(['documents'])
  })

  it('tells of a section, of the head that follows from it and of nothing when nothing changed', async () => {
    await told()
    await saveSection(bank, id, 'CREDIT', { ...wholeSections.CREDIT }, { as: 'agent' })
    expect(await told()).toEqual(['head', 'section:CREDIT'])
    await saveSection(bank, id, 'CREDIT', { ...wholeSections.CREDIT }, { as: 'agent' })
    expect(await told()).toEqual([])
  })

  it('tells of a remark and of a comment', async () => {
    const body = { section: 'CREDIT', type: 'DOC_MISSING', text: 'Нет справки' }
    await bank.call(cases.addRemark, { params: { id }, body }, { as: 'workload' })
    await bank.call(cases.addComment, { params: { id }, body: { text: 'Позвоню завтра' } }, { as: 'agent' })
    expect(await told()).toEqual(['comments', 'remarks'])
  })

  it('is not told of what was undone', async () => {
    await told()
    const undone = bank.db.transaction().execute(async (tx) => {
      await sql`UPDATE case_section SET data = data || '{"x": 1}' WHERE case_id = ${Number(id)}`.execute(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await told()).toEqual([])
  })

  /** Tables of a case that tell nothing: why a page that is open has nothing to read again. */
  const silent: Readonly<Record<string, string>> = {
    application: 'hands its task over with itself',
    assignment: 'goes with the place in the queue',
    assignment_run_item: 'is the answer of a run, the case is told of by its head',
    case_clock: 'goes with the move, which changes the head',
    case_favourite: 'is the person’s own',
    case_manager_change: 'goes with the responsible in the head',
    case_section_source: 'goes with the section',
    case_stage: 'goes with the move, which changes the head',
    case_task_event: 'goes with the task',
    case_tie: 'goes with what it follows from',
    case_timer: 'is shown by nobody',
    case_visit: 'is the person’s own',
    credit_report: 'goes with the request that it answers',
    decision_fact: 'is of the statistics alone',
    document_set: 'is the order of the documents, with a topic of its own',
    full_application_sending: 'goes with the move, which changes the head',
    loan_issue: 'is of the statistics alone',
    loan_month: 'is of the statistics alone',
    paper_answer: 'is told by its service',
    product_impact_case: 'is a figure of a product’s page, nothing of it is on those of the case',
    quality_check: 'is on a page of its own, nothing of it is on those of the case',
    save_mark: 'goes with the section',
  }

  it('is told by every table that belongs to a case; what is silent says why', async () => {
    const { rows } = await sql<{ name: string; tells: boolean }>`
      WITH RECURSIVE belongs AS (
        SELECT 'case_file'::regclass::oid AS oid
        UNION SELECT 'document'::regclass::oid
        UNION SELECT 'document_set'::regclass::oid
        UNION SELECT c.conrelid FROM pg_constraint c JOIN belongs b ON b.oid = c.confrelid
          JOIN pg_class t ON t.oid = c.conrelid WHERE c.contype = 'f'
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname IN
            ('case_id', 'lead_id', 'application_id', 'document_id', 'id') AND a.attnum = ANY(c.conkey)))
      SELECT DISTINCT t.relname AS name,
        EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgname LIKE 'tell_case_%') AS tells
      FROM belongs b JOIN pg_class t ON t.oid = b.oid ORDER BY 1`.execute(bank.db)
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter(({ tells }) => !tells).map(({ name }) => name)).toEqual(Object.keys(silent))
  })
})
