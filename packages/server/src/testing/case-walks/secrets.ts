import { CaseType, machines, queuedType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { isVeiled, shownStage } from '@ipoteka-office/contract/machines/shown-to-partners.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { inventReport } from '#integrations/credit-bureaus/stand-in/invent-report.ts'
import type { ForeignIds } from '../case-calls.ts'
import { withRules } from './assignment-rules.ts'
import { undeclared } from '../bureaus/bureau-reports.ts'
import type { TestApp } from '../test-app.ts'

const full = machines.FULL_APPLICATION

/** Stages of a full application that people of partners are not told of. */
export const hiddenStages = Object.keys(full.states).filter((stage) => isVeiled(full, stage))

/** Recognisable words, one for each place. */
const secrets = {
  check: 'КанарейкаПроверки',
  bureau: 'КанарейкаБюро',
  employee: 'Канарейкина',
  words: 'КанарейкаСлова',
  taskWords: 'КанарейкаЗадачи',
  engine: 'КанарейкаДвижка',
  note: 'КанарейкаЗаметки',
  deletedNote: 'КанарейкаУдалённой',
  control: 'КанарейкаКонтроля',
  worksheet: 'КанарейкаЛиста',
  obligation: 'КанарейкаОбязательства',
  paper: 'КанарейкаБумаги',
  run: 'КанарейкаЗапуска',
  dispute: 'КанарейкаСпора',
  report: 'КанарейкаОтчёта',
  request: 'КанарейкаЗапроса',
  subject: 'КанарейкаЗаёмщика',
  signal: 'КанарейкаПризнака',
  verdict: 'КанарейкаВердикта',
  device: 'kanareika-ustroistva',
  network: '203.0.113.77',
  condition: 'КанарейкаУсловия',
  review: 'КанарейкаЭкспертизы',
  question: 'КанарейкаВопроса',
  opinion: 'КанарейкаЗаключения',
  vote: 'КанарейкаГолоса',
  scorecard: 'КанарейкаКарты',
  notice: 'КанарейкаСообщения',
  insurer: 'КанарейкаСтраховщика',
  rule: 'КанарейкаПравила',
  cap: 'КанарейкаПотолка',
  surcharge: 'КанарейкаНадбавки',
} as const

/** Of states that are shown as others: their codes, names and tasks; and how the moves inside are called. */
function wordsOf(type: CaseType): string[] {
  const machine = machines[type]
  const inside = Object.entries(machine.states).filter(([code]) => shownStage(machine, code) !== code)
  const ways = machine.transitions.filter(
    ({ from, to }) => isVeiled(machine, from) && isVeiled(machine, to) && shownStage(machine, to) !== to,
  )
  return [
    ...inside.flatMap(([code, { name, task }]) => [code, name, ...(task === undefined ? [] : [task.title])]),
    ...ways.flatMap(({ action, label }) => [`"${action}"`, label]),
  ]
}

/** What none of the partner's people may find anywhere. */
export const canary: readonly string[] = [
  ...Object.values(secrets),
  ...new Set(CaseType.options.flatMap(wordsOf)),
  // The reason that the dictionary calls silent, and the score.
  'Перечень 115-ФЗ',
  '"score":777123',
  '8642097',
  'Рассмотреть заявку',
]

/** Who of the bank checks: has no rights and so stands in no list of people. */
const employeeId = async ({ db }: Pick<TestApp, 'db'>): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM employee WHERE last_name = ${secrets.employee}`.execute(db)
  return rows[0]?.id ?? 0
}

/** What the search for fraud keeps: signs, a verdict, from where the questionnaire was saved. */
async function plantFraud(db: Db, caseId: number): Promise<void> {
  const signal = {
    code: 'SHARED_PHONE',
    state: 'FIRED',
    weight: 1,
    value: secrets.signal,
    norm: '',
    evidence: [],
    missing: null,
  }
  await sql`
    WITH run AS (INSERT INTO fraud_run (case_id, at, cause, score, band, print, signals)
      VALUES (${caseId}, now(), ${secrets.signal}, 1, 'LOW', 'planted', ${JSON.stringify([signal])}::text::jsonb) RETURNING id)
    INSERT INTO fraud_verdict (case_id, run_id, verdict, words, said_by, said_at)
    SELECT ${caseId}, id, 'SUSPECTED', ${secrets.verdict}, 10, now() FROM run`.execute(db)
  await sql`INSERT INTO save_mark (case_id, section, employee_id, at, device, address)
    VALUES (${caseId}, 'CREDIT', 4, now(), ${secrets.device}, ${secrets.network}::inet)`.execute(db)
}

/** A rule of assignment, and a case that it gave to somebody. */
async function plantRule(db: Db, caseId: number): Promise<void> {
  await withRules(db, queuedType, [{ name: secrets.rule, strategy: 'AUTHOR' }])
  await sql`INSERT INTO case_assignment (case_id, at, cause, outcome, scope, set_id, rule_id, rule_name, employee_id, reason, passed)
    SELECT ${caseId}, now(), 'NEW', 'ASSIGNED', v.scope, v.id, 1, ${secrets.rule}, 4, ${secrets.rule}, ARRAY[${secrets.rule}]
    FROM assignment_set v WHERE v.scope = ${queuedType} AND v.state = 'ACTIVE'`.execute(db)
  await sql`INSERT INTO case_manager_change (case_id, to_id, comment) VALUES (${caseId}, 4, ${`По правилу «${secrets.rule}»`})`.execute(
    db,
  )
}

/** Writes recognisable values wherever a case has something that is the bank's alone. */
export async function plantSecrets(bank: TestApp, ids: ForeignIds): Promise<void> {
  await sql`UPDATE insurance_agreement SET answer = ${JSON.stringify({ text: secrets.insurer, standIn: true })}::text::jsonb
    WHERE id = ${Number(ids.agreement)}`.execute(bank.db)
  await sql`UPDATE insurance_offer SET considered = ${JSON.stringify([{ passedBy: secrets.insurer }])}::text::jsonb`.execute(
    bank.db,
  )
  const { db } = bank
  await sql`INSERT INTO employee (partner_id, last_name, first_name, job_title)
    VALUES (${seedPartners.bank.id}, ${secrets.employee}, 'Анна', 'служба безопасности')`.execute(db)
  await plantRule(db, Number(ids.full))
  for (const id of [ids.full, ids.loan])
    await sql`INSERT INTO auto_check (case_id, code, state, text, requested_at, answered_at)
      VALUES (${Number(id)}, 'FSSP', 'FAIL', ${secrets.check}, now(), now())`.execute(db)
  await sql`
    WITH run AS (INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, request, response)
      SELECT id, case_id, 'AUTO_CHECKS', 1, now(), 5, 'FAIL', text, to_jsonb(text), to_jsonb(text) FROM auto_check
      WHERE text = ${secrets.check}),
    risk AS (INSERT INTO accepted_risk (check_id, case_id, state, text, reason, valid_to, taken_by, taken_at)
      SELECT id, case_id, state, text, text, current_date + 9, 3, now() FROM auto_check WHERE text = ${secrets.check})
    INSERT INTO auto_check_verdict (check_id, case_id, state, text, verdict, comment, said_by, said_at)
    SELECT id, case_id, state, text, 'NOT_PASSED', text, 3, now() FROM auto_check WHERE text = ${secrets.check}`.execute(
    db,
  )
  const loan = Number(ids.loan)
  await sql`UPDATE case_file SET stage = 'AUTO_CHECKS' WHERE id = ${loan}`.execute(db)
  await sql`UPDATE case_stage SET stage = 'AUTO_CHECKS' WHERE case_id = ${loan} AND left_at IS NULL`.execute(
    db,
  )
  await sql`INSERT INTO self_ban_check (case_id, participant_id, state, requested_at, answered_at, valid_until, bureaus)
    SELECT ${Number(ids.loan)}, id, 'CLEAR', now(), now(), now() + interval '1 day',
      ${JSON.stringify([{ name: secrets.bureau, answer: 'NO_BAN' }])}::text::jsonb
    FROM case_participant WHERE case_id = ${Number(ids.loan)}`.execute(db)
  // The deleted one is shown to its author alone, who is of the bank.
  for (const [text, deletedAt] of [
    [secrets.note, null],
    [secrets.deletedNote, new Date()],
  ] as const)
    await sql`INSERT INTO case_comment (case_id, author_id, text, internal, deleted_at)
      VALUES (${Number(ids.full)}, (SELECT id FROM employee WHERE login = 'admin'), ${text}, true, ${deletedAt})`.execute(
      db,
    )
  await sql`INSERT INTO individual_control (case_id, participant_id, cause, cause_text, started_at)
    SELECT case_id, id, 'HAND', ${secrets.control}, now() FROM case_participant
    WHERE case_id = ${Number(ids.full)} AND role = 'MAIN_BORROWER'`.execute(db)
  // What the bank has taken of the income too: ПДН of the partner stays that of the questionnaire.
  await sql`
    WITH worksheet AS (INSERT INTO underwriting_worksheet (case_id, participant_id, field, taken, source, reason, words, taken_by,
        taken_at)
      SELECT case_id, id, f.field, jsonb_build_object(f.field, f.value), 'OTHER', 'OTHER', ${secrets.worksheet}, 3, now()
      FROM case_participant, (VALUES ('position', ${secrets.worksheet}), ('income', '8642097')) f (field, value)
      WHERE case_id = ${Number(ids.full)} AND role = 'MAIN_BORROWER' RETURNING case_id, participant_id)
    INSERT INTO underwriting_income (case_id, participant_id, excluded, saved_by, saved_at)
    SELECT DISTINCT case_id, participant_id, jsonb_build_array(jsonb_build_object('source', 'ACCOUNT',
      'month', '2026-01', 'code', NULL, 'amount', NULL, 'reason', 'OTHER', 'words', ${secrets.worksheet}::text)), 3, now()
    FROM worksheet`.execute(db)
  await sql`
    INSERT INTO underwriting_obligation (case_id, participant_id, key, own, words, saved_by, saved_at)
    SELECT case_id, id, 'own.1', ${JSON.stringify({
      ...{
        type: 'CASH',
        creditor: secrets.obligation,
        contractNumber: '',
        limit: '1',
        balance: '1',
        rate: null,
      },
      ...{ monthsLeft: null, payment: '7531', overdue: '0', documentId: 1, words: secrets.obligation },
    })}::text::jsonb, ${secrets.obligation}, 3, now()
    FROM case_participant WHERE case_id = ${Number(ids.full)} AND role = 'MAIN_BORROWER'`.execute(db)
  await sql`INSERT INTO underwriting_call (case_id, participant_id, called, phone, number_source, spoke_with, result, said,
      called_by, called_at, written_by)
    SELECT case_id, id, 'EMPLOYER', ${secrets.worksheet}, 'SITE', ${secrets.worksheet}, 'NOT_CONFIRMED', ${secrets.worksheet}, 3,
      now(), 3
    FROM case_participant WHERE case_id = ${Number(ids.full)} AND role = 'MAIN_BORROWER'`.execute(db)
  await sql`INSERT INTO document (owner_type, owner_id, type_code, title, source, sort, internal)
    SELECT owner_type, owner_id, 'CONTROL_FORM', ${secrets.paper}, source, sort + 1, true FROM document
    WHERE id = ${Number(ids.document)}`.execute(db)
  await sql`INSERT INTO subject_decision (case_id, participant_id, at, author_id, level, stage, code, comment, facts)
    SELECT case_id, id, now(), 3, 'UNDERWRITER', 'UNDERWRITING', 'NEGATIVE', ${secrets.subject}, subject_facts(id, NULL)
    FROM case_participant WHERE case_id = ${Number(ids.full)} AND role = 'MAIN_BORROWER'`.execute(db)
  await plantFraud(db, Number(ids.full))
  const plainRate = {
    ...{ product: 'Ипотека', release: 1, base: { points: '17.000', source: '' }, total: '17.500' },
    steps: [{ kind: 'SURCHARGE', name: secrets.surcharge, points: '0.500', source: '' }],
  }
  await sql`
    WITH signed AS (INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action, snapshot)
      VALUES (${Number(ids.full)}, now(), 3, 'UNDERWRITER', 'ESCALATE', 'UNDERWRITING', 'toControl',
        ${JSON.stringify({ rateStructure: plainRate })}::text::jsonb) RETURNING id, case_id),
    told AS (INSERT INTO bureau_notice (case_id, decision_id, participant_id, bureau, event, state, queued_at, ended_at, error)
      SELECT s.case_id, s.id, p.id, 'NBKI', '1.3', 'FAILED', now(), now(), ${secrets.notice}
      FROM signed s JOIN case_participant p ON p.case_id = s.case_id AND p.role = 'MAIN_BORROWER')
    INSERT INTO case_condition (case_id, decision_id, text, category, point, owner, clearer, printed, created_at)
    SELECT case_id, id, ${secrets.condition}, 'CHECK', 'BEFORE_DEAL', 'UNDERWRITER', 'UNDERWRITER', false, now()
    FROM signed`.execute(db)
  await sql`INSERT INTO committee_vote (case_id, stay, employee_id, chairman, vote, comment, at)
    SELECT id, stage_since, 3, false, 'FOR', ${secrets.vote}, now() FROM case_file WHERE id = ${Number(ids.full)}`.execute(
    db,
  )
  const plainOffer = {
    ...{ place: 1, amount: '1000000', termMonths: 120, rate: '17', downPayment: null, payment: null },
    ...{ fullLoanCost: null, addedIncome: null, paidOff: [] },
  }
  await sql`INSERT INTO committee_offer (case_id, stay, author_id, offers, comment, at)
    SELECT id, stage_since, 3, ${JSON.stringify([{ ...plainOffer, clientText: secrets.vote }])}::text::jsonb,
      ${secrets.vote}, now() FROM case_file WHERE id = ${Number(ids.full)}`.execute(db)
  const answer = { result: 'REJECT', requestNumber: '1', strategy: secrets.run, notes: [secrets.run] }
  const factor = { code: 'X', name: secrets.run, value: '1', norm: '0', lift: secrets.run }
  await sql`
    WITH run AS (INSERT INTO decision_run (case_id, stage, requested_at, state, answered_at, answer, request, response)
      SELECT ${Number(ids.full)}, 'AUTO_CHECKS', now(), 'ANSWERED', now(), a.answer, a.answer, a.answer
      FROM (SELECT ${JSON.stringify({ ...answer, factors: [factor] })}::text::jsonb AS answer) a RETURNING id, case_id)
    INSERT INTO stop_dispute (run_id, case_id, factor, value, comment, disputed_by, disputed_at, task_id)
    SELECT id, case_id, 'X', '1', ${secrets.dispute}, 3, now(), ${Number(ids.task)} FROM run`.execute(db)
  await plantScore(db, Number(ids.full))
  await sql`INSERT INTO rate_cap (product, rate, valid_from, ground)
    VALUES ('MORTGAGE', 0.5, '2020-01-01', ${secrets.cap}), ('CASH_LOAN', 0.5, '2020-01-01', ${secrets.cap})`.execute(
    db,
  )
  await plantReport(db, ids)
  const said = { sellerNote: secrets.review }
  await sql`INSERT INTO object_review (case_id, object_id, part, answers, told, saved_by, saved_at)
    VALUES (${Number(ids.full)}, ${Number(ids.realty)}, 'SELLER', ${JSON.stringify(said)}::text::jsonb,
      ${JSON.stringify(said)}::text::jsonb, 3, now())`.execute(db)
  await sql`INSERT INTO legal_opinion (case_id, object_id, question, requested_by, requested_at, task_id, answers)
    VALUES (${Number(ids.full)}, ${Number(ids.realty)}, ${secrets.question}, 3, now(), ${Number(ids.task)},
      ${JSON.stringify({ text: secrets.opinion })}::text::jsonb)`.execute(db)
  await sql`INSERT INTO pre_decision (application_id, state, answered_at, source, answer)
    VALUES (${Number(ids.short)}, 'REJECTED', now(), 'SERVICE', ${JSON.stringify({
      ...{ requestNumber: '1', score: 777123, maxAmount: '1000000.00', rate: '12', debtLoad: '40' },
      notes: [secrets.engine],
    })}::text::jsonb)`.execute(db)
}

/** A score by a version of the scorecard, whose sum follows from what the version says. */
async function plantScore(db: Db, caseId: number): Promise<void> {
  const content = {
    ...{ pdo: 20, targetScore: 600, targetOdds: 50, base: 733, characteristics: [] },
    bands: [{ from: null, advice: 'REVIEW' }],
  }
  await sql`
    WITH version AS (
      INSERT INTO scorecard_version (number, title, content, state, author_id, contributors, created_at)
      VALUES (9733, ${secrets.scorecard}, ${JSON.stringify(content)}::text::jsonb, 'WITHDRAWN', 1, '{1}', now()) RETURNING id)
    INSERT INTO scorecard_run (case_id, version_id, score, at, role, advice, stage, facts)
    SELECT ${caseId}, id, 733, now(), 'CHAMPION', 'REVIEW', 'AUTO_CHECKS', '{}' FROM version`.execute(db)
}

/** A report of a bureau, with a credit that nobody has declared. */
async function plantReport(db: Db, { full, participant }: ForeignIds): Promise<void> {
  const content = inventReport({
    ...{ requestId: '1', bureau: 'NBKI', purpose: 'NEW_LOAN', attempt: 1, today: '2026-01-10' },
    consent: { signedOn: '2026-01-10', validTo: '2026-06-10' },
    person: {
      ...{ lastName: secrets.report, firstName: 'Пётр', middleName: null, birthDate: '1985-04-12' },
      ...{ passport: '9209235857', inn: null, snils: null, phone: null, address: secrets.report },
    },
    told: [],
  })
  const account = { ...undeclared, creditor: secrets.report }
  await sql`
    WITH report AS (INSERT INTO credit_report (bureau, case_id, participant_id, number, report_date, received_at, content,
        encoding, size, sealed, sealed_for, key_id, stand_in)
      VALUES ('NBKI', ${Number(full)}, ${Number(participant)}, ${secrets.report}, current_date, now(),
        ${JSON.stringify({ ...content, accounts: [account] })}::text::jsonb, 'utf-8', 1, '\\x00', '1', 'training', true) RETURNING id)
    INSERT INTO credit_report_request (case_id, participant_id, bureau, reason, stage, requested_at, consent_on, consent_to, state,
      answered_at, report_id)
    SELECT ${Number(full)}, ${Number(participant)}, 'NBKI', ${secrets.request}, 'AUTO_CHECKS', now(), current_date, current_date,
      'ANSWERED', now(), id FROM report`.execute(db)
}

/** Behind the veil the case has been in every stage before this one, some longer than others. */
const wayTo = (stage: string): string[] => {
  const inside = hiddenStages.filter((one) => one !== 'REALTY_CHECK' && one !== stage)
  return stage === 'REJECTED' ? inside : [...inside.slice(0, hiddenStages.indexOf(stage) + 1), stage]
}

interface Hidden {
  readonly id: number
  readonly stage: string
  /** Who of the bank has the case. */
  readonly actor: number
  /** The stages that the case has been in, the present one last. */
  readonly visits: readonly string[]
  /** A number that differs from stage to stage. */
  readonly step: number
}

/** The stay that is shown as one begins at the same moment; what lies inside differs. */
function momentOf({ stage, step }: Hidden, at: number): Date {
  const inside = at < 3 ? at : 2 + (at - 2) * step
  return new Date(Date.UTC(2026, 2, 1 + (stage === 'REJECTED' ? at : inside)))
}

async function writeStays(db: Db, hidden: Hidden): Promise<void> {
  const { id, actor, visits } = hidden
  await sql`DELETE FROM case_stage WHERE case_id = ${id}`.execute(db)
  for (const [at, stage] of visits.entries()) {
    const next = visits[at + 1]
    const isSecret = isVeiled(full, stage) && next !== undefined
    const way = full.transitions.find(({ from, to }) => from === stage && to === next)
    const action = way?.action ?? (isSecret ? 'reject' : 'accept')
    await sql`INSERT INTO case_stage (case_id, stage, entered_at, left_at, action, actor_id, reason, comment)
      VALUES (${id}, ${stage}, ${momentOf(hidden, at)}, ${next === undefined ? null : momentOf(hidden, at + 1)},
        ${next === undefined ? null : action}, ${isSecret ? actor : null},
        ${next === 'REJECTED' ? 'R12' : null}, ${isSecret ? secrets.words : null})`.execute(db)
  }
}

async function writeTerms(db: Db, hidden: Hidden, dueAt: Date | null): Promise<void> {
  const { id, stage, step, visits } = hidden
  const since = momentOf(hidden, visits.length - 1)
  await sql`UPDATE case_file SET stage = ${stage}, stage_since = ${since}, due_at = ${dueAt}, version = 10,
    closed = false, archived_at = NULL WHERE id = ${id}`.execute(db)
  await sql`DELETE FROM case_clock WHERE case_id = ${id}`.execute(db)
  await sql`INSERT INTO case_clock (case_id, stage, target_minutes, spent_minutes, running_since, due_at, segments)
    VALUES (${id}, ${stage}, ${100 * step}, ${step}, ${dueAt === null ? null : since}, ${dueAt}, '[]')`.execute(
    db,
  )
  await sql`DELETE FROM case_timer WHERE case_id = ${id}`.execute(db)
  await sql`INSERT INTO case_timer (case_id, action, fire_at)
    VALUES (${id}, 'checksFailed', ${new Date(Date.UTC(2030, 0, step))})`.execute(db)
}

async function writeTask(
  db: Db,
  { id, stage, actor }: Hidden,
  own: number,
  dueAt: Date | null,
): Promise<void> {
  await sql`DELETE FROM case_task_event WHERE case_id = ${id}`.execute(db)
  await sql`DELETE FROM case_task WHERE case_id = ${id} AND id <> ${own}`.execute(db)
  await sql`UPDATE case_task SET state = 'COMPLETED', completed_at = greatest(created_at, now())
    WHERE id = ${own} AND open`.execute(db)
  const task = full.states[stage]?.task
  if (task === undefined) return
  await sql`
    WITH task AS (INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, state, due_at, comment)
      VALUES (${id}, ${queuedType}, 2, ${stage}, ${task.title}, ${task.operation}, ${actor}, 'RUNNING', ${dueAt},
        ${secrets.taskWords}) RETURNING id)
    INSERT INTO case_task_event (task_id, case_id, kind, actor_id, assignee_id, comment)
    SELECT id, ${id}, 'TRANSFERRED', ${actor}, ${actor}, ${secrets.taskWords} FROM task`.execute(db)
}

/** Puts the full application into a hidden stage, or behind them all, with all that such a stay leaves. */
export async function hide(bank: TestApp, ids: ForeignIds, stage: string): Promise<void> {
  const step = hiddenStages.indexOf(stage) + 1
  const visits = ['FILLING', 'DOCS_CHECK', ...wayTo(stage), ...(stage === 'REJECTED' ? [stage] : [])]
  const hidden = { id: Number(ids.full), stage, actor: await employeeId(bank), visits, step }
  const dueAt = full.states[stage]?.deadline === undefined ? null : new Date(Date.UTC(2026, 5, step))
  await bank.db.transaction().execute(async (tx) => {
    await writeStays(tx, hidden)
    await writeTask(tx, hidden, Number(ids.task), dueAt)
    await writeTerms(tx, hidden, dueAt)
  })
}
