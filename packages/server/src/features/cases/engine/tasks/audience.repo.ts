import { kindsBeside, taskKinds } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

const addressed = kindsBeside.filter((kind) => taskKinds[kind].audience === 'ADDRESSED')

/**
 * Which tasks `t` of a visible case the person may know of: of the kinds that are told to their addressees alone, people of
 * partners see those that they or their colleagues gave, have, passed on, or may take.
 */
export function audienceOf(actor: Pick<Actor, 'isAhml' | 'partnerId'>): RawBuilder<unknown> {
  if (actor.isAhml) return sql`true`
  return sql`(t.stage IS NOT NULL OR t.kind <> ALL(${addressed}::text[])
    OR EXISTS (SELECT FROM employee x WHERE x.id IN (t.author_id, t.assignee_id, t.handed_by)
      AND ${visibleTo(actor, 'x.partner_id')})
    OR EXISTS (SELECT FROM workgroup x WHERE x.id = t.workgroup_id AND ${visibleTo(actor, 'x.partner_id')}))`
}
