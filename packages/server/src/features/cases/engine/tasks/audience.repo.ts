import { kindsBeside, taskKinds, type TaskKindDefinition } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#lib/actor.ts'
import { isOpenTo, visibleTo } from '#lib/visibility.ts'

const told = (audience: TaskKindDefinition['audience']) =>
  kindsBeside.filter((kind) => taskKinds[kind].audience === audience)
const addressed = told('ADDRESSED')
const ofBank = told('BANK')

/**
 * Which tasks `t` of a visible case the person may know of: none of a stage that is kept from them; of the kinds that are
 * told to their addressees alone, people of partners see those that they or their colleagues gave, have, passed on, or may
 * take; of the bank's own kinds they know nothing.
 */
export function audienceOf(actor: Pick<Actor, 'isAhml' | 'partnerId'>): RawBuilder<unknown> {
  if (actor.isAhml) return sql`true`
  return sql`(${isOpenTo(actor, 't.stage')} AND t.kind <> ALL(${ofBank}::text[])
    AND (t.stage IS NOT NULL OR t.kind <> ALL(${addressed}::text[])
    OR EXISTS (SELECT FROM employee x WHERE x.id IN (t.author_id, t.assignee_id, t.handed_by)
      AND ${visibleTo(actor, 'x.partner_id')})
    OR EXISTS (SELECT FROM workgroup x WHERE x.id = t.workgroup_id AND ${visibleTo(actor, 'x.partner_id')})))`
}
