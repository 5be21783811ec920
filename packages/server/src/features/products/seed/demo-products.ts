import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { addDays } from '#lib/bank-time.ts'
import { addPoints } from '../rate-points.rules.ts'
import { insertProduct, insertVersion, writeState } from '../products.repo.ts'
import { demoOptions, demoPromotions } from './demo-additions.ts'
import { demoLoans } from './demo-loans.ts'
import { demoMortgages } from './demo-mortgages.ts'
import type { SeedRecord } from './seed-record.ts'

const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
const people = { writer: idOf('product'), head: idOf('product-head') }

/** Days between two versions of a product; the first one is so many times older. */
const daysBetween = 120
/** Days that a version takes from its draft to its release. */
const steps = { submit: 6, approve: 3, correction: 2, release: 1 } as const
type Step = keyof typeof steps

const from: Record<Step, string> = {
  submit: 'DRAFT',
  approve: 'ON_APPROVAL',
  correction: 'ON_APPROVAL',
  release: 'APPROVED',
}
const to = {
  submit: 'ON_APPROVAL',
  approve: 'APPROVED',
  correction: 'CORRECTION',
  release: 'RELEASED',
} as const
const waysTo: Record<NonNullable<SeedRecord['ahead']> | 'RELEASED', readonly Step[]> = {
  DRAFT: [],
  ON_APPROVAL: ['submit'],
  CORRECTION: ['submit', 'correction'],
  APPROVED: ['submit', 'approve'],
  RELEASED: ['submit', 'approve', 'release'],
  FUTURE: ['submit', 'approve', 'release'],
}

/** The version before had rates a quarter of a point higher; additions have not changed. */
function earlier(content: VersionContent, versionsAgo: number): VersionContent {
  if (content.kind !== 'PRODUCT' || content.rate.type === 'SUBSIDIZED' || versionsAgo === 0) return content
  const cells = content.rate.matrix.cells.map((cell) =>
    cell === null ? null : addPoints(cell, String(versionsAgo * 0.25)),
  )
  // A version that is ahead leads lower than the one in force.
  const floor =
    versionsAgo < 0 ? addPoints(content.rate.floor, String(versionsAgo * 0.25)) : content.rate.floor
  return { ...content, rate: { ...content.rate, floor, matrix: { ...content.rate.matrix, cells } } }
}

interface Seeding {
  readonly db: Db
  readonly now: Date
  readonly today: string
}

const momentOf = (day: string, hour = 9) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)

async function actAs(db: Db, employeeId: number | null): Promise<void> {
  await sql`SELECT set_config('app.actor_id', ${employeeId === null ? '' : String(employeeId)}, true)`.execute(
    db,
  )
}

/** A version written by the one and led by the other so far, as people would have done it. */
async function seedVersion(
  { db, today }: Seeding,
  productId: number,
  {
    content,
    begins,
    way,
  }: { readonly content: VersionContent; readonly begins: string; readonly way: readonly Step[] },
): Promise<number> {
  // What is ahead of today was written some days ago.
  const last = begins < today ? begins : today
  const dayOf = (step: number) => addDays(last, -step)
  await actAs(db, people.writer)
  const number = await insertVersion(db, {
    productId,
    content,
    authorId: people.writer,
    at: momentOf(dayOf(10)),
  })
  const { rows } = await sql<{ id: number }>`UPDATE product_version SET valid_from = ${begins}::date
    WHERE product_id = ${productId} AND number = ${number} RETURNING id`.execute(db)
  const id = rows[0]?.id ?? 0
  for (const action of way) {
    const by = action === 'submit' ? people.writer : people.head
    const day = dayOf(steps[action])
    const at = momentOf(day, 12)
    await actAs(db, by)
    await writeState(db, { id, productId }, { to: to[action], action, by, at, today: day })
    await sql`INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at, actor_id, comment)
      VALUES ('product_version', ${id}, 0, ${from[action]}, ${to[action]}, ${action}, ${at}, ${by},
        ${action === 'correction' ? 'Сверьте возраст на конец срока с решением комитета' : null})`.execute(db)
  }
  return id
}

/** What is offered on the public pages of partners, by the code of the product. */
const qrCodes: Readonly<Record<string, string>> = {
  'NEW-BUILD': 'MORTGAGE',
  READY: 'MORTGAGE',
  'COUNTRY-HOUSE': 'MORTGAGE',
  FAMILY: 'FAMILY_MORTGAGE',
  REFINANCE: 'REFINANCING',
  'CASH-BASE': 'CASH_LOAN',
  'CASH-SALARY': 'CASH_LOAN',
  'CARD-100': 'CREDIT_CARD',
}

async function seedRecord(
  seeding: Seeding,
  { versions = 2, ahead, ended, ...record }: SeedRecord,
  ids: ReadonlyMap<string, number>,
): Promise<number> {
  const { db, today } = seeding
  const { kind, lending, code, typeCode, department = 'OIC', links = {} } = record
  const named = (codes: readonly string[] = []) => codes.flatMap((one) => ids.get(one) ?? [])
  const content =
    record.content.kind === 'PRODUCT'
      ? { ...record.content, audience: { ...record.content.audience, qrCode: qrCodes[code] ?? null } }
      : {
          ...record.content,
          productIds: named(links.products),
          requires: named(links.requires),
          excludes: named(links.excludes),
        }
  const first = addDays(today, -daysBetween * Math.max(1, versions))
  await actAs(db, people.writer)
  const id = await insertProduct(db, {
    ...{ kind, lending, code, typeCode, department },
    ownerId: people.writer,
    at: momentOf(addDays(first, -12)),
  })
  for (let number = 0; number < versions; number += 1)
    await seedVersion(seeding, id, {
      content: earlier(content, versions - 1 - number),
      begins: addDays(first, daysBetween * number),
      way: waysTo.RELEASED,
    })
  if (ahead !== undefined)
    await seedVersion(seeding, id, {
      content: earlier(content, -1),
      begins: addDays(today, ahead === 'FUTURE' ? 20 : 30),
      way: waysTo[ahead],
    })
  if (ended === true) await endSales(seeding, id)
  return id
}

async function endSales({ db, today }: Seeding, productId: number): Promise<void> {
  await actAs(db, people.head)
  const day = addDays(today, -15)
  const { rows } = await sql<{ id: number }>`SELECT id FROM product_version
    WHERE product_id = ${productId} AND in_force @> ${day}::date`.execute(db)
  const id = rows[0]?.id ?? 0
  const at = momentOf(day, 15)
  await writeState(
    db,
    { id, productId },
    { to: 'ARCHIVE', action: 'archive', by: people.head, at, today: day },
  )
  await sql`INSERT INTO record_move (object_type, object_id, part, from_state, to_state, action, at, actor_id, comment)
    VALUES ('product_version', ${id}, 0, 'RELEASED', 'ARCHIVE', 'archive', ${at}, ${people.head}, 'Спроса нет')`.execute(
    db,
  )
}

/** The catalogue of the demo bank: what is sold, what was sold before, and what waits for somebody. */
export async function seedDemoProducts(
  db: Db,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  const today = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const seeding = { db, now, today }
  const ids = new Map<string, number>()
  const day = (days: number) => addDays(today, days)
  const records: SeedRecord[] = [
    ...demoMortgages,
    ...demoLoans,
    ...demoOptions,
    ...demoPromotions.map(({ content, places: _, ...rest }) => ({ ...rest, content: content(day) })),
  ]
  for (const record of records) ids.set(record.code, await seedRecord(seeding, record, ids))
  await seedComments(seeding, ids)
  await actAs(db, null)
}

const comments = [
  ['READY', people.writer, 'Предел 19,9 % — по решению комитета по продуктам, ниже не опускаем'],
  ['READY', people.head, 'Со следующего выпуска снижаем на четверть пункта'],
  ['FAMILY', people.writer, 'Лимиты сверены с постановлением № 1711'],
  ['IT', people.head, 'Ждём подтверждения перечня регионов'],
] as const

async function seedComments({ db, today }: Seeding, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [at, [code, author, text]] of comments.entries())
    await sql`INSERT INTO product_comment (product_id, number, author_id, at, text)
      VALUES (${ids.get(code) ?? 0}, 1, ${author}, ${momentOf(addDays(today, at - 8), 14)}, ${text})`.execute(
      db,
    )
}

const mortgages = caseTypesWith(({ product }) => product === 'MORTGAGE')
const priced = caseTypesWith(({ product }) => product !== null)

/** Each case of the demo bank gets the product of its programme, of the version in force when it came. */
export async function seedCaseProducts(db: Db): Promise<void> {
  await sql`
    INSERT INTO case_price (case_id, product_id, version_id, at)
    SELECT f.id, p.id, (SELECT v.id FROM product_version v WHERE v.product_id = p.id AND v.in_force IS NOT NULL
        AND lower(v.in_force) <= f.created_at::date ORDER BY v.number DESC LIMIT 1), f.created_at
    FROM case_file f JOIN LATERAL (
      SELECT id FROM product WHERE kind = 'PRODUCT' AND type_code = f.programme_code
        AND (lending = 'MORTGAGE') = (f.type = ANY(${mortgages}::text[])) ORDER BY id LIMIT 1) p ON true
    WHERE f.type = ANY(${priced}::text[])`.execute(db)
  for (const { code, places = 0, links = {} } of demoPromotions) {
    if (places === 0) continue
    await sql`
      INSERT INTO promotion_place (product_id, case_id, amount, state, at, changed_at)
      SELECT m.id, f.id, coalesce(f.amount, 3000000), CASE WHEN f.closed THEN 'USED' ELSE 'RESERVED' END, f.created_at, f.stage_since
      FROM product m JOIN case_price c ON c.replaced_at IS NULL JOIN product p ON p.id = c.product_id
        JOIN case_file f ON f.id = c.case_id
      WHERE m.code = ${code} AND p.code = ANY(${[...(links.products ?? [])]}::text[]) AND f.type = ANY(${mortgages.filter((type) => decidedTypes.includes(type))}::text[])
      ORDER BY f.id DESC LIMIT ${places}`.execute(db)
  }
}
