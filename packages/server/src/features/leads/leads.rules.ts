import { type ContactOutcome, notReachedOutcomes } from '@ipoteka-office/contract/leads/leads.ts'

/** What a text in the place of a lead's id means: a number of a lead, a number that no lead has, or no number at all. */
export function leadIdOf(text: string): number | 'NONE' | 'INVALID' {
  const id = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(id) || id === 0) return 'INVALID'
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 'NONE'
}

/** Stages in which an attempt that reached nobody moves the lead on. */
const callingStages = ['FIRST_CONTACT', 'REPEAT_CONTACT']

/** The move that follows from an attempt; null: the lead stays. */
export const moveAfter = (stage: string, outcome: ContactOutcome): 'notReached' | null =>
  callingStages.includes(stage) && notReachedOutcomes.includes(outcome) ? 'notReached' : null
