import { listRemarks } from '@ipoteka-office/contract/cases/cases.ts'
import { createDocument, getDocument, reviewDocument } from '@ipoteka-office/contract/documents/documents.ts'
import { refusePaper } from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
let id: string
let other: string
beforeAll(async () => {
  bank = await testApp()
  ;({ id } = await underwritten(bank, 71))
  ;({ id: other } = await underwritten(bank, 72))
})
afterAll(() => bank.close())

const paperOf = async (ownerId: string, typeCode = 'NDFL2') => {
  const body = { ownerType: 'APPLICATION' as const, ownerId: Number(ownerId), typeCode }
  const made = await bank.call(createDocument, { body }, { as: 'agent' })
  expect(made.status, made.raw.body).toBe(200)
  return made.body
}
const refuse = (
  paper: { id: number; version: number },
  more: { type?: string; text?: string; caseId?: string; version?: number } = {},
  as: Login = 'underwriter',
) =>
  bank.call(
    refusePaper,
    {
      params: { id: more.caseId ?? id, documentId: String(paper.id) },
      body: {
        version: more.version ?? paper.version,
        type: more.type ?? 'DOC_UNREADABLE',
        text: more.text ?? 'нет печати',
      },
    },
    { as },
  )
const remarksOf = async (documentId: number, as: Login = 'underwriter') =>
  (await bank.call(listRemarks, { params: { id } }, { as })).body.filter(
    ({ document }) => document?.id === documentId,
  )

describe('a paper is refused', () => {
  it('with a remark that the case and its agent see, and that names the paper', async () => {
    const paper = await paperOf(id)
    const refused = await refuse(paper)
    expect(refused.status, refused.raw.body).toBe(200)
    expect(refused.body.document).toMatchObject({
      status: 'REJECTED',
      reason: 'Нечитаемая копия: нет печати',
      version: paper.version + 1,
    })
    const [remark] = await remarksOf(paper.id, 'agent')
    expect(remark).toMatchObject({
      section: 'DOCUMENTS',
      type: { code: 'DOC_UNREADABLE' },
      state: 'OPEN',
      text: expect.stringContaining('нет печати'),
      document: { id: paper.id, title: expect.stringContaining('2-НДФЛ') },
    })
    const seen = await bank.call(getDocument, { params: { id: String(paper.id) } }, { as: 'agent' })
    expect(seen.body).toMatchObject({ status: 'REJECTED', reviewedBy: expect.any(String) })
  })

  it('without words by the name of the remark alone', async () => {
    const paper = await paperOf(id)
    const refused = await refuse(paper, { text: '', type: 'DOC_NOT_ALL_PAGES' })
    expect(refused.body.document.reason).toBe('Представлены не все страницы')
    expect(refused.body.remark.text).toMatch(/^«.+»$/)
  })

  it('whole or not at all: an old version, an unknown remark, a second refusal leave nothing behind', async () => {
    const paper = await paperOf(id)
    const late = await refuse(paper, { version: paper.version + 5 })
    expect(late.status).toBe(409)
    expect((await refuse(paper, { type: 'NO_SUCH' })).status).toBe(400)
    expect(await remarksOf(paper.id)).toEqual([])
    const refused = await refuse(paper)
    expect((await refuse(refused.body.document)).status).toBe(400)
    expect(await remarksOf(paper.id)).toHaveLength(1)
  })

  it('only where it belongs, and never one that the agent does not see', async () => {
    const foreign = await paperOf(other)
    expect((await refuse(foreign)).status).toBe(404)
    const inner = await paperOf(id)
    await sql`UPDATE document SET internal = true WHERE id = ${inner.id}`.execute(bank.db)
    const refused = await refuse(inner)
    expect(refused.status).toBe(409)
    expect(refused.error.message).toContain('внутренний документ')
    expect((await refuse(foreign, { caseId: '999999' })).status).toBe(404)
  })

  it('by who checks papers of underwriting', async () => {
    const paper = await paperOf(id)
    for (const as of ['agent', 'partner-admin', 'viewer', 'security'] as const)
      expect([403, 404], as).toContain((await refuse(paper, {}, as)).status)
    expect(await remarksOf(paper.id)).toEqual([])
  })

  it('and the decision is taken back by the call of documents; the remark stays to be closed', async () => {
    const paper = await paperOf(id)
    const { body } = await refuse(paper)
    const back = await bank.call(
      reviewDocument,
      { params: { id: String(paper.id) }, body: { version: body.document.version, status: 'UPLOADED' } },
      { as: 'underwriter' },
    )
    expect(back.body.status).toBe('UPLOADED')
    expect(await remarksOf(paper.id)).toHaveLength(1)
  })
})
