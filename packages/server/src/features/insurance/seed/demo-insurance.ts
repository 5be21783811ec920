import { chooseInsurer, rowFor, rowKeyOf, type Tally } from '@ipoteka-office/contract/insurance/choosing.ts'
import type {
  DistributionContent,
  DistributionRow,
} from '@ipoteka-office/contract/insurance/distribution-content.ts'
import type { InsuranceType, Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/insurance/premium.ts'
import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import type { Chance } from '#db/seed/generator.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'
import { insertDistribution } from '../distribution/distributions.repo.ts'
import { insertTariff } from '../tariffs/tariffs.repo.ts'
import { demoTariff } from './demo-tariff-lines.ts'

const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
const author = idOf('workload')
const approver = idOf('uw-head')
const day = 86_400_000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * day)
/** When the shares and tariffs of the demo bank began: before every offer that is kept. */
const begun = 120
const insurersShown = 8
const offersShown = 420

async function findInsurers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT p.id FROM partner p
    JOIN partner_role r ON r.partner_id = p.id AND r.role_code = 'Insurer' AND NOT r.not_active
    WHERE p.parent_id IS NULL ORDER BY p.id LIMIT ${insurersShown}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Seven of the eight are accredited for long; the last one's accreditation has run out. */
async function accredit(db: Db, ids: readonly number[], now: Date): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const until = at === ids.length - 1 ? dayOf(daysBefore(now, 3)) : dayOf(daysBefore(now, -400))
    const from = dayOf(daysBefore(now, 900))
    const { numAffectedRows = 0n } =
      await sql`UPDATE accreditation SET status = 'ACTIVE', date_from = ${from},
      date_to = ${until} WHERE partner_id = ${id} AND type_code = 'INSURER'`.execute(db)
    if (numAffectedRows > 0n) continue
    await sql`INSERT INTO accreditation (partner_id, partner_role_id, type_code, date_from, date_to)
      SELECT ${id}, r.id, 'INSURER', ${from}::date, ${until}::date FROM partner_role r
      WHERE r.partner_id = ${id} AND r.role_code = 'Insurer'`.execute(db)
  }
}

async function moved(
  db: Db,
  kind: string,
  id: number,
  moves: readonly (readonly [from: string, action: string, to: string, by: number, at: Date])[],
): Promise<void> {
  for (const [from, action, to, by, at] of moves)
    await sql`INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at, actor_id)
      VALUES (${kind}, ${id}, 0, ${from}, ${to}, ${action}, ${at}, ${by})`.execute(db)
}

/** Tariffs of the insurers; the first one's next tariff waits for the second person. */
async function seedTariffs(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const since = daysBefore(now, begun)
  for (const [at, insurerId] of ids.entries()) {
    const lines = demoTariff(at, dayOf(since)).map((line) => ({
      ...line,
      kind: 'new' as const,
      before: null,
    }))
    const id = await insertTariff(db, {
      insurerId,
      fileName: `тариф-${insurerId}.csv`,
      validFrom: dayOf(since),
      baseId: null,
      lines,
      counts: { new: lines.length },
      by: author,
      at: daysBefore(since, 6),
    })
    const decidedAt = daysBefore(since, 5)
    await sql`UPDATE insurance_tariff SET state = 'ACCEPTED', decided_by = ${approver}, decided_at = ${decidedAt},
      version = version + 1 WHERE id = ${id}`.execute(db)
    await moved(db, 'insurance_tariff', id, [['LOADED', 'approve', 'ACCEPTED', approver, decidedAt]])
    if (at > 0) continue
    const from = dayOf(daysBefore(now, -14))
    const next = demoTariff(at, from, { dearer: true }).map((line) => ({
      ...line,
      kind: 'changed' as const,
      before: {
        rate: lines.find((one) => one.line === line.line)?.rate ?? line.rate,
        minPremium: line.minPremium,
        to: null,
      },
    }))
    await insertTariff(db, {
      insurerId,
      fileName: `тариф-${insurerId}-новый.csv`,
      validFrom: from,
      baseId: id,
      lines: next,
      counts: { changed: next.length },
      by: author,
      at: daysBefore(now, 1),
    })
  }
}

const shares = (
  ids: readonly number[],
  list: readonly number[],
  more: Partial<DistributionRow['cells'][number]> = {},
) =>
  list.flatMap((share, at) => {
    const insurerId = ids[at]
    if (insurerId === undefined) return []
    return [
      {
        ...{ insurerId, share, maxContracts: null, maxSum: null, ageFrom: null, ageTo: null, objects: [] },
        ...(at === list.length - 1 ? more : {}),
      },
    ]
  })
const place = (type: InsuranceType, region: string | null = null, product: string | null = null) => ({
  type,
  region,
  branchId: null,
  product,
})

/** What the demo bank's versions say. */
function contentOf(lending: Lending, ids: readonly number[]): DistributionContent {
  const rows =
    lending === 'LOAN'
      ? [
          { ...place('LIFE'), cells: shares(ids, [4_000, 3_500, 2_500], { ageTo: 65 }) },
          { ...place('JOB_LOSS'), cells: shares(ids, [6_000, 4_000]) },
        ]
      : [
          { ...place('LIFE'), cells: shares(ids, [3_000, 2_500, 1_500, 1_000, 1_000, 500, 500]) },
          { ...place('LIFE', '77'), cells: shares(ids, [2_500, 2_500, 2_000, 1_500, 1_500], { ageTo: 60 }) },
          { ...place('LIFE', null, '105'), cells: shares(ids, [4_000, 3_333, 2_667]) },
          { ...place('MORTGAGEDPROPERTY'), cells: shares(ids, [3_500, 3_000, 2_000, 1_500]) },
          {
            ...place('MORTGAGEDPROPERTY', '77'),
            cells: shares(ids, [3_000, 3_000, 2_000, 2_000], { objects: ['FLAT', 'APARTMENT'] }),
          },
          { ...place('OWNERSHIP'), cells: shares(ids, [5_000, 3_000, 2_000], { maxContracts: 500 }) },
        ]
  return { rows }
}

async function seedDistribution(
  db: Db,
  lending: Lending,
  ids: readonly number[],
  now: Date,
): Promise<number> {
  const since = daysBefore(now, begun)
  const validFrom = dayOf(since)
  const content = contentOf(lending, ids)
  const id = await insertDistribution(db, {
    lending,
    title: 'Доли по итогам конкурса',
    validFrom,
    content,
    authorId: author,
    at: daysBefore(since, 9),
  })
  const [sentAt, approvedAt] = [daysBefore(since, 8), daysBefore(since, 7)]
  await sql`UPDATE insurance_distribution SET state = 'APPROVED', approver_id = ${approver}, approved_at = ${approvedAt},
    version = version + 2 WHERE id = ${id}`.execute(db)
  await moved(db, 'insurance_distribution', id, [
    ['DRAFT', 'submit', 'ON_APPROVAL', author, sentAt],
    ['ON_APPROVAL', 'approve', 'APPROVED', approver, approvedAt],
  ])
  return id
}

interface DemoCase {
  readonly id: number
  readonly region: string | null
  readonly branchIds: number[]
  readonly product: string | null
  readonly amount: string
}

const objects = ['FLAT', 'FLAT', 'FLAT', 'APARTMENT', 'HOUSE_WITH_LAND'] as const

const insuredTypes = (lending: Lending) =>
  caseTypesWith(
    ({ product, decisionPath }) =>
      decisionPath !== undefined && product === (lending === 'LOAN' ? 'CASH_LOAN' : 'MORTGAGE'),
  )
const offeredTypes = {
  MORTGAGE: ['LIFE', 'LIFE', 'MORTGAGEDPROPERTY', 'OWNERSHIP'],
  LOAN: ['LIFE', 'JOB_LOSS'],
} as const satisfies Readonly<Record<Lending, readonly InsuranceType[]>>

interface OfferWorld {
  readonly lending: Lending
  readonly versionId: number
  readonly ids: readonly number[]
  readonly now: Date
}
type Tallies = Map<string, Map<number, Tally>>

function count(ofRow: Map<number, Tally>, insurerId: number, sum: string, at: Date): void {
  const before = ofRow.get(insurerId)
  ofRow.set(insurerId, {
    insurerId,
    offered: (before?.offered ?? 0) + 1,
    sum: fromKopecks(toKopecks(before?.sum ?? '0') + toKopecks(sum)),
    lastAt: at.toISOString(),
  })
}

/** One offer, chosen as every day's are; now and then the client takes another insurer. */
async function seedOffer(
  db: Db,
  chance: Chance,
  { lending, versionId, ids }: OfferWorld,
  one: DemoCase,
  { tallies, at }: { readonly tallies: Tallies; readonly at: Date },
): Promise<void> {
  const { rows } = contentOf(lending, ids)
  const where = {
    type: chance.of(offeredTypes[lending]),
    region: one.region,
    branchIds: one.branchIds,
    product: one.product,
  }
  const sum = fromKopecks((toKopecks(one.amount) * 11n) / 10n)
  const facts = { age: chance.whole(22, 68), object: lending === 'LOAN' ? null : chance.of(objects), sum }
  const row = rowFor(rows, where)
  if (row === undefined) return
  const key = rowKeyOf(row)
  const ofRow = tallies.get(key) ?? new Map<number, Tally>()
  const { insurerId, considered } = chooseInsurer(row, facts, [...ofRow.values()], new Set(ids.slice(0, -1)))
  const own = insurerId !== null && chance.percent(8) ? (ids.find((id) => id !== insurerId) ?? null) : null
  await sql`INSERT INTO insurance_offer (case_id, lending, type, region, branch_ids, product, age, object, sum, at,
      distribution_id, row_key, insurer_id, considered, own_choice_id)
    VALUES (${one.id}, ${lending}, ${where.type}, ${one.region}, ${one.branchIds}::int[], ${one.product}, ${facts.age},
      ${facts.object}, ${sum}, ${at}, ${versionId}, ${key}, ${insurerId}, ${JSON.stringify(considered)}::text::jsonb,
      ${own})`.execute(db)
  if (insurerId === null || own !== null) return
  count(ofRow, insurerId, sum, at)
  tallies.set(key, ofRow)
}

/** Offers of the last ninety days, made by the same choice as those of every day. */
async function seedOffers(db: Db, chance: Chance, world: OfferWorld): Promise<void> {
  const { lending, versionId, now } = world
  const { rows: cases } = await sql<DemoCase>`
    SELECT c.id, c.region_code AS region, c.programme_code AS product, c.amount::text AS amount,
      (SELECT array_agg(a ORDER BY o DESC) FROM unnest(p.ancestor_ids) WITH ORDINALITY u (a, o)) AS "branchIds"
    FROM case_file c JOIN partner p ON p.id = c.partner_id
    WHERE c.type = ANY(${insuredTypes(lending)}::text[]) AND c.amount > 0 ORDER BY c.id DESC LIMIT 160`.execute(
    db,
  )
  const tallies: Tallies = new Map()
  for (let at = 0; at < offersShown; at += 1) {
    const one = cases[at % cases.length]
    if (one === undefined) return
    await seedOffer(db, chance, world, one, { tallies, at: daysBefore(now, 89 - (at * 88) / offersShown) })
  }
  for (const [key, ofRow] of tallies)
    for (const { insurerId, offered, sum, lastAt } of ofRow.values())
      await sql`INSERT INTO insurance_tally (distribution_id, row_key, insurer_id, offered, sum, last_at)
        VALUES (${versionId}, ${key}, ${insurerId}, ${offered}, ${sum}, ${lastAt})`.execute(db)
}

/** Insurers of the demo bank: eight with tariffs, shares of both lendings, offers of the last three months. */
export async function seedDemoInsurance(db: Db, chance: Chance, now: Date): Promise<void> {
  const ids = await findInsurers(db)
  await withoutHistory(db, ['accreditation', 'insurance_tariff', 'insurance_distribution'], async () => {
    await accredit(db, ids, now)
    await seedTariffs(db, ids, now)
    for (const lending of ['MORTGAGE', 'LOAN'] as const) {
      const versionId = await seedDistribution(db, lending, ids, now)
      await seedOffers(db, chance, { lending, versionId, ids, now })
    }
  })
}
