import type {
  Authority,
  AuthorityProduct,
  DeviationKind,
} from '@ipoteka-office/contract/underwriting/authority.ts'
import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import { type CaseType, caseTypesWith, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { DecisionLevel, DecisionOutcome } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import {
  decisionReasons,
  type LoanFigures,
  type LoanTerms,
} from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { RateStructure } from '@ipoteka-office/contract/underwriting/rate-structure.ts'
import { reviewedStages } from '@ipoteka-office/contract/underwriting/reviewed-stages.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isSilentReason } from '#lib/visibility.ts'

/** What a decision says in its table; sums are roubles, shares percent, both as decimal texts. */
interface DecisionFacts {
  readonly authorId: number | null
  readonly level: DecisionLevel
  readonly outcome: DecisionOutcome
  readonly stage: string
  readonly action: string
  readonly amount: string | null
  readonly termMonths: number | null
  readonly rate: string | null
  readonly payment: string | null
  readonly fullLoanCost: string | null
  readonly debtLoadBefore: string | null
  readonly debtLoad: string | null
  readonly loanToValue: string | null
  readonly exposure: string | null
  readonly validTo: string | null
  readonly clientText: string
  readonly comment: string
  readonly deviations: DeviationKind[]
  readonly conditions: ConditionTerms[]
}

/** A decision as it is read. */
export interface DecisionRow extends DecisionFacts {
  readonly id: number
  readonly at: string
  /** Who decided, or by whose hand another system's word came. */
  readonly author: string | null
  readonly reasons: { code: string; name: string; silent: boolean }[]
  /** What was asked for when it was decided, and what that meant; null where the record kept none. */
  readonly requested: LoanTerms | null
  readonly before: LoanFigures | null
  readonly rateStructure: RateStructure | null
}

const decisionRows = sql`SELECT d.id, d.at, e.full_name AS author, d.author_id AS "authorId", d.level, d.outcome, d.stage, d.action, d.amount,
      d.term_months AS "termMonths", trim_scale(d.rate) AS rate, d.payment, round(d.full_loan_cost, 3) AS "fullLoanCost",
      round(d.debt_load_before, 2) AS "debtLoadBefore", round(d.debt_load, 2) AS "debtLoad",
      round(d.loan_to_value, 2) AS "loanToValue", d.exposure, d.valid_to AS "validTo",
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code),
          'silent', ${isSilentReason('r')}) ORDER BY c.place), '[]')
        FROM unnest(d.reasons) WITH ORDINALITY c (code, place)
        LEFT JOIN reference_item r ON r.dictionary = ${decisionReasons} AND r.code = c.code) AS reasons,
      d.client_text AS "clientText", d.comment, d.deviations,
      -- Conditions of before say nothing of the term of the decision: they did not shorten it.
      (SELECT coalesce(jsonb_agg('{"shortens": false}'::jsonb || c.terms ORDER BY c.place), '[]')
        FROM jsonb_array_elements(d.conditions) WITH ORDINALITY c (terms, place)) AS conditions,
      d.snapshot -> 'requested' AS requested, d.snapshot -> 'before' AS before,
      d.snapshot -> 'rateStructure' AS "rateStructure"
    FROM case_decision d LEFT JOIN employee e ON e.id = coalesce(d.author_id, d.handed_in_by)`

/** The decisions on a case, the latest first. */
export async function findDecisions(db: Db, caseId: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    ${decisionRows} WHERE d.case_id = ${caseId} ORDER BY d.id DESC`.execute(db)
  return rows
}

/** The last decision that ended a review of a case, and where it suspends an approval that one too. */
export async function findEndings(db: Db, caseId: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    ${decisionRows} WHERE d.case_id = ${caseId} AND d.id IN (
      (SELECT id FROM case_decision WHERE case_id = ${caseId} AND outcome <> 'ESCALATE' ORDER BY id DESC LIMIT 1)
      UNION (SELECT id FROM case_decision WHERE case_id = ${caseId} AND outcome NOT IN ('ESCALATE', 'SUSPEND')
        ORDER BY id DESC LIMIT 1))
    ORDER BY d.id DESC`.execute(db)
  return rows
}

/** What is written of a decision. */
export interface NewDecision extends DecisionFacts {
  readonly caseId: number
  readonly at: Date
  readonly authorityId: number | null
  readonly reasons: readonly string[]
  readonly snapshot: object
  /** By whose hand another system's word came. */
  readonly handedInBy: number | null
  readonly requestId: string | null
}

/** Writes a decision; answers its number. */
export async function insertDecision(db: Db, d: NewDecision): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO case_decision (case_id, at, author_id, level, outcome, stage, action, amount, term_months, rate, payment,
      full_loan_cost, debt_load_before, debt_load, loan_to_value, exposure, authority_id, valid_to, reasons, client_text,
      comment, deviations, conditions, snapshot, handed_in_by, request_id)
    VALUES (${d.caseId}, ${d.at}, ${d.authorId}, ${d.level}, ${d.outcome}, ${d.stage}, ${d.action}, ${d.amount},
      ${d.termMonths}, ${d.rate}, ${d.payment}, ${d.fullLoanCost}, ${d.debtLoadBefore}, ${d.debtLoad}, ${d.loanToValue},
      ${d.exposure}, ${d.authorityId}, ${d.validTo}, ${[...d.reasons]}::text[], ${d.clientText}, ${d.comment},
      ${[...d.deviations]}::text[], ${JSON.stringify(d.conditions)}::text::jsonb,
      ${JSON.stringify(d.snapshot)}::text::jsonb, ${d.handedInBy}, ${d.requestId}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No decision was written for the case ${d.caseId}`)
  return row.id
}

/** A reason that a decision may name; `kind` is that of the dictionary. */
export interface ReasonRow {
  readonly code: string
  readonly name: string
  readonly silent: boolean
  readonly kind: string | null
}

export async function findReasons(db: Db): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    SELECT r.code, r.name, ${isSilentReason('r')} AS silent, r.attributes ->> 'kind' AS kind
    FROM reference_item r WHERE r.dictionary = ${decisionReasons} AND r.active ORDER BY r.sort_order, r.code`.execute(
    db,
  )
  return rows
}

const bounds = sql`SELECT id, product, regions, max_exposure AS "maxExposure",
    trim_scale(max_loan_to_value) AS "maxLoanToValue", trim_scale(max_debt_load) AS "maxDebtLoad", deviations,
    valid_from AS "validFrom", valid_to AS "validTo" FROM decision_authority`

/** An authority as it was given; withdrawn since or not, it bounds what was signed under it. */
export async function findAuthority(db: Db, id: number): Promise<Authority | undefined> {
  const { rows } = await sql<Authority>`${bounds} WHERE id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Holds what a person may approve until the transaction ends: an end or a change of it that another one agrees to meanwhile
 * waits for the signature, and a signature waits for such an end that has begun.
 */
export async function holdAuthorities(db: Db, employeeId: number): Promise<void> {
  await sql`
    SELECT FROM decision_authority WHERE employee_id = ${employeeId} AND withdrawn_at IS NULL ORDER BY id FOR SHARE`.execute(
    db,
  )
}

/** What a person may approve on a day. */
export async function findAuthorities(
  db: Db,
  { employeeId, product, day }: { employeeId: number; product: AuthorityProduct; day: string },
): Promise<Authority[]> {
  const { rows } = await sql<Authority>`
    ${bounds} WHERE employee_id = ${employeeId} AND product = ${product} AND withdrawn_at IS NULL AND valid_from <= ${day}::date
      AND (valid_to IS NULL OR valid_to >= ${day}::date)
    ORDER BY id`.execute(db)
  return rows
}

const debtors = sql`ANY(${[...debtorRoles]}::text[])`
const questioned = caseTypesWith(({ questions }) => questions !== undefined)
/** `type stage` of every stage in which the bank is bound. */
const bound = questioned.flatMap((type) =>
  Object.entries(machines[type].states).flatMap(([stage, { commits }]) =>
    commits ? [`${type} ${stage}`] : [],
  ),
)

/** The same of every stage in which an application is looked into. */
const reviewed = questioned.flatMap((type) => reviewedStages(type).map((stage) => `${type} ${stage}`))

/** Another loan of the same people, and what was approved there. */
export interface OtherLoan {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly stage: string
  readonly amount: string
}

/** All that the bank has lent or approved to those who owe here, of whichever partners; this case apart. */
export async function findOtherLoans(db: Db, caseId: number): Promise<OtherLoan[]> {
  const { rows } = await sql<OtherLoan>`
    SELECT f.id, f.type, f.number, f.stage, coalesce(d.amount, f.amount, 0)::numeric(15, 2) AS amount
    FROM case_file f
    LEFT JOIN LATERAL (SELECT amount, outcome FROM case_decision WHERE case_id = f.id
        AND outcome NOT IN ('ESCALATE', 'SUSPEND') ORDER BY id DESC LIMIT 1) d ON true
    WHERE f.id <> ${caseId} AND (f.type || ' ' || f.stage = ANY(${bound}::text[])
        -- An approval that is looked into again may be confirmed any day.
        OR f.type || ' ' || f.stage = ANY(${reviewed}::text[]) AND d.outcome = 'APPROVE' AND (SELECT outcome
          FROM case_decision WHERE case_id = f.id AND outcome <> 'ESCALATE' ORDER BY id DESC LIMIT 1) = 'SUSPEND')
      AND f.id IN (SELECT theirs.case_id FROM case_participant me CROSS JOIN LATERAL same_people(me.person_id) alike (id)
        JOIN case_participant theirs ON theirs.person_id = alike.id AND theirs.removed_at IS NULL AND theirs.role = ${debtors}
        WHERE me.case_id = ${caseId} AND me.removed_at IS NULL AND me.role = ${debtors})
    ORDER BY f.id`.execute(db)
  return rows
}

/**
 * Holds every row of the human beings who owe here until the transaction ends: of two loans to one person that are approved
 * at once, the second one counts the first. The rows are taken in one order, so nobody waits in a circle.
 */
export async function holdDebtors(db: Db, caseId: number): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtext('exposure of a person'), people.id) FROM (
      SELECT DISTINCT alike.id FROM case_participant me CROSS JOIN LATERAL same_people(me.person_id) alike (id)
      WHERE me.case_id = ${caseId} AND me.removed_at IS NULL AND me.role = ${debtors} ORDER BY 1) people`.execute(
    db,
  )
}

/** The last day of the approval that a case stands on; undefined where none is recorded. */
export async function findLastDay(db: Db, caseId: number): Promise<string | undefined> {
  const { rows } = await sql<{ validTo: string | null }>`
    SELECT valid_to AS "validTo" FROM case_decision WHERE case_id = ${caseId} AND outcome <> 'ESCALATE'
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.validTo ?? undefined
}

/** The bank's own name, as its letters carry it. */
export async function findBankName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT full_name AS name FROM partner WHERE 'Ahml' = ANY(roles) AND parent_id IS NULL ORDER BY id LIMIT 1`.execute(
    db,
  )
  return rows[0]?.name ?? ''
}
