import { heldReason, heldReasons } from '@ipoteka-office/contract/compliance/held.ts'
import { CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Actor } from './actor.ts'

/** Who reads of cases: reasons that are the responsible officer's are told to those alone who hold `Compliance`. */
export type ReasonReader = Pick<Actor, 'isAhml' | 'operations'>

/** Whether the reason stays with those who hold `Compliance` on some type of cases. */
export const isReasonHeld = ({ isAhml, operations }: ReasonReader, code: string | null): boolean =>
  code !== null &&
  heldReasons.includes(code) &&
  !(isAhml && CaseType.options.some((type) => operations[caseTypes[type].object]?.includes('Compliance')))

/** Reasons as the person reads them: one for all that are held. */
export const reasonsFor = <
  R extends { readonly code: string; readonly name: string; readonly silent: boolean },
>(
  reader: ReasonReader,
  reasons: readonly R[],
): R[] => reasons.map((reason) => (isReasonHeld(reader, reason.code) ? { ...reason, ...heldReason } : reason))

/** Reasons that the person may look for: a held one finds nothing. */
export const reasonsAsked = (reader: ReasonReader, codes: readonly string[]): string[] =>
  codes.map((code) => (isReasonHeld(reader, code) ? heldReason.code : code))
