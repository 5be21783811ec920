import type {
  FraudBand,
  FraudVerdictCode,
  SignalState,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import type { DotTone } from '#ui/status-dot.tsx'
import type { Tone } from '#ui/tag.tsx'

/** Colours of risks, verdicts and signs. */
export const bandTones: Record<FraudBand, Tone> = { LOW: 'green', MEDIUM: 'amber', HIGH: 'red' }
export const verdictTones: Record<FraudVerdictCode, Tone> = {
  NO_FRAUD: 'green',
  SUSPECTED: 'amber',
  CONFIRMED: 'red',
  INSUFFICIENT: 'neutral',
}
export const signalTones: Record<SignalState, DotTone> = { FIRED: 'red', QUIET: 'green', UNKNOWN: 'ring' }
