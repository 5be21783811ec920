import type { AgreementState } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import type { AgreementInput } from '@ipoteka-office/contract/insurance/agreements.ts'
import type { InsuranceType } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { PremiumStep, RiskFacts } from '@ipoteka-office/contract/insurance/premium.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { StoredAgreement } from './stored-agreement.ts'

/** The partner and those above it, the nearest first. */
export async function findBranchPath(db: Db, partnerId: number): Promise<number[]> {
  const { rows } = await sql<{ path: number[] }>`
    SELECT ancestor_ids AS path FROM partner WHERE id = ${partnerId}`.execute(db)
  return (rows[0]?.path ?? []).toReversed()
}

/** What of a pledged object its insurance asks. */
export interface InsuredObject {
  readonly type: string
  readonly builtIn: number | null
  readonly material: string | null
}

/** The latest pledged object of a case that stands. */
export async function findInsuredObject(db: Db, caseId: number): Promise<InsuredObject | null> {
  const { rows } = await sql<InsuredObject>`
    SELECT type_code AS type, (building ->> 'yearBuilt')::int AS "builtIn",
      nullif(building ->> 'wallsMaterialType', '') AS material
    FROM realty_object WHERE case_id = ${caseId} AND role = 'MORTGAGESUBJECT' AND removed_at IS NULL
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Those that the bank keeps to itself are not told to people of partners. */
const papers = (actor: Actor | null) => sql`(SELECT coalesce(json_agg(json_build_object('id', d.id,
    'title', coalesce(nullif(d.title, ''), t.name, 'Документ'), 'status', d.status) ORDER BY w.place), '[]')
  FROM unnest(a.document_ids) WITH ORDINALITY AS w(id, place)
    JOIN document d ON d.id = w.id AND d.deleted_at IS NULL AND d.removed_at IS NULL
      AND (${actor?.isAhml ?? true} OR NOT d.internal)
    LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code)`

const shape = (
  actor: Actor | null,
) => sql`${papers(actor)} AS documents, a.id, a.type, a.state, a.offer_id AS "offerId", a.asked, a.risk, a.debt::text, a.version,
  json_build_object('id', f.id, 'type', f.type, 'number', f.number, 'clientName', f.client_name) AS "case",
  f.partner_id AS "partnerId", p.inn AS "insurerInn",
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'shortName', p.short_name) END AS insurer,
  CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'shortName', d.short_name) END AS offered,
  o.own_choice_id IS NOT NULL AS "ownChoice", a.least_sum::text AS "leastSum", a.document_kind AS "documentKind", a.number,
  a.signed_on::text AS "signedOn", a.starts_by AS "startsBy", a.valid_from::text AS "from", a.valid_to::text AS "to",
  a.sum::text, a.premium::text, a.instalments, a.beneficiary, a.paid_on::text AS "paidOn", a.input_mode AS "inputMode",
  a.steps, a.answer, a.created_at AS "createdAt", a.created_by AS "createdById",
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'state', s.state, 'percent', s.percent::float8::numeric::text,
    'from', s.valid_from, 'decidedBy', e.full_name,
    'rateBefore', s.rate_before::float8::numeric::text, 'rateAfter', s.rate_after::float8::numeric::text) END AS surcharge`
const joined = sql`insurance_agreement a JOIN case_file f ON f.id = a.case_id JOIN insurance_offer o ON o.id = a.offer_id
  LEFT JOIN partner p ON p.id = a.insurer_id LEFT JOIN partner d ON d.id = o.insurer_id
  LEFT JOIN insurance_surcharge s ON s.agreement_id = a.id LEFT JOIN employee e ON e.id = s.decided_by`

const seen = (actor: Actor | null) => (actor === null ? sql`true` : visibleTo(actor, 'f.partner_id'))

/** The agreement, of an actor only what they see; `lock` keeps it until the transaction ends. */
export async function findAgreement(
  db: Db,
  actor: Actor | null,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredAgreement | undefined> {
  if (lock) await sql`SELECT FROM insurance_agreement WHERE id = ${id} FOR UPDATE`.execute(db)
  return (
    await sql<StoredAgreement>`SELECT ${shape(actor)} FROM ${joined} WHERE a.id = ${id} AND ${seen(actor)}`.execute(
      db,
    )
  ).rows[0]
}

/** Agreements of a case, the latest first. */
export async function findAgreementsOf(
  db: Db,
  actor: Actor | null,
  caseId: number,
): Promise<StoredAgreement[]> {
  return (
    await sql<StoredAgreement>`SELECT ${shape(actor)} FROM ${joined} WHERE a.case_id = ${caseId}
      ORDER BY a.id DESC LIMIT 100`.execute(db)
  ).rows
}

/** Agreements of the cases that the person sees, of types whose list they may open; the latest first. */
export function findAgreements(
  db: Db,
  actor: Actor,
  {
    state,
    types,
    ...query
  }: PageQuery & { readonly state?: AgreementState | undefined; readonly types: readonly string[] },
): Promise<Page<StoredAgreement>> {
  const where: RawBuilder<unknown> = sql`WHERE ${seen(actor)} AND f.type = ANY(${types}::text[])
    AND (${state ?? null}::text IS NULL OR a.state = ${state ?? null})`
  return readPage(query, {
    rows: async () =>
      (
        await sql<StoredAgreement>`SELECT ${shape(actor)} FROM ${joined} ${where} ORDER BY a.id DESC
          LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      ).rows,
    count: () => countOf(db, sql`FROM insurance_agreement a JOIN case_file f ON f.id = a.case_id ${where}`),
  })
}

/** Whether a kind is insured already, or is on its way. */
export async function findStanding(
  db: Db,
  caseId: number,
  type: InsuranceType,
): Promise<{ readonly id: number; readonly state: AgreementState } | undefined> {
  const { rows } = await sql<{ id: number; state: AgreementState }>`
    SELECT id, state FROM insurance_agreement WHERE case_id = ${caseId} AND type = ${type}
      AND state NOT IN ('ACTIVE', 'EXPIRED', 'REFUSED', 'CANCELLED', 'REPLACED') LIMIT 1`.execute(db)
  return rows[0]
}

export interface NewAgreement {
  readonly caseId: number
  readonly type: InsuranceType
  readonly offerId: number
  readonly insurerId: number | null
  readonly debt: string
  readonly leastSum: string
  readonly risk: Omit<RiskFacts, 'day'>
  readonly beneficiary: string
  readonly by: number
  readonly at: Date
}

export async function insertAgreement(db: Db, a: NewAgreement): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO insurance_agreement (case_id, type, offer_id, insurer_id, debt, least_sum, sum, risk, beneficiary,
      created_at, created_by)
    VALUES (${a.caseId}, ${a.type}, ${a.offerId}, ${a.insurerId}, ${a.debt}, ${a.leastSum}, ${a.leastSum},
      ${JSON.stringify(a.risk)}::text::jsonb, ${a.beneficiary}, ${a.at}, ${a.by}) RETURNING id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The agreement was not stored')
  return id
}

/** The insurer that the client takes, with what a year costs there. */
export async function writeChoice(
  db: Db,
  id: number,
  c: { readonly insurerId: number; readonly premium: string | null; readonly steps: readonly PremiumStep[] },
): Promise<void> {
  await sql`UPDATE insurance_agreement SET insurer_id = ${c.insurerId}, premium = ${c.premium},
    steps = ${JSON.stringify(c.steps)}::text::jsonb, input_mode = 'MANUAL_INPUT' WHERE id = ${id}`.execute(db)
}

export async function writeAgreement(
  db: Db,
  id: number,
  a: AgreementInput & { readonly isByHand: boolean },
): Promise<void> {
  await sql`UPDATE insurance_agreement SET document_kind = ${a.documentKind}, number = ${a.number},
    signed_on = ${a.signedOn}, starts_by = ${a.startsBy}, valid_from = ${a.from}, valid_to = ${a.to}, sum = ${a.sum},
    premium = ${a.premium}, instalments = ${a.instalments}, beneficiary = ${a.beneficiary}, paid_on = ${a.paidOn},
    input_mode = CASE WHEN ${a.isByHand}::boolean THEN 'MANUAL_INPUT' ELSE input_mode END,
    steps = CASE WHEN ${a.isByHand}::boolean THEN '[]' ELSE steps END, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

/** The papers that show the agreement, those before give way. */
export async function writeDocuments(db: Db, id: number, documentIds: readonly number[]): Promise<void> {
  await sql`UPDATE insurance_agreement SET document_ids = ${documentIds}::int[], version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** The only way a state is written; `asks`: the insurer is asked anew. */
export async function writeAgreementState(
  db: Db,
  id: number,
  { to, asks }: { readonly to: AgreementState; readonly asks: boolean },
): Promise<void> {
  await sql`UPDATE insurance_agreement SET state = ${to}, asked = asked + ${asks ? 1 : 0}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** What the insurer has said; a premium of its own takes the place of the tariff's. */
export async function writeAnswer(
  db: Db,
  id: number,
  a: { readonly text: string; readonly standIn: boolean; readonly premium: string | null },
): Promise<void> {
  const answer = JSON.stringify({ text: a.text, standIn: a.standIn })
  await sql`UPDATE insurance_agreement SET answer = ${answer}::text::jsonb,
    premium = coalesce(${a.premium}::numeric, premium),
    steps = CASE WHEN ${a.premium}::numeric IS DISTINCT FROM premium AND ${a.premium}::text IS NOT NULL THEN '[]' ELSE steps END,
    input_mode = CASE WHEN ${a.premium}::text IS NULL THEN input_mode ELSE 'IMPORT_FROM_EXTERNAL_SYSTEM' END
    WHERE id = ${id}`.execute(db)
}

/** What stands beside the agreement has changed: whoever saw it before is late. */
export async function touchAgreement(db: Db, id: number): Promise<void> {
  await sql`UPDATE insurance_agreement SET version = version + 1 WHERE id = ${id}`.execute(db)
}
