import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Chance } from '#db/seed/generator.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'.split('')
const total = 40

/** QR codes of some partners with the scans of the last month; two of them belong to the demo agent. */
export async function seedDemoQr(
  db: Db,
  chance: Chance,
  now: Date,
  partners: readonly number[],
): Promise<void> {
  const products = ['MORTGAGE', 'FAMILY_MORTGAGE', 'REFINANCING', 'CASH_LOAN']
  const campaigns = ['Осень 2026', 'День открытых дверей', 'Новостройки', 'Витрина офиса', '']
  const codes = Array.from({ length: total }, (_, index) => ({
    short: Array.from({ length: 12 }, () => chance.of(letters)).join(''),
    // The agent of the demo sign-ins is employee 4 of partner 2.
    partner: index < 2 ? 2 : chance.of(partners),
    employee: index < 2 ? 4 : null,
    kind: chance.of(['DEVELOPER', 'AGENT', 'BROKER', 'OFFICE']),
    product: chance.of(products),
    campaign: chance.of(campaigns),
    validTo: index % 5 === 4 ? -chance.whole(1, 20) : index % 3 === 0 ? null : chance.whole(20, 200),
    off: index % 11 === 10,
    age: chance.whole(31, 90),
    scans: index < 2 ? 120 : chance.whole(0, 80),
  }))
  await sql`
    WITH given AS (
      SELECT * FROM unnest(${codes.map((c) => c.short)}::text[], ${codes.map((c) => c.partner)}::int[],
        ${codes.map((c) => c.employee)}::int[], ${codes.map((c) => c.kind)}::text[], ${codes.map((c) => c.product)}::text[],
        ${codes.map((c) => c.campaign)}::text[], ${codes.map((c) => c.validTo)}::int[], ${codes.map((c) => c.off)}::boolean[],
        ${codes.map((c) => c.age)}::int[], ${codes.map((c) => c.scans)}::int[])
        AS g(short, partner, employee, kind, product, campaign, valid_to, off, age, scans)),
    made AS (
      INSERT INTO qr_code (short_code, partner_id, employee_id, partner_type_code, product_code, campaign, valid_to,
        not_active, created_by, created_at)
      SELECT g.short, g.partner, g.employee, g.kind, g.product, g.campaign, ${now}::timestamptz::date + g.valid_to, g.off,
        coalesce(g.employee, 1), ${now}::timestamptz - g.age * interval '1 day' FROM given g
      RETURNING id, short_code)
    INSERT INTO qr_scan (qr_code_id, at, device)
    SELECT m.id, ${now}::timestamptz - (n * n % 29) * interval '1 day' - (n * 37 % 540) * interval '1 minute',
      CASE n % 9 WHEN 0 THEN 'TABLET' WHEN 4 THEN 'COMPUTER' WHEN 7 THEN 'ROBOT' ELSE 'PHONE' END
    FROM made m JOIN given g ON g.short = m.short_code CROSS JOIN LATERAL generate_series(1, g.scans) n`.execute(
    db,
  )
  await sql`UPDATE qr_code q SET scan_count = s.count, last_scan_at = s.last
    FROM (SELECT qr_code_id, count(*)::int AS count, max(at) AS last FROM qr_scan WHERE device <> 'ROBOT' GROUP BY 1) s
    WHERE s.qr_code_id = q.id`.execute(db)
}
