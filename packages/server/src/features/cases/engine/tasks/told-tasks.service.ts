import type { RawBuilder } from 'kysely'
import type { Actor } from '#lib/actor.ts'
import { audienceOf } from './audience.repo.ts'

/** Which tasks `t` of a visible case the person may know of, for whoever tells of tasks beside other things. */
export const toldTasks = (actor: Actor): RawBuilder<unknown> => audienceOf(actor)
