import { getApplicationTerms } from '@ipoteka-office/contract/full-applications/application-terms.ts'
import { listParticipants } from '@ipoteka-office/contract/cases/case-participants.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import {
  addRemark,
  changeRemark,
  getCase,
  listRemarks,
  moveCase,
} from '@ipoteka-office/contract/cases/cases.ts'
import { getCompleteness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import * as api from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { closeApplication, intakeApplications, listQueue } from '@ipoteka-office/contract/queue/queue.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import { standInChecks } from '#integrations/auto-checks/stand-in.ts'
import { sellMortgages } from '#testing/products.ts'
import { newDocument, pdfOf, withFile } from '#testing/documents.ts'
import {
  fillApplication,
  giveAuthority,
  openApplication,
  saveSection,
  signDecision,
} from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { wholeSections } from '#testing/whole-sections.ts'
import { checksWork } from './auto-checks.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

const midday = Temporal.Now.zonedDateTimeISO('Europe/Moscow').startOfDay().with({ hour: 12 })
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(midday.epochMilliseconds) }

let bank: TestApp
let engine: Engine
beforeAll(async () => {
  bank = await testApp({ clock })
  engine = caseEngine({ clock, references: bank.references, parameters: deliveredParameters })
  // The underwriter of the demo bank approves here: nobody else of the department is on shift.
  await sql`UPDATE approver SET employee_id = 3 WHERE id = 1`.execute(bank.db)
})
afterAll(() => bank.close())
beforeEach(async () => {
  await sql`UPDATE application SET closed_at = now() WHERE closed_at IS NULL AND number NOT LIKE 'И-%'`.execute(
    bank.db,
  )
  await sql`UPDATE approver SET max_open = 20, work_status = CASE WHEN id = 1 THEN 'ACTIVE' ELSE 'PAUSE' END,
    all_partners = true, all_regions = true`.execute(bank.db)
  await sql`UPDATE approver_workload w SET open_count = (SELECT count(*) FROM application a
    WHERE a.approver_id = w.approver_id AND a.closed_at IS NULL)`.execute(bank.db)
})

const headOf = async (id: string, as: Login = 'agent') =>
  (await bank.call(getCase, { params: { id } }, { as })).body
async function move(id: string, action: string, as: Login, more: { comment?: string; reason?: string } = {}) {
  const { version } = await headOf(id, as)
  return bank.call(moveCase, { params: { id }, body: { action, version, ...more } }, { as })
}
async function addDocuments(id: string) {
  const scan = await pdfOf(1)
  const params = { ownerType: 'APPLICATION', ownerId: id } as const
  const { body } = await bank.call(getCompleteness, { params }, { as: 'agent' })
  for (const { requirements, participant } of body.groups)
    for (const { documents, need, stage } of requirements) {
      const [type] = documents
      if (need !== 'REQUIRED' || stage !== 'DOCS_CHECK' || participant === null || type === undefined)
        continue
      const roleCode = participant.role as 'MAIN_BORROWER'
      const named = { typeCode: type.code, participant: { roleCode, name: participant.name } }
      await withFile(bank, await newDocument(bank, { ownerId: Number(id), ...named }), scan)
    }
}
async function ready(serial?: number, more: Record<string, unknown> = {}) {
  const one = await openApplication(bank)
  await fillApplication(bank, one, serial)
  if (Object.keys(more).length > 0)
    await saveSection(bank, one.id, 'CREDIT', { ...wholeSections.CREDIT, ...more }, { as: 'agent' })
  await addDocuments(one.id)
  return one
}
async function sent(serial?: number, more: Record<string, unknown> = {}) {
  const one = await ready(serial, more)
  const answer = await move(one.id, 'submit', 'agent')
  expect(answer.status, answer.raw.body).toBe(200)
  return one
}
const queueOf = async (id: string) => {
  const { rows } = await sql<{ approverId: number | null; closed: boolean; number: string }>`
    SELECT approver_id AS "approverId", closed_at IS NOT NULL AS closed, number FROM application
    WHERE id = ${Number(id)}`.execute(bank.db)
  const [row] = rows
  if (row === undefined) throw new Error('The application is not in the queue')
  const { number, ...rest } = row
  const { body } = await bank.call(listQueue, { body: { search: number } })
  return { ...rest, status: body.content[0]?.status.name }
}

describe('a new application', () => {
  it('has its borrower, its parameters and what is missing; others may not open one', async () => {
    const { id, number } = await openApplication(bank, { phone: '8 917 123-45-67', amount: '5000000' })
    expect(number).toMatch(/^И-\d\d-\d{6}$/)
    expect(await headOf(id)).toMatchObject({
      clientName: 'Сомова Анна',
      amount: '5000000.00',
      stage: 'FILLING',
    })
    const { body } = await bank.call(getQuestionnaire, { params: { id } }, { as: 'agent' })
    expect(body.gaps.map(({ field }) => field)).toContain('propertyPrice')
    const refused = await bank.call(
      api.createFullApplication,
      { body: { programme: '2', regionCode: '77', lastName: 'А', firstName: 'Б' } },
      { as: 'underwriter' },
    )
    expect(refused.status).toBe(403)
    const again = {
      programme: '2',
      regionCode: '77',
      lastName: 'Дваждина',
      firstName: 'Яна',
      phone: '89270001100',
    }
    const first = await bank.call(api.createFullApplication, { body: again }, { as: 'agent' })
    const found = await bank.call(api.createFullApplication, { body: again }, { as: 'agent' })
    expect([found.status, found.error.current]).toMatchObject([
      409,
      { duplicates: [{ id: first.body.id, reasons: ['PHONE'] }] },
    ])
    const seen = { ...again, confirmedDuplicates: [first.body.id] }
    expect((await bank.call(api.createFullApplication, { body: seen }, { as: 'agent' })).status).toBe(200)
    for (const [field, value] of Object.entries({ partnerId: 4, programme: 'нет', phone: '12' })) {
      const body = { programme: '2', regionCode: '77', lastName: 'А', firstName: 'Б', [field]: value }
      const wrong = await bank.call(api.createFullApplication, { body }, { as: 'agent' })
      expect([wrong.status, wrong.error.fields?.[0]?.path]).toEqual([400, field])
    }
  })

  it('is not sent with gaps or without documents, and says what is missing', async () => {
    const one = await openApplication(bank)
    const action = async () => (await headOf(one.id)).actions.find(({ code }) => code === 'submit')
    expect((await action())?.reasonDisabled).toMatch(/^Не заполнено \d+ пол/)
    expect((await move(one.id, 'submit', 'agent')).status).toBe(409)
    await fillApplication(bank, one)
    expect((await action())?.reasonDisabled).toMatch(/^Не хватает документов \(7\)/)
    await addDocuments(one.id)
    expect(await action()).toMatchObject({ enabled: true, reasonDisabled: null })
  })
})

describe('sending', () => {
  it('gives the application to an approver at once, with its task', async () => {
    const { id } = await sent()
    expect(await queueOf(id)).toEqual({ approverId: 1, closed: false, status: 'Проверка комплекта' })
    const { rows } =
      await sql`SELECT assignee_id AS assignee, state FROM case_task WHERE case_id = ${Number(id)} AND open`.execute(
        bank.db,
      )
    expect(rows).toEqual([{ assignee: 3, state: 'RUNNING' }])
    const mine = await bank.call(api.listMyChecks, { body: {} }, { as: 'underwriter' })
    expect(mine.body.content.find((row) => String(row.id) === id)).toMatchObject({
      sendings: 1,
      department: 'oic',
    })
    expect((await saveSection(bank, id, 'CREDIT', {}, { as: 'agent' })).status).toBe(409)
  })

  it('back for rework and sent again comes to the same approver with what has changed', async () => {
    const { id } = await sent()
    expect((await move(id, 'returnForRework', 'workload')).error.message).toMatch(/^Заявку проверяет /)
    expect((await move(id, 'returnForRework', 'underwriter')).error.message).toMatch(/^Добавьте хотя бы одно/)
    const remark = { section: 'CREDIT', type: 'INCOME_MISMATCH', text: 'Срок слишком велик' }
    await bank.call(addRemark, { params: { id }, body: remark }, { as: 'underwriter' })
    expect((await move(id, 'accept', 'underwriter')).status).toBe(409)
    expect((await move(id, 'returnForRework', 'underwriter')).status).toBe(200)
    expect(await queueOf(id)).toMatchObject({ closed: true, status: 'Доработка' })

    const credit = { ...wholeSections.CREDIT, termMonths: 180 }
    expect((await saveSection(bank, id, 'CREDIT', credit, { as: 'agent' })).status).toBe(200)
    expect((await move(id, 'resubmit', 'agent')).error.message).toMatch(/^Ответьте на замечание/)
    const [open] = (await bank.call(listRemarks, { params: { id } }, { as: 'agent' })).body
    const answer = { change: 'ANSWER', answer: 'Исправлено', version: open?.version ?? 0 } as const
    await bank.call(
      changeRemark,
      { params: { id, remarkId: String(open?.id) }, body: answer },
      { as: 'agent' },
    )
    await sql`UPDATE approver SET work_status = 'ACTIVE' WHERE id = 7`.execute(bank.db)
    expect((await move(id, 'resubmit', 'agent')).status).toBe(200)
    expect(await queueOf(id)).toMatchObject({ approverId: 1, closed: false })
    const { body } = await bank.call(api.getChangesSinceSending, { params: { id } }, { as: 'underwriter' })
    expect(body.changes).toEqual([
      expect.objectContaining({
        section: 'CREDIT',
        label: 'Срок кредита',
        before: '240\u00a0мес.',
        after: '180\u00a0мес.',
      }),
    ])
    expect((await move(id, 'accept', 'underwriter')).error.message).toMatch(
      /^Не приняты документы \(7\): Заявление-анкета/,
    )
  })

  it('of two at once happens once', async () => {
    const { id } = await ready()
    const answers = await Promise.all([move(id, 'submit', 'agent'), move(id, 'submit', 'agent')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows } = await sql`SELECT 1 FROM full_application_sending WHERE case_id = ${Number(id)}`.execute(
      bank.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('automatic checks', () => {
  async function accepted(serial: number, more: Record<string, unknown> = {}) {
    const { id } = await sent(serial, more)
    await sql`UPDATE document SET status = 'ACCEPTED' WHERE owner_type = 'APPLICATION' AND owner_id = ${Number(id)}`.execute(
      bank.db,
    )
    const answer = await move(id, 'accept', 'underwriter')
    expect(answer.status, answer.raw.body).toBe(200)
    return id
  }
  const work = (id: string) =>
    checksWork({ db: bank.db, engine, checks: () => standInChecks({ delayMs: 1 }) })({ caseId: Number(id) }, {
      signal: new AbortController().signal,
    } as never)

  it('lead on to underwriting, once whoever repeats the job', async () => {
    const id = await accepted(540)
    await Promise.allSettled([work(id), work(id)])
    await work(id)
    expect(await headOf(id, 'underwriter')).toMatchObject({ stage: 'UNDERWRITING' })
    const { rows } =
      await sql`SELECT 1 FROM case_stage WHERE case_id = ${Number(id)} AND stage = 'UNDERWRITING'`.execute(
        bank.db,
      )
    expect(rows).toHaveLength(1)
    const { body } = await bank.call(api.listAutoChecks, { params: { id } }, { as: 'underwriter' })
    expect(body.standIn).toBe(true)
    expect(body.checks.every(({ state }) => state === 'OK' || state === 'WARN')).toBe(true)
    const again = await bank.call(api.retryAutoChecks, { params: { id } }, { as: 'underwriter' })
    expect([again.status, again.body.restarted, body.mayRetry]).toEqual([200, 0, false])
    expect((await bank.call(api.retryAutoChecks, { params: { id } }, { as: 'agent' })).status).toBe(403)
  })

  it('that are obligatory hold the approval up until they are answered and in force', async () => {
    const id = await accepted(541)
    await giveAuthority(bank, 3, { exposure: '100000000' })
    await sql`UPDATE case_file SET amount = 9000000 WHERE id = ${Number(id)}`.execute(bank.db)
    await work(id)
    await work(id).catch(() => undefined)
    const approve = async () => {
      const { body: head } = await bank.call(getCase, { params: { id } }, { as: 'underwriter' })
      const shown = head.actions.find(({ code }) => code === 'approve')
      return { shown, answer: await signDecision(bank, { id, action: 'approve' }) }
    }
    await sql`UPDATE auto_check SET valid_until = ${clock.now()}::timestamptz - interval '1 minute'
      WHERE case_id = ${Number(id)} AND code = 'TERRORIST_115FZ'`.execute(bank.db)
    await sql`UPDATE auto_check SET participant_id = NULL WHERE case_id = ${Number(id)} AND code = 'BKI_SCORING'`.execute(
      bank.db,
    )
    const { shown, answer } = await approve()
    expect(answer.status).toBe(409)
    expect(answer.error.message).toMatch(
      /Кредитная история.* — не запрошена; Перечни 115-ФЗ.* — ответ устарел/,
    )
    expect(shown?.reasonDisabled).toBe(answer.error.message)
    const params = { params: { id } }
    expect((await bank.call(api.listAutoChecks, params, { as: 'underwriter' })).body.mayRetry).toBe(true)
    expect((await bank.call(api.retryAutoChecks, params, { as: 'underwriter' })).body.restarted).toBe(2)
    await work(id)
    expect((await approve()).answer.body.stage).toBe('APPROVED')
    // The bank goes on asking after its decision, and not where the application is over.
    await sql`UPDATE auto_check SET valid_until = ${clock.now()}::timestamptz WHERE case_id = ${Number(id)} AND code = 'FSSP'`.execute(
      bank.db,
    )
    expect((await bank.call(api.retryAutoChecks, params, { as: 'underwriter' })).body.restarted).toBe(1)
    await work(id)
    await sql`UPDATE case_file SET stage = 'EXPIRED' WHERE id = ${Number(id)}`.execute(bank.db)
    const late = await bank.call(api.retryAutoChecks, params, { as: 'underwriter' })
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('пока заявка у банка')])
  })

  it('stop an application with an invalid passport', async () => {
    const id = await accepted(513)
    await work(id)
    expect(await headOf(id)).toMatchObject({ stage: 'REJECTED' })
  })

  it('do not take a silent service for a pass, and go on when it answers', async () => {
    const id = await accepted(531)
    await expect(work(id)).rejects.toThrow(/not answered/)
    expect(await headOf(id, 'underwriter')).toMatchObject({ stage: 'AUTO_CHECKS' })
    // The agent is told that the bank considers it, not that a service is silent.
    expect(await headOf(id)).toMatchObject({ stage: 'UNDERWRITING', stageName: 'Андеррайтинг' })
    await work(id)
    expect((await headOf(id, 'underwriter')).stage).not.toBe('AUTO_CHECKS')
  })
})

describe('an approver', () => {
  it('takes the next application that fits, and is told why there is none', async () => {
    await sql`UPDATE approver SET work_status = 'PAUSE'`.execute(bank.db)
    const { id, number } = await sent()
    expect(await queueOf(id)).toMatchObject({ approverId: null })
    const next = () => bank.call(api.takeNextCheck, {}, { as: 'underwriter' })
    expect((await next()).body).toMatchObject({ id: null, message: expect.stringContaining('не активен') })
    await sql`UPDATE approver SET work_status = 'ACTIVE' WHERE id = 1`.execute(bank.db)
    expect((await next()).body).toMatchObject({ id: Number(id), number })
    expect(await queueOf(id)).toMatchObject({ approverId: 1 })
    expect((await next()).body).toEqual({ id: null, number: null, message: 'Свободных заявок нет' })
    expect((await bank.call(api.takeNextCheck, {}, { as: 'agent' })).status).toBe(403)
    expect((await bank.call(api.listMyChecks, { body: {} }, { as: 'agent' })).status).toBe(403)
  })

  it('loses an application that another system closes; its number is nobody else’s', async () => {
    const { id, number } = await sent()
    await sql`UPDATE application SET intake_hash = 'as handed in' WHERE id = ${Number(id)}`.execute(bank.db)
    const closed = await bank.call(
      closeApplication,
      { params: { id }, body: { status: 'APPROVED_CONDITIONAL' } },
      { as: 'workload' },
    )
    expect(closed.body).toMatchObject({
      status: { code: 'APPROVED', name: 'Одобрена' },
      outsideStatus: { code: 'APPROVED_CONDITIONAL' },
    })
    expect(await headOf(id)).toMatchObject({ stage: 'APPROVED' })
    const draft = await openApplication(bank)
    for (const taken of [number, draft.number]) {
      const { rows } = await sql<{
        level: string
      }>`SELECT code AS level FROM reference_item WHERE dictionary = 'loanApplicationLevel' LIMIT 1`.execute(
        bank.db,
      )
      const item = {
        number: taken,
        clientName: 'Сомова',
        programme: 'Новостройка',
        level: rows[0]?.level,
        status: 'UNDERWRITING',
        partnerId: 2,
        region: '77',
      }
      const answer = await bank.call(intakeApplications, { body: [item] }, { as: 'workload' })
      expect(answer.body.results[0]).toMatchObject({ outcome: 'REFUSED' })
    }
  })
})

describe('another partner', () => {
  it('reaches nothing of an application', async () => {
    const { id } = await bank.db.transaction().execute((tx) =>
      createCase(engine, tx, bySystem, {
        type: 'FULL_APPLICATION',
        partnerId: 4,
        clientName: 'Орлова Вера',
      }),
    )
    const at = { params: { id: String(id) } }
    const agent = { as: 'agent' } as const
    const answers = [
      await bank.call(api.getProgrammeRules, at, agent),
      await bank.call(getApplicationTerms, at, agent),
      await bank.call(api.getChangesSinceSending, at, agent),
      await bank.call(api.listAutoChecks, at, agent),
      await bank.call(listParticipants, at, agent),
      await bank.call(getQuestionnaire, at, agent),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await bank.call(api.getProgrammeRules, at, { as: 'support' })).status).not.toBe(200)
    const own = { params: { id: (await openApplication(bank)).id } }
    expect((await bank.call(api.getProgrammeRules, own, agent)).body).toMatchObject([
      { code: 'programme', state: 'UNKNOWN', datum: 'по программе нет выпущенного продукта' },
    ])
    await sellMortgages(bank)
    const rules = await bank.call(api.getProgrammeRules, own, agent)
    expect(rules.body.find(({ code }) => code === 'downPayment')).toMatchObject({ state: 'UNKNOWN' })
  })
})
