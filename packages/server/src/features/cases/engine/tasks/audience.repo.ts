import { kindsBeside, taskKinds, type TaskKindDefinition } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#lib/actor.ts'
import { isOpenTo, visibleTo } from '#lib/visibility.ts'
import { holdsForTask } from './task-rights.rules.ts'

const told = (audience: TaskKindDefinition['audience']) =>
  kindsBeside.filter((kind) => taskKinds[kind].audience === audience)
const addressed = told('ADDRESSED')
const ofBank = [...told('BANK'), ...told('HOLDERS')]
const ofHolders = told('HOLDERS')

/** Kinds that are told to those alone who hold their operation. */
function withinHeld(actor: Pick<Actor, 'operations'>): RawBuilder<unknown> {
  const held = CaseType.options.flatMap((type) =>
    ofHolders
      .filter((kind) => holdsForTask(actor, type, taskKinds[kind].operation))
      .map((kind) => `${type} ${kind}`),
  )
  return sql`(t.kind <> ALL(${ofHolders}::text[]) OR t.case_type || ' ' || t.kind = ANY(${held}::text[]))`
}

/**
 * Which tasks `t` of a visible case the person may know of: none of a stage that is kept from them; of the kinds that are
 * told to their addressees alone, people of partners see those that they or their colleagues gave, have, passed on, or may
 * take; of the bank's own kinds they know nothing. The bank's people know of the kinds of the responsible officer where
 * they hold that right.
 */
export function audienceOf(actor: Pick<Actor, 'isAhml' | 'partnerId' | 'operations'>): RawBuilder<unknown> {
  if (actor.isAhml) return withinHeld(actor)
  return sql`(${isOpenTo(actor, 't.stage')} AND t.kind <> ALL(${ofBank}::text[])
    AND (t.stage IS NOT NULL OR t.kind <> ALL(${addressed}::text[])
    OR EXISTS (SELECT FROM employee x WHERE x.id IN (t.author_id, t.assignee_id, t.handed_by)
      AND ${visibleTo(actor, 'x.partner_id')})
    OR EXISTS (SELECT FROM workgroup x WHERE x.id = t.workgroup_id AND ${visibleTo(actor, 'x.partner_id')})))`
}
