import type { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { documentStages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { RuleFilter, RuleListQuery } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ListedRule } from './stored-rules.ts'

const stageOrder = Object.keys(documentStages)

/** Every rule with what it says on the day: a version in force, else the one to come, the draft, the last one. */
const shown = (today: string, on: string | undefined) => sql`
  SELECT r.id, r.rule_type, r.version, r.draft IS NOT NULL AS has_draft, r.delivered_key IS NOT NULL AS delivered,
    r.delivered_key IS NOT NULL AND EXISTS (SELECT FROM document_rule_revision own
      WHERE own.rule_id = r.id AND own.published_by IS NOT NULL AND own.withdrawn_at IS NULL) AS edited,
    CASE WHEN r.deleted_at IS NOT NULL THEN 'DELETED' WHEN c.id IS NOT NULL THEN 'ACTIVE'
      WHEN p.id IS NOT NULL THEN 'PLANNED' WHEN l.id IS NOT NULL THEN 'ENDED' ELSE 'DRAFT' END AS state,
    s.content, s.valid_from, s.valid_to, s.in_force
  FROM document_rule r
  LEFT JOIN LATERAL document_rule_on(r, ${today}::date) c ON true
  LEFT JOIN LATERAL (SELECT v.* FROM document_rule_revision v
    WHERE v.rule_id = r.id AND v.withdrawn_at IS NULL AND v.valid_from > ${today}::date
    ORDER BY v.valid_from, v.number DESC LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT v.* FROM document_rule_revision v
    WHERE v.rule_id = r.id AND v.withdrawn_at IS NULL ORDER BY v.number DESC LIMIT 1) l ON true
  LEFT JOIN LATERAL document_rule_on(r, ${on ?? today}::date) d ON true
  CROSS JOIN LATERAL (
    SELECT 1 AS place, d.content, d.valid_from, d.valid_to, true AS in_force WHERE d.id IS NOT NULL
    UNION ALL SELECT 2, p.content, p.valid_from, p.valid_to, false WHERE p.id IS NOT NULL
    UNION ALL SELECT 3, l.content, l.valid_from, l.valid_to, false WHERE l.id IS NOT NULL
    UNION ALL SELECT 4, r.draft, r.draft_from, r.draft_to, false WHERE r.draft IS NOT NULL
    UNION ALL SELECT 5, w.content, w.valid_from, w.valid_to, false FROM (SELECT v.* FROM document_rule_revision v
      WHERE v.rule_id = r.id ORDER BY v.number DESC LIMIT 1) w
    ORDER BY 1 LIMIT 1) s`

const anyOf = (codes: readonly string[], path: string) =>
  codes.length === 0 ? [] : [sql`x.content -> ${sql.lit(path)} ?| ${codes}::text[]`]

const documentNames = sql`(SELECT string_agg(t.code || ' ' || t.name, ' ') FROM reference_item t
  WHERE t.dictionary = 'docType' AND x.content -> 'documents' ? t.code)`

function conditionsOf(filter: RuleFilter): RawBuilder<unknown> {
  const { ruleTypes, documents, programmes, stages, states, hasDraft, on, search } = filter
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  const text = sql`search_form(concat_ws(' ', x.content ->> 'name', x.content ->> 'basis', x.content ->> 'comment',
    ${documentNames}))`
  const conditions = [
    ...(ruleTypes.length > 0 ? [sql`x.rule_type = ANY(${ruleTypes}::text[])`] : []),
    ...anyOf(documents, 'documents'),
    ...(programmes.length > 0
      ? [sql`(x.content -> 'programmes' = '[]' OR x.content -> 'programmes' ?| ${programmes}::text[])`]
      : []),
    ...(stages.length > 0 ? [sql`x.content ->> 'stage' = ANY(${stages}::text[])`] : []),
    ...(hasDraft === undefined ? [] : [sql`x.has_draft = ${hasDraft}`]),
    ...(on === undefined ? [] : [sql`x.in_force`]),
    states.length > 0
      ? sql`x.state = ANY(${states}::text[])`
      : on === undefined
        ? sql`x.state <> 'DELETED'`
        : sql`true`,
    ...words.map((word) => sql`strpos(${text}, search_form(${word})) > 0`),
  ]
  return sql.join(conditions, sql` AND `)
}

const stagePlace = sql`coalesce(array_position(${stageOrder}::text[], x.content ->> 'stage'), ${stageOrder.length + 1})`
const firstDocument = sql`(SELECT t.name FROM reference_item t
  WHERE t.dictionary = 'docType' AND t.code = x.content -> 'documents' ->> 0)`
const name = sql`(x.content ->> 'name') COLLATE "ru-x-icu"`
const orders = {
  name,
  priority: sql`(x.content ->> 'priority')::int`,
  stage: stagePlace,
  validFrom: sql`x.valid_from`,
  documents: firstDocument,
} as const

const orderOf = (sort: RuleListQuery['sort']) => {
  const usual = sql`${stagePlace}, ${firstDocument}, ${name}, x.id`
  return sort === undefined
    ? usual
    : sql`${orders[sort.field]} ${sort.direction === 'desc' ? sql`DESC` : sql`ASC`} NULLS LAST, ${usual}`
}

const row = sql`x.id, x.rule_type AS "ruleType", x.state, x.delivered, x.edited, x.has_draft AS "hasDraft", x.content,
  x.valid_from::text AS "validFrom", x.valid_to::text AS "validTo", x.version`

export type RulePlace = { readonly limit: number; readonly offset: number }

/** Rules of the filter in order. */
export async function findListed(
  db: Db,
  filter: RuleFilter,
  sort: RuleListQuery['sort'],
  today: string,
  { limit, offset }: RulePlace,
): Promise<ListedRule[]> {
  const { rows } = await sql<ListedRule>`
    SELECT ${row} FROM (${shown(today, filter.on)}) x WHERE ${conditionsOf(filter)}
    ORDER BY ${orderOf(sort)} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many rules of each type the filter has when it names no type. */
export async function countByType(db: Db, filter: RuleFilter, today: string): Promise<Map<RuleType, number>> {
  const { rows } = await sql<{ ruleType: RuleType; count: number }>`
    SELECT x.rule_type AS "ruleType", count(*)::int AS count FROM (${shown(today, filter.on)}) x
    WHERE ${conditionsOf({ ...filter, ruleTypes: [] })} GROUP BY 1`.execute(db)
  return new Map(rows.map(({ ruleType, count }) => [ruleType, count]))
}
