import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import * as sections from '@ipoteka-office/contract/cases/case-sections.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { getDecisions, recordDecision } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  getSubjectDecisions,
  recordSubjectDecision,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { sql } from 'kysely'
import { obligatoryChecks } from '#features/full-applications/auto-checks.rules.ts'
import type { CallOptions, TestApp } from './test-app.ts'
import type { Login } from './test-tokens.ts'
import { wholeSections } from './whole-sections.ts'

/** Saves a section of the case, or of a participant, over its present version. */
export async function saveSection(
  bank: TestApp,
  id: string,
  section: SectionCode,
  data: Record<string, unknown>,
  options: CallOptions & { readonly participantId?: number } = { as: 'agent' },
) {
  if (sections.sectionOf(section).scope === 'CASE') {
    const params = { id, section }
    const { body } = await bank.call(sections.getCaseSection, { params }, options)
    return bank.call(sections.saveCaseSection, { params, body: { data, version: body.version } }, options)
  }
  const params = { id, section, participantId: String(options.participantId) }
  const { body } = await bank.call(sections.getParticipantSection, { params }, options)
  return bank.call(
    sections.saveParticipantSection,
    { params, body: { data, version: body.version } },
    options,
  )
}

/** Opens a full application of the agent's partner, with its main borrower. */
export async function openApplication(
  bank: TestApp,
  more: Record<string, unknown> = {},
): Promise<{ id: string; number: string; borrower: number }> {
  const body = { programme: '2', regionCode: '77', lastName: 'Сомова', firstName: 'Анна', ...more }
  const made = await bank.call(createFullApplication, { body }, { as: 'agent' })
  if (made.status !== 200) throw new Error(`The application was not made: ${made.raw.body}`)
  const id = String(made.body.id)
  const { body: questionnaire } = await bank.call(
    sections.getQuestionnaire,
    { params: { id } },
    { as: 'agent' },
  )
  const borrower = questionnaire.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  return { id, number: made.body.number, borrower }
}

/** Fills every section of an application, the borrower's numbers made different by `serial`. */
export async function fillApplication(
  bank: TestApp,
  { id, borrower }: { readonly id: string; readonly borrower: number },
  serial = 456,
): Promise<void> {
  for (const [code, values] of Object.entries(wholeSections)) {
    const passport = `3610123${String(serial).padStart(3, '0')}`
    const data = code === 'PERSONAL' ? { ...values, passport } : values
    const saved = await saveSection(bank, id, code as SectionCode, data, {
      as: 'agent',
      participantId: borrower,
    })
    if (saved.status !== 200) throw new Error(`${code} was not saved: ${saved.raw.body}`)
  }
}

/** What one may approve, from today on; roubles and percent. */
export async function giveAuthority(
  bank: TestApp,
  employeeId: number,
  { exposure = '10000000', debtLoad = '80', deviations = [] as readonly string[] } = {},
): Promise<void> {
  for (const product of ['MORTGAGE', 'CASH_LOAN'])
    await sql`
      INSERT INTO decision_authority (employee_id, product, max_exposure, max_loan_to_value, max_debt_load, deviations, valid_from)
      VALUES (${employeeId}, ${product}, ${exposure}, 95, ${debtLoad}, ${[...deviations]}::text[], current_date - 400)`.execute(
      bank.db,
    )
}

/** A whole application of the agent that has come to underwriting with its obligatory checks answered. */
export async function underwritten(
  bank: TestApp,
  serial: number,
  /** Whether the underwriter has said yes to those who owe already. */
  { decided = true } = {},
): Promise<{ id: string; number: string }> {
  const one = await openApplication(bank)
  await fillApplication(bank, one, serial)
  // Each of them is another human being: the exposure of one is not the other's.
  await sql`UPDATE person SET snils = NULL, inn = NULL, birth_date = birth_date + ${serial}::int
    WHERE id IN (SELECT person_id FROM case_participant WHERE case_id = ${Number(one.id)})`.execute(bank.db)
  await sql`UPDATE case_file SET stage = 'UNDERWRITING' WHERE id = ${Number(one.id)}`.execute(bank.db)
  await sql`UPDATE case_stage SET stage = 'UNDERWRITING' WHERE case_id = ${Number(one.id)}`.execute(bank.db)
  await sql`
    INSERT INTO auto_check (case_id, participant_id, code, state, text, requested_at, answered_at, valid_until, attempts)
    SELECT ${Number(one.id)}, p.id, c.code, 'OK', 'Замечаний нет', now(), now(), now() + interval '10 days', 1
    FROM case_participant p, unnest(${[...obligatoryChecks]}::text[]) c (code)
    WHERE p.case_id = ${Number(one.id)}`.execute(bank.db)
  if (decided)
    await sql`
      INSERT INTO subject_decision (case_id, participant_id, at, author_id, level, stage, code, facts)
      SELECT case_id, id, now(), 3, 'UNDERWRITER', 'UNDERWRITING', 'POSITIVE', subject_facts(id, NULL) FROM case_participant
      WHERE case_id = ${Number(one.id)} AND removed_at IS NULL`.execute(bank.db)
  return one
}

/** Says yes to every subject of a case that lacks it; where the person may not, nothing is recorded. */
export async function decideSubjects(bank: TestApp, id: string, as: Login = 'underwriter'): Promise<void> {
  const { body: sheet } = await bank.call(getSubjectDecisions, { params: { id } }, { as })
  const decisions = sheet.subjects?.flatMap(({ kind, id: subjectId, seen, lack }) =>
    lack === null ? [] : [{ subject: { kind, id: subjectId }, seen, code: 'POSITIVE' }],
  )
  if (decisions !== undefined && decisions.length > 0)
    await bank.call(recordSubjectDecision, { params: { id }, body: { decisions } }, { as })
}

const approvals: ReadonlySet<string> = new Set(['approve', 'agree', 'approveByCommittee'])

/** Signs a decision on the terms that the client asks for, or on others. */
export async function signDecision(
  bank: TestApp,
  { id, action, as = 'underwriter' }: { readonly id: string; readonly action: string; readonly as?: Login },
  more: object = {},
) {
  if (approvals.has(action)) await decideSubjects(bank, id, as)
  const { body: sheet } = await bank.call(getDecisions, { params: { id } }, { as })
  const { version, requested } = sheet
  const body = { action, version, ...requested, comment: 'Доход подтверждён справкой и выпиской', ...more }
  return bank.call(recordDecision, { params: { id }, body }, { as })
}

/** SQL: the step `s` of the case `f` has its decision, whole, by who took it and under an authority that sufficed. */
export const isSigned = `EXISTS (SELECT FROM case_decision d LEFT JOIN decision_authority a ON a.id = d.authority_id
  WHERE d.case_id = f.id AND d.action = s.action AND d.at = s.left_at AND d.author_id = s.actor_id AND d.hash = decision_hash(d)
    AND (a.id IS NULL OR d.amount <= a.max_exposure AND d.debt_load <= a.max_debt_load))`

/** An application with a credit and a borrower whose rate can be asked: insured and registered electronically. */
export async function openPriceableApplication(bank: TestApp): Promise<string> {
  const { id, borrower } = await openApplication(bank)
  const credit = { ...wholeSections.CREDIT, lifeInsurance: true, electronicRegistration: true }
  const saved = [
    await saveSection(bank, id, 'CREDIT', credit),
    await saveSection(
      bank,
      id,
      'PERSONAL',
      { ...wholeSections.PERSONAL },
      { as: 'agent', participantId: borrower },
    ),
  ]
  const refused = saved.find(({ status }) => status !== 200)
  if (refused !== undefined) throw new Error(refused.raw.body)
  return id
}
