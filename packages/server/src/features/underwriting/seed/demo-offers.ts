import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import type { OfferTerms } from '@ipoteka-office/contract/underwriting/offers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { checksOfCase } from '#features/full-applications/auto-checks.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { findAuthorities, insertDecision } from '../decisions.repo.ts'
import { groundsOf, productOf, requestedTerms, snapshotOf } from '../grounds.service.ts'
import { figuresOfOffer, groundsOfOffer } from '../offers/evaluate-offer.service.ts'
import { factsOf } from '../offers/offer-guards.service.ts'
import { writeSubjectDecisions } from './demo-subjects.ts'

/** A case that waits for the client's answer to the bank's other terms, with who has offered them. */
interface Standing {
  readonly id: number
  readonly type: CaseType
  readonly stage: string
  readonly action: string
  readonly leftAt: string
  readonly authorId: number
  readonly until: string | null
}

const findStanding = async (db: Db, timeZone: string): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    SELECT f.id, f.type, s.stage, s.action, s.left_at AS "leftAt", s.actor_id AS "authorId",
      ((f.due_at AT TIME ZONE ${timeZone})::date)::text AS until
    FROM case_file f JOIN LATERAL (SELECT * FROM case_stage WHERE case_id = f.id AND left_at IS NOT NULL
      ORDER BY left_at DESC, id DESC LIMIT 1) s ON s.action = 'counterOffer'
    WHERE f.stage = 'COUNTER_OFFER' AND s.actor_id IS NOT NULL ORDER BY s.left_at, f.id`.execute(db)
  return rows
}

/** Roubles in the step by which less is offered. */
const step = 10_000
const offered = 0.85

/**
 * The counter-offers of the made-up cases, on the facts as they stand now, so that they can be accepted. Runs when everything
 * that a decision is grounded on is written.
 */
export async function seedDemoOffers(db: Db, clock: BankClock): Promise<void> {
  const engine = { clock, parameters: { figuresOn: async (day: string) => deliveredFigures(day) } }
  const today = bankDay(clock)
  for (const { until, leftAt, ...row } of await findStanding(db, clock.timeZone)) {
    const at = new Date(leftAt)
    const way = machines[row.type].transitions.find(
      ({ from, action }) => from === row.stage && action === row.action,
    )
    const before = await groundsOf(engine, db, row, null)
    const { amount, termMonths, rate } = requestedTerms(before.stored)
    if (!way?.decides?.level || amount === null || termMonths === null || rate === null) continue
    const less = Math.max(step, Math.floor((Number(amount) * offered) / step) * step)
    const terms: OfferTerms = { amount: `${less}.00`, termMonths, rate, addedIncome: null, paidOff: [] }
    const grounds = await groundsOfOffer(engine, db, row, terms)
    const [authority] = await findAuthorities(db, {
      employeeId: row.authorId,
      product: productOf(row),
      day: bankDay({ ...clock, now: () => at }),
    })
    await insertDecision(db, {
      caseId: row.id,
      at,
      authorId: row.authorId,
      level: way.decides.level,
      outcome: 'COUNTER',
      stage: row.stage,
      action: row.action,
      ...grounds.terms,
      ...grounds.figures,
      debtLoadBefore: before.before.debtLoad,
      exposure: grounds.exposure,
      authorityId: authority?.id ?? null,
      validTo: until,
      reasons: [],
      clientText: '',
      comment: 'На меньшую сумму дохода хватает',
      deviations: [...new Set(grounds.deviations.map(({ kind }) => kind))],
      conditions: [],
      snapshot: {
        ...snapshotOf(grounds, await checksOfCase(db, row.id)),
        offers: [
          {
            place: 1,
            ...terms,
            ...figuresOfOffer(grounds, terms),
            clientText: 'На меньшую сумму платёж ниже: банк готов выдать её на тех же условиях',
          },
        ],
        facts: factsOf(before, today),
      },
      handedInBy: null,
      requestId: null,
    })
  }
  await writeSubjectDecisions(db)
}
