import { type AgreementState, agreementStates } from '@ipoteka-office/contract/insurance/agreement-machine.ts'

/** States in which the agreement came to nothing: no paper shows it any more. */
const withoutPapers: readonly AgreementState[] = ['REFUSED', 'CANCELLED', 'REPLACED']

/** Why no papers are attached in the state; null: they are, a policy comes late and the receipt of its premium later still. */
export const attachingRefusal = (state: AgreementState): string | null =>
  withoutPapers.includes(state)
    ? `В состоянии «${agreementStates[state]}» документы к договору не прикладывают`
    : null
