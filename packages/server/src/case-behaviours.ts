import { leadBehaviour } from './features/leads/lead-behaviour.ts'
import type { Engine } from './features/processes/engine.ts'
import type { OpenFull } from './features/short-applications/conversion.service.ts'
import { shortApplicationBehaviour } from './features/short-applications/short-application-behaviour.ts'
import type { BankClock } from './lib/bank-time.ts'

/** What behaviours of cases need. */
export interface EngineParts {
  readonly clock: BankClock
}

const openFull: OpenFull = () => Promise.reject(new Error('Full applications are not opened yet'))

/** The list of the case types' behaviours: guards, consequences of moves, stages in which data may be changed. */
export const caseEngine = ({ clock }: EngineParts): Engine => ({
  clock,
  behaviours: {
    LEAD: leadBehaviour,
    SHORT_APPLICATION: shortApplicationBehaviour(openFull),
    FULL_APPLICATION: { guards: {}, editableStages: [], queuedStages: ['DOCS_CHECK'] },
    LOAN_APPLICATION: { guards: {}, editableStages: [] },
  },
})
