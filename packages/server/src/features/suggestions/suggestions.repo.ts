import type { Sex } from '@ipoteka-office/contract/common/person/person-name.ts'
import type { PlainBank } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { isClosingBank } from '#lib/closing-bank.ts'
import { visibleByPath, visibleTo } from '#lib/visibility.ts'

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const anywhere = (text: string) => `%${literal(text)}%`

/** A partner of ours as a suggestion may show it. */
export interface OwnPartner {
  readonly id: number
  readonly shortName: string
  readonly fullName: string
  readonly inn: string
  readonly kpp: string | null
  readonly ogrn: string | null
  readonly notActive: boolean
  readonly isBranch: boolean
  readonly address: string | null
}

const columns = sql`p.id, p.short_name AS "shortName", p.full_name AS "fullName", p.inn, p.kpp, p.ogrn,
  p.not_active AS "notActive", p.parent_id IS NOT NULL AS "isBranch", p.legal_address ->> 'value' AS address`

/** Visible partners by a part of the name, ИНН or ОГРН. */
export async function findOwn(db: Db, actor: Actor, query: string, count: number): Promise<OwnPartner[]> {
  const { rows } = await sql<OwnPartner>`
    SELECT ${columns} FROM partner p
    WHERE p.search_text LIKE search_form(${anywhere(query)}) AND ${visibleTo(actor, 'p.id')}
    ORDER BY p.parent_id IS NOT NULL, p.short_name, p.id LIMIT ${count}`.execute(db)
  return rows
}

/** Visible partners with one of these ИНН. */
export async function findByInn(db: Db, actor: Actor, inns: readonly string[]): Promise<OwnPartner[]> {
  const { rows } = await sql<OwnPartner>`
    SELECT ${columns} FROM partner p WHERE p.inn = ANY(${inns}::text[]) AND ${visibleTo(actor, 'p.id')}
    ORDER BY p.parent_id IS NOT NULL, p.id`.execute(db)
  return rows
}

/** An employee as a suggestion may show them. */
export interface OwnPerson {
  readonly id: number
  readonly surname: string
  readonly name: string
  readonly patronymic: string | null
  readonly sex: Sex | null
}

/** Visible working employees whose full name begins with what is typed. */
export async function findOwnPeople(
  db: Db,
  actor: Actor,
  typed: string,
  count: number,
): Promise<OwnPerson[]> {
  const { rows } = await sql<OwnPerson>`
    SELECT e.id, e.last_name AS surname, e.first_name AS name, e.middle_name AS patronymic, e.sex FROM employee e
    WHERE e.search_text LIKE search_form(${`${literal(typed.replace(/\s+/g, ' '))}%`}) AND NOT e.not_active
      AND ${visibleByPath(actor, 'e.partner_path')}
    ORDER BY e.full_name, e.id LIMIT ${count}`.execute(db)
  return rows
}

/** So many addresses of colleagues are looked at. */
const sampleOfColleagues = 1_000

/** Domains of the e-mail addresses in the caller's own organisation, the commonest first. */
export async function findColleaguesDomains(
  db: Db,
  { partnerId }: Pick<Actor, 'partnerId'>,
): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    SELECT domain FROM (
      SELECT split_part(lower(e.email), '@', 2) AS domain FROM employee e
      WHERE e.partner_id = ${partnerId} AND e.email <> '' LIMIT ${sampleOfColleagues}) AS colleague
    WHERE domain <> '' GROUP BY domain ORDER BY count(*) DESC, domain LIMIT 5`.execute(db)
  return rows.map(({ domain }) => domain)
}

/** A unit that issues passports; `isDemo`: invented for training. */
interface UnitRow {
  readonly code: string
  readonly name: string
  readonly isDemo: boolean
}

/** Units by the beginning of their code (digits), or by all the words of the name. */
export async function findUnits(db: Db, query: string, count: number): Promise<UnitRow[]> {
  const digits = query.replace(/[\s-]/g, '')
  const isCode = /^\d{1,6}$/.test(digits)
  const code = digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
  const words = query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  if (!isCode && words.length === 0) return []
  const met = isCode
    ? sql<boolean>`u.code LIKE ${`${code}%`}`
    : sql<boolean>`u.search_text LIKE ALL (SELECT search_form(word) FROM unnest(${words.map(anywhere)}::text[]) AS word)`
  const { rows } = await sql<UnitRow>`
    SELECT u.code, u.name, u.origin = 'DEMO' AS "isDemo" FROM passport_unit u WHERE ${met}
    ORDER BY u.origin = 'DEMO', u.code, u.name LIMIT ${count}`.execute(db)
  return rows
}

/** Banks of the directory by a part of БИК, name or city; those whose БИК or name begins with it come first. */
export async function findBanks(db: Db, query: string, count: number): Promise<PlainBank[]> {
  const { rows } = await sql<{ bic: string; name: string; account: string; city: string; left: boolean }>`
    SELECT b.bic, b.name, b.correspondent_account AS account, b.city, b.left_on IS NOT NULL AS left FROM bank b
    WHERE b.search_text LIKE search_form(${anywhere(query)})
    ORDER BY b.left_on IS NOT NULL, NOT (b.bic LIKE ${`${literal(query)}%`} OR search_form(b.name) LIKE search_form(${anywhere(query).slice(1)})),
      b.name, b.bic LIMIT ${count}`.execute(db)
  const statusOf = (name: string) => (isClosingBank(name) ? 'LIQUIDATING' : 'ACTIVE')
  return rows.map(({ bic, name, account, city, left }) => ({
    value: name,
    unrestricted_value: name,
    data: {
      bic,
      correspondent_account: account,
      payment_city: city === '' ? null : `г ${city}`,
      opf: { type: 'BANK' },
      name: { payment: name.toUpperCase(), full: null, short: name },
      state: { status: left ? 'LIQUIDATED' : statusOf(name) },
    },
  }))
}

/** Whether the addresses are the delivered sample, not the register that the bank has brought. */
export async function isAddressSample(db: Db): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`SELECT source FROM address_state`.execute(db)
  return rows[0]?.source !== 'GAR'
}
