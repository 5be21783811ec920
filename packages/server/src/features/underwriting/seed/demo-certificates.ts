import { caseTypes, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import {
  averageOf,
  checkCertificate,
  type CertificateSums,
} from '#features/recognition/certificate/certificate-checks.rules.ts'
import type { Recognised } from '#features/recognition/recognised.ts'

/** A certificate among the documents of an application in underwriting, and whose it is. */
interface Held {
  readonly caseId: number
  readonly storageId: string
  readonly sha256: string
  readonly personal: Readonly<Record<string, unknown>>
  readonly employer: string
  readonly employerInn: string
  /** Roubles a month in hand, as declared. */
  readonly income: number
}

/** Whose documents the cases of each type with a questionnaire have. */
const owners = JSON.stringify(
  Object.fromEntries(
    caseTypesWith(({ questions }) => questions !== undefined).map((type) => [
      type,
      caseTypes[type].documents.owner,
    ]),
  ),
)

async function findHeld(db: Db): Promise<Held[]> {
  const { rows } = await sql<Held>`
    SELECT f.id AS "caseId", o.id AS "storageId", o.sha256, pd.data AS personal, job.data ->> 'employerName' AS employer,
      coalesce(job.data ->> 'employerInn', '') AS "employerInn", (money.data -> 'incomes' -> 0 ->> 'declared')::float8 AS income
    FROM case_file f
    JOIN document d ON d.owner_id = f.id AND d.owner_type = ${owners}::text::jsonb ->> f.type AND d.type_code = 'NDFL2'
      AND d.participant_role = 'MAIN_BORROWER'
    JOIN document_file df ON df.document_id = d.id JOIN stored_object o ON o.id = df.storage_id
    JOIN case_participant p ON p.case_id = f.id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL
    JOIN case_section pd ON pd.participant_id = p.id AND pd.section = 'PERSONAL'
    JOIN case_section job ON job.participant_id = p.id AND job.section = 'EMPLOYMENT'
    JOIN case_section money ON money.participant_id = p.id AND money.section = 'INCOME'
    WHERE f.stage = 'UNDERWRITING' AND money.data -> 'incomes' -> 0 ->> 'declared' IS NOT NULL
      AND NOT EXISTS (SELECT FROM fraud_verdict v WHERE v.case_id = f.id)
    ORDER BY f.id, o.created_at, o.id`.execute(db)
  return rows
}

const hundred = 100
/** What is left of a rouble after the tax. */
const inHand = 0.87
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const sum = (roubles: number) => `${roubles}.00`

const field = (name: string, label: string, value: string): Recognised['documentFields'] =>
  value === ''
    ? []
    : [{ ...{ name, label, value, confidence: 0.96, box: null, source: 'VISUAL' as const }, problems: [] }]

/** A year of salary in whole hundreds; of every second one a tenth of it was a bonus in the spring. */
function paymentsOf({ caseId, income }: Held): { month: number; code: string; amount: number }[] {
  const gross = Math.round(income / inHand / hundred) * hundred
  const hasBonus = caseId % 2 === 0
  const salary = hasBonus ? Math.round((gross * 0.9) / hundred) * hundred : gross
  const months = Array.from({ length: 12 }, (_, at) => ({
    ...{ month: at + 1, code: at === 6 ? '2012' : '2000', amount: salary },
  }))
  return hasBonus ? [...months, { month: 3, code: '2002', amount: (gross - salary) * 12 }] : months
}

/** As a machine reads it; in every fifth the total was misread, and the arithmetic says so. */
function resultOf(held: Held, now: Date): Recognised {
  const { caseId, personal, employer, employerInn } = held
  const payments = paymentsOf(held)
  const total = payments.reduce((all, { amount }) => all + amount, 0)
  const tax = sum(Math.round(total * (1 - inHand)))
  const rows = payments.map(({ month, amount }) => ({ month, amount: sum(amount), deduction: null }))
  const sums: CertificateSums = {
    ...{
      rows,
      standard: [],
      totalIncome: sum(caseId % 5 === 0 ? total + 90_000 : total),
      taxBase: sum(total),
    },
    ...{ taxCalculated: tax, taxWithheld: tax, taxRate: 13 },
  }
  const year = now.getUTCFullYear() - 1
  return {
    ...{ found: true, message: null, rotation: 0, checks: checkCertificate(sums) },
    documentFields: [
      ...field('year', 'Год', String(year)),
      ...field('certificateDate', 'Дата справки', `${year + 1}-02-10`),
      ...field('agentName', 'Налоговый агент', employer),
      ...field('agentInn', 'ИНН агента', employerInn),
      ...field('lastName', 'Фамилия', text(personal['lastName'])),
      ...field('firstName', 'Имя', text(personal['firstName'])),
      ...field('middleName', 'Отчество', text(personal['middleName'])),
      ...field('birthDate', 'Дата рождения', text(personal['birthDate'])),
      ...field('taxRate', 'Ставка налога, %', '13'),
      ...field('totalIncome', 'Общая сумма дохода', sums.totalIncome ?? ''),
      ...field('taxCalculated', 'Налог исчисленный', tax),
      ...field('averageIncome', 'Средний доход в месяц', averageOf(sums) ?? ''),
    ],
    incomes: payments.map(({ month, code, amount }) => ({
      ...{ month, incomeCode: code, amount: sum(amount), deductionCode: null, deduction: null },
      ...{ confidence: 0.96, box: null },
    })),
  }
}

/** Certificates of the borrowers in underwriting, read; runs when the documents lie there. */
export async function writeCertificates(db: Db, now: Date): Promise<void> {
  const rows = (await findHeld(db)).map((held) => ({
    ...{ storageId: held.storageId, sha256: held.sha256, result: resultOf(held, now) },
  }))
  await sql`
    INSERT INTO recognition (storage_id, sha256, kind, result, engine, duration_ms, created_by, created_at)
    SELECT r."storageId", r.sha256, 'INCOME_CERTIFICATE', r.result, 'Образец', 900, (SELECT id FROM employee WHERE login = 'agent'),
      ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) r ("storageId" uuid, sha256 text, result jsonb)`.execute(
    db,
  )
}
