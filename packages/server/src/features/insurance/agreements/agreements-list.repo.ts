import type { AgreementFilter, AgreementRow } from '@ipoteka-office/contract/insurance/agreements-list.ts'
import type { NamedRef } from '@ipoteka-office/contract/common/refs.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

/** Whose agreements are asked for, and of which types of cases. */
export interface AgreementScope {
  readonly actor: Actor
  readonly types: readonly string[]
}

const joined = sql`insurance_agreement a JOIN case_file f ON f.id = a.case_id
  LEFT JOIN partner p ON p.id = a.insurer_id LEFT JOIN insurance_surcharge s ON s.agreement_id = a.id`

const seen = ({ actor, types }: AgreementScope) =>
  sql`${visibleTo(actor, 'f.partner_id')} AND f.type = ANY(${types}::text[])`

const endsIn = (ending: AgreementFilter['endsIn'], today: string): RawBuilder<unknown>[] => {
  if (ending === null) return []
  return ending === 'past'
    ? [sql`a.valid_to < ${today}::date`]
    : [sql`a.valid_to BETWEEN ${today}::date AND ${today}::date + ${Number(ending)}::int`]
}

function conditions(scope: AgreementScope, filter: AgreementFilter, today: string): RawBuilder<unknown>[] {
  const { states, types, insurerIds, search, surchargeWaits } = filter
  return [
    seen(scope),
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, 8)
      .map(
        (word) =>
          sql`(f.search_text LIKE search_form(${anywhere(word)}) OR search_form(a.number) LIKE search_form(${anywhere(word)}))`,
      ),
    ...(states.length > 0 ? [sql`a.state = ANY(${states}::text[])`] : []),
    ...(types.length > 0 ? [sql`a.type = ANY(${types}::text[])`] : []),
    ...(insurerIds.length > 0 ? [sql`a.insurer_id = ANY(${insurerIds}::int[])`] : []),
    ...endsIn(filter.endsIn, today),
    ...(surchargeWaits ? [sql`s.state = 'PROPOSED'`] : []),
  ]
}

export function findListed(
  db: Db,
  scope: AgreementScope,
  filter: AgreementFilter,
  query: PageQuery & { readonly today: string },
): Promise<Page<AgreementRow>> {
  const where = sql`FROM ${joined} WHERE ${sql.join(conditions(scope, filter, query.today), sql` AND `)}`
  // What has an end ahead comes first, the nearest before the others; the rest by the newest.
  const order = sql`(a.valid_to >= ${query.today}::date) DESC NULLS LAST,
    CASE WHEN a.valid_to >= ${query.today}::date THEN a.valid_to END, a.id DESC`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<AgreementRow>`
        SELECT a.id, json_build_object('id', f.id, 'type', f.type, 'number', f.number, 'clientName', f.client_name) AS "case",
          a.type, a.state, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'shortName', p.short_name) END AS insurer,
          a.number, a.valid_from::text AS "from", a.valid_to::text AS "to", a.valid_to - ${query.today}::date AS "daysLeft",
          a.sum::text AS sum, a.premium::text AS premium, s.state AS surcharge
        ${where} ORDER BY ${order} LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, where),
  })
}

export async function findInsurers(db: Db, scope: AgreementScope): Promise<z.output<typeof NamedRef>[]> {
  const { rows } = await sql<z.output<typeof NamedRef>>`
    SELECT p.id, p.short_name AS name FROM partner p WHERE p.id IN (SELECT a.insurer_id FROM insurance_agreement a
      JOIN case_file f ON f.id = a.case_id WHERE ${seen(scope)}) ORDER BY p.short_name, p.id LIMIT 500`.execute(
    db,
  )
  return rows
}
