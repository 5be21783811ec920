import { createHash } from 'node:crypto'
import { heldFactor, heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import type { HitState } from '@ipoteka-office/contract/compliance/compliance.ts'
import type { EngineAnswer, StopFactor } from '@ipoteka-office/contract/underwriting/engine-runs.ts'

/** Checks whose findings are the responsible officer's. */
export const heldChecks: readonly string[] = ['TERRORIST_115FZ']

/** What the officer has not let go: an undecided hit, one that is put aside, and one that is confirmed. */
export const isStanding = (states: readonly HitState[]): boolean =>
  states.some((state) => state !== 'NO_MATCH')

/** Of who was asked about and what was found; the number of the question is another each time. */
export const printOf = (asked: object, found: object): string => {
  const { requestId: _, attempt: __, ...who } = asked as Record<string, unknown>
  return createHash('sha256')
    .update(JSON.stringify([who, found]))
    .digest('hex')
}

/** How engines call the lists of 115-ФЗ and what goes with them. */
const telling = /terror|extrem|115|sanction|террор|экстрем|росфинмон|омп|ому\b|перечен/iu

const isHeldFactor = ({ code, name }: StopFactor) => telling.test(code) || telling.test(name)

/** An answer of the engine as everybody may read it, and what of it is the officer's. */
export function parted(answer: EngineAnswer): { shown: EngineAnswer; held: StopFactor[]; notes: string[] } {
  const held = answer.factors.filter(isHeldFactor)
  const notes = answer.notes.filter((note) => telling.test(note))
  if (held.length === 0 && notes.length === 0) return { shown: answer, held, notes }
  return {
    shown: {
      ...answer,
      factors: [...answer.factors.filter((factor) => !isHeldFactor(factor)), heldFactor],
      notes: answer.notes.filter((note) => !telling.test(note)),
    },
    held,
    notes,
  }
}

/** The answer of a check in which nothing is found. */
export const heldAnswer = { state: 'HELD', text: heldWords } as const
