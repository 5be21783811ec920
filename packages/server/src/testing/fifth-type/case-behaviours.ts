import { caseEngine as known, type EngineParts } from '#case-behaviours.ts'
import { claimBehaviour } from './claim-behaviour.ts'

/** The list of behaviours with one line more. */
export function caseEngine(parts: EngineParts) {
  const engine = known(parts)
  return { ...engine, behaviours: { ...engine.behaviours, CLAIM: claimBehaviour } }
}
