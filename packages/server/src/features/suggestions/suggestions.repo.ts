import type { BankSuggestion } from '@ipoteka-office/contract/suggestions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

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

/** Banks of the directory by a part of БИК, name or city; those whose БИК or name begins with it come first. */
export async function findBanks(db: Db, query: string, count: number): Promise<BankSuggestion[]> {
  const { rows } = await sql<{ bic: string; name: string; account: string; city: string }>`
    SELECT b.bic, b.name, b.correspondent_account AS account, b.city FROM bank b
    WHERE b.search_text LIKE search_form(${anywhere(query)})
    ORDER BY NOT (b.bic LIKE ${`${query.replace(/[\\%_]/g, '\\$&')}%`} OR search_form(b.name) LIKE search_form(${anywhere(query).slice(1)})),
      b.name, b.bic LIMIT ${count}`.execute(db)
  return rows.map(({ bic, name, account, city }) => ({
    value: name,
    unrestricted_value: name,
    data: {
      bic,
      correspondent_account: account,
      payment_city: city === '' ? null : `г ${city}`,
      opf: { type: 'BANK' },
      name: { payment: name.toUpperCase(), full: null, short: name },
      state: { status: /^(?:КУ|Ликвидатор|Конкурсный) /u.test(name) ? 'LIQUIDATING' : 'ACTIVE' },
    },
  }))
}
