import type { PlainParty } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import file from './data/party-states.json' with { type: 'json' }

/** What the registers of legal persons and entrepreneurs call a state, and what it means for the bank. */
export interface PartyState {
  readonly status: string
  readonly text: string
}

const byCode = new Map(
  file.states.map(([code = '', type = '', status = '', text = '']) => [`${type} ${code}`, { status, text }]),
)

/** The meaning of a code of the registers; the same code says another thing of an entrepreneur. */
export const partyState = (
  code: string | null | undefined,
  type: 'LEGAL' | 'INDIVIDUAL' | null | undefined,
): PartyState | null => byCode.get(`${type ?? 'LEGAL'} ${code ?? ''}`) ?? null

/** The organisation with the state that its code names: the code is exact, the status beside it may be absent. */
export function withState<T extends PlainParty>(party: T): T {
  const { state, type } = party.data
  const known = partyState(state?.code, type)
  return known === null ? party : { ...party, data: { ...party.data, state: { ...state, ...known } } }
}
