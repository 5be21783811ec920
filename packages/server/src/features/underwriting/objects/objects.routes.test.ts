import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { getRealtyObject, saveRealtyObject } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import * as lists from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import { answerOf, wordsOf } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import * as api from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import * as subjects from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { ReviewPart } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { extractOf, homeOf } from '#testing/case-walks/homes.ts'
import { accreditAppraiser, examined } from '#testing/case-walks/realty-check.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { withAdmin } from '#testing/test-database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

const today = bankDay(systemClock('Europe/Moscow'))
let bank: TestApp
let one: { id: string; number: string; objectId: string }
beforeAll(async () => {
  bank = await testApp()
  await accreditAppraiser(bank)
  one = await examined(bank, 61, today)
})
afterAll(() => bank.close())

const at = (of = one) => ({ id: of.id, objectId: of.objectId })
async function review(as: Login = 'underwriter', of = one) {
  const { status, body, raw } = await bank.call(api.getObjectReview, { params: at(of) }, { as })
  if (status !== 200) throw new Error(`${status} ${raw.body}`)
  return body
}
const versionOf = async (part: ReviewPart, of = one) =>
  (await review('underwriter', of)).parts.find((state) => state.part === part)?.version ?? -1
const save = (
  part: ReviewPart,
  answers: Record<string, unknown>,
  version: number,
  as: Login = 'underwriter',
  of = one,
) => bank.call(api.saveReviewPart, { params: { ...at(of), part }, body: { answers, version } }, { as })

/** Saves a part over its present version. */
async function write(part: ReviewPart, answers: Record<string, unknown>, of = one) {
  const saved = await save(part, answers, await versionOf(part, of), 'underwriter', of)
  expect(saved.status, saved.raw.body).toBe(200)
  return saved.body
}
async function fineAnswers(of = one) {
  const { list } = await review('underwriter', of)
  return Object.fromEntries(
    (list?.questions ?? []).flatMap(({ key, kind, answers }) =>
      kind === 'COMMENT'
        ? [[wordsOf(key), 'Замечаний нет']]
        : [[answerOf(key), answers.find(({ effect }) => effect === 'FINE')?.text]],
    ),
  )
}
async function move(action: string, as: Login = 'underwriter', of = one) {
  const { body } = await bank.call(getCase, { params: { id: of.id } }, { as })
  return bank.call(
    moveCase,
    { params: { id: of.id }, body: { action, version: body.version, comment: 'По итогам экспертизы' } },
    { as },
  )
}

describe('the review of an object', () => {
  it('names the object of the deal, and a loan has none', async () => {
    const { body } = await bank.call(api.getObjectSheet, { params: { id: one.id } }, { as: 'underwriter' })
    expect(body).toMatchObject({ activeId: Number(one.objectId), objects: [{ removed: false }] })
    const missing = await bank.call(api.getObjectSheet, { params: { id: '999999' } }, { as: 'underwriter' })
    expect(missing.status).toBe(404)
  })

  it('begins with everything that holds the object, and lets nobody accept it', async () => {
    const { holds, parts, figures, goal } = await review()
    expect(goal).toMatchObject({ code: 'SECONDARY_MARKET' })
    expect(new Set(holds.filter(({ isHard }) => isHard).map(({ part }) => part))).toEqual(
      new Set(['OBJECT', 'RIGHTS', 'APPRAISAL', 'SELLER', 'LEGAL']),
    )
    expect(parts.every(({ version, editable }) => version === 0 && editable.enabled)).toBe(true)
    expect(figures).toMatchObject({ isAccredited: true, priceToValue: '-1.2', median: null, stress: '10' })
    expect(Number(figures.stressedLoanToValue)).toBeGreaterThan(Number(figures.loanToValue))
    const refused = await move('acceptRealty')
    expect(refused.status).toBe(409)
    expect(refused.raw.body).toContain('Выписка из ЕГРН не внесена')
  })

  it('keeps what the agent entered, and sets the extract beside it', async () => {
    await write('RIGHTS', extractOf(today, { extractArea: '55' }))
    const { compared, object, holds } = await review()
    expect(compared.find(({ field }) => field === 'area')).toMatchObject({
      ...{ entered: '54.00', extract: '55', agrees: false },
    })
    expect(object.area).toBe('54.00')
    expect(holds.map(({ text }) => text)).toContain('Площадь, м²: в заявке не то, что в выписке')
    await write('RIGHTS', extractOf(today))
    expect((await review()).holds.some(({ part }) => part === 'RIGHTS')).toBe(false)
  })

  it('asks what it means when the number of owners differs', async () => {
    const two = [
      { key: 'a', name: 'Ёлкин Пётр', numerator: 1, denominator: 2 },
      { key: 'b', name: 'Ёлкина Анна', numerator: 1, denominator: 2 },
    ]
    const extract = extractOf(today, { extractOwnership: 'SHARED_PROPERTY', extractOwners: two })
    const silent = await save('RIGHTS', extract, await versionOf('RIGHTS'))
    expect(silent.status).toBe(400)
    expect(silent.raw.body).toContain('answers.mismatch')
    await write('RIGHTS', { ...extract, mismatch: 'EXTRACT' })
    expect((await review()).holds.map(({ text }) => text).join()).toContain('верните партнёру с замечанием')
    await write('RIGHTS', extractOf(today, { mismatch: 'EXTRACT' }))
    // Where the counts agree there is nothing to say of them.
    expect((await review()).parts.find(({ part }) => part === 'RIGHTS')?.answers['mismatch']).toBeUndefined()
  })

  it('refuses what is no answer, an old version, and whoever has no right', async () => {
    const version = await versionOf('SELLER')
    for (const answers of [
      { relation: 'COUSIN' },
      { unknown: 1 },
      { relation: 'NONE\u0000' },
      { otherwise: 'x' },
    ])
      expect((await save('SELLER', answers, version)).status).toBe(400)
    expect((await save('SELLER', { relation: 'NONE' }, version)).status).toBe(200)
    const late = await save('SELLER', { relation: 'RELATIVE' }, version)
    expect(late.status).toBe(409)
    expect(late.raw.body).toContain('"relation":"NONE"')
    expect((await save('SELLER', { relation: 'OTHER' }, version + 1, 'lawyer')).status).toBe(403)
    expect((await save('SELLER', { relation: 'OTHER' }, version + 1, 'workload')).status).toBe(403)
    for (const as of ['agent', 'partner-admin'] as const) {
      expect([403, 404]).toContain((await save('SELLER', {}, version + 1, as)).status)
      expect((await bank.call(api.getObjectReview, { params: at() }, { as })).status).toBe(403)
    }
  })

  it('is closed to whoever presented the object', async () => {
    const other = await examined(bank, 62, today)
    await sql`INSERT INTO case_stage (case_id, stage, entered_at, left_at, action, actor_id)
      VALUES (${Number(other.id)}, 'REALTY_SELECTION', now() - interval '2 day', now() - interval '1 day', 'presentRealty', 3)`.execute(
      bank.db,
    )
    const own = await save('OBJECT', { layout: 'MATCHES' }, 0, 'underwriter', other)
    expect(own.status).toBe(403)
    expect(own.raw.body).toContain('решает другой сотрудник')
  })

  it('belongs to its own case', async () => {
    const other = await underwritten(bank, 63)
    const params = { id: other.id, objectId: one.objectId }
    expect((await bank.call(api.getObjectReview, { params }, { as: 'underwriter' })).status).toBe(404)
  })

  it('tells its versions, alone and in the history of the application', async () => {
    const { body } = await bank.call(
      api.listReviewHistory,
      { params: { ...at(), part: 'RIGHTS' } },
      { as: 'underwriter' },
    )
    const told = body.content.flatMap(({ changes }) => changes.map(({ label }) => label))
    expect(told).toContain('Выписка: площадь')
    const { body: all } = await bank.call(
      searchCaseChanges,
      { params: { id: one.id }, body: { sections: ['OBJECT_REVIEW'] } },
      { as: 'underwriter' },
    )
    expect(all.totalElements).toBeGreaterThan(3)
  })
})

describe('the check list of the goal', () => {
  it('holds the object until it is answered whole', async () => {
    await write('OBJECT', { layout: 'MATCHES', emergency: 'NO' })
    await write('APPRAISAL', { report: 'ACCEPTED' })
    const whole = await fineAnswers()
    const [first] = Object.keys(whole)
    await write('LEGAL', { ...whole, [first ?? '']: null })
    const hard = (await review()).holds.filter(({ isHard }) => isHard)
    expect(hard).toMatchObject([{ part: 'LEGAL', text: expect.stringContaining('осталось 1') }])
    expect((await move('acceptRealty')).raw.body).toContain('осталось 1')
    await write('LEGAL', whole)
    expect((await review()).holds.filter(({ isHard }) => isHard)).toEqual([])
  })

  it('takes only answers that it offers, and tells each in the history', async () => {
    const whole = await fineAnswers()
    const [first] = Object.keys(whole)
    expect(
      (await save('LEGAL', { ...whole, [first ?? '']: 'Может быть' }, await versionOf('LEGAL'))).status,
    ).toBe(400)
    const { body } = await bank.call(
      api.listReviewHistory,
      { params: { ...at(), part: 'LEGAL' } },
      { as: 'underwriter' },
    )
    const { list } = await review()
    const told = body.content.flatMap(({ changes }) => changes.map(({ label }) => label))
    expect(told).toContain(list?.questions[0]?.ask)
  })

  it('has versions: a draft is published by right, and what was asked by one stays', async () => {
    const asked = (await review()).list
    const all = await bank.call(lists.listCheckLists, {}, { as: 'underwriter' })
    expect(all.body.filter(({ inForce }) => inForce)).toHaveLength(5)
    const begin = (as: Login) =>
      bank.call(lists.draftCheckList, { body: { goal: 'SECONDARY_MARKET' } }, { as })
    expect((await begin('underwriter')).status).toBe(403)
    const draft = await begin('uw-head')
    expect(draft.status, draft.raw.body).toBe(200)
    expect((await begin('uw-head')).status).toBe(409)
    const params = { listId: String(draft.body.id) }
    const content = { questions: [{ key: 'only', ask: 'Один вопрос?', kind: 'CHOICE', fine: 'Да' }] }
    const store = (version: number, questions: object) =>
      bank.call(
        lists.saveCheckList,
        { params, body: { content: questions, validFrom: null, version } },
        { as: 'uw-head' },
      )
    const saved = await store(draft.body.version, content)
    expect(saved.status, saved.raw.body).toBe(200)
    expect((await store(draft.body.version, content)).status).toBe(409)
    const go = (version: number, action = 'publish', id = params, comment = '') =>
      bank.call(lists.moveCheckList, { params: id, body: { action, version, comment } }, { as: 'uw-head' })
    const early = await go(saved.body.version)
    expect(early.status).toBe(409)
    expect(early.raw.body).toContain('хотя бы два ответа')
    const right = await store(saved.body.version, {
      questions: [{ key: 'only', ask: 'Один вопрос?', kind: 'CHOICE', fine: 'Да; Нет' }],
    })
    const published = await go(right.body.version)
    expect(published.status, published.raw.body).toBe(200)
    expect(published.body).toMatchObject({
      state: 'PUBLISHED',
      inForce: true,
      publishedBy: expect.any(String),
    })
    expect((await store(published.body.version, content)).status).toBe(409)
    // Who has been asked stays with the questions; whoever comes next gets the new ones.
    expect((await review()).list).toEqual(asked)
    const next = await examined(bank, 64, today)
    expect((await review('underwriter', next)).list?.questions).toHaveLength(1)
    const before = all.body.find(({ id }) => id === asked?.id)
    const used = await go(before?.version ?? 0, 'withdraw', { listId: String(before?.id) }, 'Ошибка')
    expect(used.status).toBe(409)
    expect((await go(published.body.version, 'withdraw', params, 'Ошибка в вопросе')).status).toBe(200)
    expect((await review('underwriter', next)).list?.questions.length).toBeGreaterThan(1)
    await expect(
      withAdmin(bank.connectionString, (owner) =>
        owner.query(`UPDATE check_list_version SET content = '{}' WHERE id = ${asked?.id}`),
      ),
    ).rejects.toThrow('does not change')
  })
})

const decide = async (
  code: string,
  {
    of = one,
    as = 'underwriter',
    ...more
  }: { of?: typeof one; as?: Login; reasons?: string[]; comment?: string } = {},
) => {
  const { body } = await bank.call(
    subjects.getSubjectDecisions,
    { params: { id: of.id } },
    { as: 'underwriter' },
  )
  const found = body.subjects.find(({ kind, id }) => kind === 'OBJECT' && id === Number(of.objectId))
  const subject = { kind: 'OBJECT' as const, id: Number(of.objectId) }
  const decision = { subject, seen: found?.seen ?? '', code, comment: 'По итогам экспертизы', ...more }
  return bank.call(
    subjects.recordSubjectDecision,
    { params: { id: of.id }, body: { decisions: [decision] } },
    { as },
  )
}

describe('the checks of an object', () => {
  it('are asked by themselves when it is presented', async () => {
    const other = await examined(bank, 68, today)
    const back = sql`UPDATE case_file SET stage = 'REALTY_SELECTION' WHERE id = ${Number(other.id)}`
    const place = sql`UPDATE case_stage SET stage = 'REALTY_SELECTION'
      WHERE case_id = ${Number(other.id)} AND left_at IS NULL`
    await Promise.all([back.execute(bank.db), place.execute(bank.db)])
    const asked = async () => {
      const { rows } = await sql<{ code: string }>`SELECT code FROM auto_check
        WHERE case_id = ${Number(other.id)} AND realty_id = ${Number(other.objectId)} ORDER BY code`.execute(
        bank.db,
      )
      return rows.map(({ code }) => code)
    }
    expect(await asked()).toEqual([])
    // Papers are another matter: none is asked for here.
    await withAdmin(bank.connectionString, async (owner) => {
      await owner.query('UPDATE document_rule_revision SET withdrawn_at = now()')
      await owner.query('UPDATE document_rule_set SET revision = revision + 1')
    })
    const presented = await move('presentRealty', 'agent', other)
    expect(presented.status, presented.raw.body).toBe(200)
    expect(await asked()).toEqual([
      'DEVELOPER_ACCREDITATION',
      'REALTY_EGRN',
      'REALTY_EMERGENCY',
      'REALTY_PRICE',
    ])
  })
})

describe('the decision on an object', () => {
  it('is no yes while something holds the object, whatever the way', async () => {
    const other = await examined(bank, 66, today)
    for (const code of ['POSITIVE', 'POSITIVE_CONDITIONS']) {
      const refused = await decide(code, { of: other })
      expect(refused.status).toBe(409)
      expect(refused.raw.body).toContain('Выписка из ЕГРН не внесена')
    }
    // Hands off the examination: the machine asks the same of whoever moves the case.
    expect((await move('acceptRealty', 'underwriter', other)).status).toBe(409)
  })

  it('is no yes of whoever has entered something of the object', async () => {
    const other = await examined(bank, 69, today)
    const params = { id: other.objectId }
    const { body: before } = await bank.call(getRealtyObject, { params }, { as: 'underwriter' })
    const body = { ...homeOf(today, { comment: 'Уточнена площадь' }), version: before.version }
    const saved = await bank.call(saveRealtyObject, { params, body }, { as: 'underwriter' })
    expect(saved.status, saved.raw.body).toBe(200)
    const refused = await decide('POSITIVE_CONDITIONS', { of: other })
    expect([refused.status, refused.error.message]).toEqual([
      403,
      expect.stringContaining('Вы вносили сведения об этом объекте'),
    ])
  })

  it('is a yes with conditions where something is not proven yet, and carries the case on', async () => {
    const unconditional = await decide('POSITIVE')
    expect(unconditional.status).toBe(409)
    expect(unconditional.raw.body).toContain('Соответствует с условиями')
    const early = await move('acceptRealty')
    expect(early.status).toBe(409)
    expect(early.raw.body).toContain('Сначала запишите решение по объекту')
    const yes = await decide('POSITIVE_CONDITIONS')
    expect(yes.status, yes.raw.body).toBe(200)
    const accepted = await move('acceptRealty')
    expect(accepted.status, accepted.raw.body).toBe(200)
    const closed = await save('OBJECT', { layout: 'AGREED' }, await versionOf('OBJECT'))
    expect(closed.status).toBe(409)
  })

  it('asks a lawyer where it says so', async () => {
    const other = await examined(bank, 67, today)
    expect((await decide('LEGAL_EXPERTISE', { of: other, comment: 'Проверить наследство' })).status).toBe(200)
    const { opinions: asked, askable } = await review('underwriter', other)
    expect(asked).toMatchObject([{ question: 'Проверить наследство', signedAt: null }])
    expect(askable.enabled).toBe(false)
    // One question stands open at a time, however often it is decided so.
    expect((await decide('LEGAL_EXPERTISE', { of: other })).status).toBe(200)
    expect((await review('underwriter', other)).opinions).toHaveLength(1)
  })

  it('sends the case back for another object, and the refused one is not presented again', async () => {
    const other = await examined(bank, 68, today)
    expect((await move('refuseRealty', 'underwriter', other)).raw.body).toContain(
      'не соответствует, с причиной',
    )
    const no = await decide('NEGATIVE', { of: other, reasons: ['R18'] })
    expect(no.status, no.raw.body).toBe(200)
    expect((await move('reworkRealty', 'underwriter', other)).status).toBe(409)
    const sent = await move('refuseRealty', 'underwriter', other)
    expect(sent.status, sent.raw.body).toBe(200)
    const again = await move('presentRealty', 'agent', other)
    expect(again.status).toBe(409)
    expect(again.raw.body).toContain('снимите его с заявки и представьте другой')
  })
})
