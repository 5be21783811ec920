import { deleteDocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { Completeness, Requirement } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { getCompleteness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { markDocumentDeleted, reviewDocument } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completenessContent, publishedRule } from '#testing/document-rules.ts'
import { applications, fillForDocuments, newDocument, pdfOf, withFile } from '#testing/documents.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-21T09:00:00Z') }
let bank: TestApp
let pdf: Buffer
beforeAll(async () => {
  bank = await testApp({ clock })
  await fillForDocuments(bank)
  await sql`UPDATE application SET programme = 'Военная ипотека'
    WHERE id = ${applications.bank}`.execute(bank.db)
  pdf = await pdfOf(1)
})
afterAll(() => bank.close())

const owner = (ownerId: number) => ({
  params: { ownerType: 'APPLICATION' as const, ownerId: String(ownerId) },
})
const read = async (ownerId: number): Promise<Completeness> => {
  const { status, body } = await bank.call(getCompleteness, owner(ownerId))
  expect(status).toBe(200)
  return body
}
const find = ({ groups }: Completeness, ...documents: string[]): Requirement | undefined =>
  groups
    .flatMap(({ requirements }) => requirements)
    .find((one) => documents.every((code) => one.documents.some((document) => document.code === code)))
const accepted = async (typeCode: string) => {
  const document = await newDocument(bank, { ownerId: applications.bank, typeCode })
  const filled = await withFile(bank, document, pdf)
  const params = { id: String(document.id) }
  const taken = await bank.call(
    reviewDocument,
    { params, body: { version: filled.version, status: 'ACCEPTED' } },
    { as: 'underwriter' },
  )
  expect(taken.status).toBe(200)
  // Time goes on: what was accepted in its days may be over by now.
  return (day: string) =>
    sql`UPDATE document SET issued_on = ${day}::date WHERE id = ${document.id}`.execute(bank.db)
}

describe('completeness of an application', () => {
  it('says what is needed and why, and leaves open what depends on facts that nobody knows', async () => {
    const answer = await read(applications.bank)
    expect(answer).toMatchObject({
      ownerType: 'APPLICATION',
      title: 'Заявка Д-0, Иванов Иван',
      on: '2026-11-21',
      participantsKnown: false,
      complete: false,
      stage: 'DOCS_CHECK',
    })
    expect(answer.groups[0]).toMatchObject({
      code: 'BORROWER',
      participant: { role: 'MAIN_BORROWER', name: 'Иванов Иван', roleName: 'Основной заёмщик' },
    })
    expect(find(answer, 'NIS_CERT')).toMatchObject({
      need: 'REQUIRED',
      status: 'NONE',
      because: expect.stringContaining('Нужен, потому что программа — военная ипотека'),
      reasons: [{ basis: '117-ФЗ' }],
    })
    expect(find(answer, 'MARRIAGE_CERT')).toMatchObject({
      need: 'UNKNOWN',
      because: 'Зависит от: семейное положение',
      dependsOn: [{ fact: 'maritalStatus', participantKey: 'main' }],
    })
    expect(answer.undecided).toBeGreaterThan(5)
    expect(answer.openFacts.map(({ fact }) => fact)).toEqual(
      expect.arrayContaining(['goal', 'employmentType']),
    )
    expect(answer.openFacts.map(({ fact }) => fact)).not.toContain('programme')
  })

  it('follows the documents: uploaded, accepted, rejected, expired', async () => {
    const before = await read(applications.bank)
    const document = await newDocument(bank, { ownerId: applications.bank, typeCode: 'SNILS' })
    // A card without a file fulfils nothing.
    expect(find(await read(applications.bank), 'SNILS')).toMatchObject({ status: 'NONE', provided: 0 })
    const filled = await withFile(bank, document, pdf)
    expect(find(await read(applications.bank), 'SNILS')).toMatchObject({
      status: 'UPLOADED',
      provided: 1,
      accepted: 0,
    })
    const params = { id: String(document.id) }
    const rejected = await bank.call(reviewDocument, {
      params,
      body: { version: filled.version, status: 'REJECTED', reason: 'Не читается' },
    })
    expect(find(await read(applications.bank), 'SNILS')).toMatchObject({
      status: 'REJECTED',
      found: [{ reason: 'Не читается' }],
    })
    await bank.call(
      reviewDocument,
      { params, body: { version: rejected.body.version, status: 'ACCEPTED' } },
      { as: 'underwriter' },
    )
    const after = await read(applications.bank)
    expect(find(after, 'SNILS')).toMatchObject({ status: 'ACCEPTED', accepted: 1 })
    expect(after.accepted).toBe(before.accepted + 1)
    expect(after.percent).toBe(Math.floor((after.accepted * 100) / after.required))
    const unwanted = await newDocument(bank, { ownerId: applications.bank, typeCode: 'NIS_CERT' })
    const { version } = await withFile(bank, unwanted, pdf)
    expect(find(await read(applications.bank), 'NIS_CERT')?.status).toBe('UPLOADED')
    const marked = await bank.call(markDocumentDeleted, {
      params: { id: String(unwanted.id) },
      body: { version },
    })
    expect([marked.status, find(await read(applications.bank), 'NIS_CERT')?.status]).toEqual([200, 'NONE'])
    // Valid for 180 days by the rule of validity.
    const issueOn = await accepted('CONSENT_BKI')
    await issueOn('2026-05-20')
    expect(find(await read(applications.bank), 'CONSENT_BKI')).toMatchObject({
      status: 'EXPIRED',
      found: [{ validUntil: '2026-11-16' }],
    })
    await issueOn('2026-06-01')
    expect(find(await read(applications.bank), 'CONSENT_BKI')).toMatchObject({
      status: 'EXPIRES',
      validUntil: '2026-11-28',
      accepted: 1,
    })
  })

  it('tells what keeps the case out of a stage', async () => {
    const { stages } = await read(applications.bank)
    const docsCheck = stages.find(({ stage }) => stage === 'DOCS_CHECK')
    expect(docsCheck).toMatchObject({ needs: 'PROVIDED', open: false })
    expect(docsCheck?.blockedBy).toContain('main:APP_FULL')
    expect(docsCheck?.blockedBy).not.toContain('main:SNILS')
  })

  it('is shown to those who may see the application, and to nobody else', async () => {
    const as = (login: 'agent' | 'partner-admin' | 'viewer' | 'support', id: number) =>
      bank.call(getCompleteness, owner(id), { as: login }).then(({ status }) => status)
    expect(await as('agent', applications.agent)).toBe(200)
    expect(await as('agent', applications.other)).toBe(404)
    expect(await as('viewer', applications.other)).toBe(200)
    expect(await as('partner-admin', applications.agent)).toBe(404)
    expect(await as('support', applications.agent)).toBe(403)
    expect(await as('viewer', 2_147_483_000)).toBe(404)
    const wrong = await bank.call(getCompleteness, { params: { ownerType: 'CASTLE' as never, ownerId: '1' } })
    expect(wrong.status).toBe(400)
    const partner = await bank.call(getCompleteness, { params: { ownerType: 'PARTNER', ownerId: '2' } })
    expect([partner.status, partner.error.message]).toEqual([404, expect.stringContaining('не ведётся')])
  })

  it('follows a rule at once', async () => {
    expect(find(await read(applications.bank), 'OTHER')).toBeUndefined()
    const rule = await publishedRule(bank, completenessContent())
    expect(find(await read(applications.bank), 'OTHER')).toMatchObject({
      because: 'Нужен всегда',
      stage: 'DEAL',
    })
    await bank.call(deleteDocumentRule, {
      params: { id: String(rule.id) },
      query: { version: String(rule.version) },
    })
    expect(find(await read(applications.bank), 'OTHER')).toBeUndefined()
  })
})
