import { byAgent } from './closing-moves.ts'

/** Those who decide, at whichever level. */
const byDeciders = ['Underwrite', 'ControlDecision', 'DecideInCommittee'] as const

/** An approval that stands is looked into again; it is suspended until another decision takes its place. */
export const reconsiderTerms = {
  action: 'reconsiderTerms',
  label: 'Пересмотр условий',
  to: 'UNDERWRITING',
  by: byDeciders,
  comment: 'required',
  takesBack: true,
  decides: { outcome: 'SUSPEND', level: null },
} as const

/** The same at the request of those who bring the client, in words that they write themselves. */
export const askReconsideration = {
  action: 'askReconsideration',
  label: 'Пересмотр условий',
  to: 'UNDERWRITING',
  by: byAgent,
  comment: 'required',
  decides: { outcome: 'SUSPEND', level: 'SENDER' },
} as const
