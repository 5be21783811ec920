import type { Engine } from './features/processes/engine.ts'
import type { BankClock } from './lib/bank-time.ts'

/** What behaviours of cases need. */
export interface EngineParts {
  readonly clock: BankClock
}

/** The list of the case types' behaviours: guards, consequences of moves, stages in which data may be changed. */
export const caseEngine = ({ clock }: EngineParts): Engine => ({
  clock,
  behaviours: {
    LEAD: { guards: {}, editableStages: [] },
    SHORT_APPLICATION: { guards: {}, editableStages: [] },
    FULL_APPLICATION: { guards: {}, editableStages: [], queuedStages: ['DOCS_CHECK'] },
    LOAN_APPLICATION: { guards: {}, editableStages: [] },
  },
})
