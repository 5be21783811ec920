import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { Chance } from './generator.ts'

/** A loan as the core bank would tell of it; sums are kopecks. */
export interface ModelLoan {
  readonly caseId: number
  readonly number: string
  readonly issuedOn: string
  readonly issued: bigint
  readonly termMonths: number
  /** From 0, the worst by the scorecard, to 1. */
  readonly rank: number
  readonly isEarly: boolean
}

/** A loan at the end of a month. */
export interface ModelMonth {
  readonly loan: ModelLoan
  readonly month: string
  readonly days: number
  readonly balance: bigint
}

/** Kopecks as a decimal text. */
export const roubles = (kopecks: bigint): string =>
  `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, '0')}`

/** Approved applications with the day when they would have been paid out, those of the ended months. */
export async function findModelLoans(db: Db, today: string): Promise<ModelLoan[]> {
  const { rows } = await sql<Omit<ModelLoan, 'issued'> & { issued: string }>`
    SELECT x.*, percent_rank() OVER (ORDER BY x.score, x."caseId")::float8 AS rank,
      x."issuedOn"::date < ${today}::date - interval '1 year' AS "isEarly" FROM (
      SELECT d.case_id AS "caseId", f.number, (d.at::date + 4 + d.case_id % 23)::text AS "issuedOn",
        round(coalesce(c.amount, f.amount) * 100)::bigint::text AS issued, coalesce(c.term_months, 60) AS "termMonths",
        coalesce(d.score, 0) AS score
      FROM decision_fact d JOIN case_file f ON f.id = d.case_id JOIN case_decision c ON c.id = d.decision_id
      WHERE d.latest AND d.outcome = 'APPROVE' AND coalesce(c.amount, f.amount) > 0) x
    WHERE x."issuedOn" < date_trunc('month', ${today}::date)::date::text ORDER BY x."caseId"`.execute(db)
  return rows.map((row) => ({ ...row, issued: BigInt(row.issued) }))
}

const monthEnd = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0))
const dayMs = 86_400_000

/** How a loan goes: when it stops being paid, when it is late once, when it is repaid before its time. */
function courseOf({ caseId, rank, isEarly }: ModelLoan) {
  const chance = new Chance(caseId * 7_919 + 31)
  // The worse the score, the likelier: of the worst tenth about every fifth, of the best hardly one. What was issued first
  // is repaid worse: the bank has learnt since.
  const stops =
    chance.next() < (0.01 + 0.22 * (1 - rank) ** 2) * (isEarly ? 2 : 1) ? chance.whole(1, 8) : null
  const slips = chance.next() < 0.05 + 0.12 * (1 - rank) ? chance.whole(1, 16) : null
  const repaid = stops === null && chance.percent(6) ? chance.whole(4, 17) : null
  return { stops, slips, repaid, dueDay: chance.whole(1, 27), cures: chance.percent(12) }
}

type Course = ReturnType<typeof courseOf>

/** Days past due at an age, by a function that counts them from an unpaid month. */
function daysAt({ stops, slips, cures }: Course, age: number, missed: (since: number) => number): number {
  if (stops !== null && age >= stops && !(cures && age > stops + 4)) return missed(stops)
  return slips !== null && (age === slips || age === slips + 1) ? missed(slips) : 0
}

/** A loan at the end of every month from its issue to the last one that has ended by the day. */
function monthsOf(loan: ModelLoan, today: string): ModelMonth[] {
  const course = courseOf(loan)
  const [year = 0, month = 0] = loan.issuedOn.split('-').map(Number)
  const rows: ModelMonth[] = []
  for (let age = 0; age < Math.min(loan.termMonths, course.repaid ?? loan.termMonths); age += 1) {
    const end = monthEnd(year, month - 1 + age)
    const day = end.toISOString().slice(0, 10)
    if (day >= today) break
    const missed = (since: number) =>
      Math.round((end.getTime() - Date.UTC(year, month - 1 + since, course.dueDay)) / dayMs)
    const days = daysAt(course, age, missed)
    const paid = BigInt(days > 0 ? Math.min(age, course.stops ?? age) : age)
    const balance = loan.issued - (loan.issued * paid) / BigInt(loan.termMonths)
    rows.push({ loan, month: `${day.slice(0, 7)}-01`, days, balance })
  }
  return rows
}

/** All of the loans, month by month. */
export const modelMonths = (loans: readonly ModelLoan[], today: string): ModelMonth[] =>
  loans.flatMap((loan) => monthsOf(loan, today))
