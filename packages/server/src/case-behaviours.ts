import { fullApplicationBehaviour } from './features/full-applications/full-application-behaviour.ts'
import { leadBehaviour } from './features/leads/lead-behaviour.ts'
import { loanBehaviour } from './features/loan-applications/loan-behaviour.ts'
import type { Engine } from './features/cases/engine/engine.ts'
import type { DatedFigures } from './features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from './features/references/reference-reader.service.ts'
import { shortApplicationBehaviour } from './features/short-applications/short-application-behaviour.ts'
import { conditionsReason } from './features/underwriting/conditions/conditions.service.ts'
import { decisionEnd } from './features/underwriting/decisions.service.ts'
import { recordOwnDecision } from './features/underwriting/record-decision.service.ts'
import { shownDecision } from './features/underwriting/shown-decision.service.ts'
import type { BankClock } from './lib/bank-time.ts'

/** What behaviours of cases need. */
export interface EngineParts {
  readonly clock: BankClock
  readonly parameters: DatedFigures
  /** Conditions about documents read the dictionaries; a test that asks none may leave them out. */
  readonly references?: ReferenceReader
}

/** The list of the case types' behaviours: guards, consequences of moves, stages in which data may be changed. */
export const caseEngine = ({ clock, parameters, references }: EngineParts): Engine => ({
  clock,
  parameters,
  decisions: {
    recordOwn: recordOwnDecision,
    endOf: decisionEnd,
    shownFor: shownDecision,
    waitsFor: conditionsReason,
  },
  behaviours: {
    LEAD: leadBehaviour,
    SHORT_APPLICATION: shortApplicationBehaviour,
    FULL_APPLICATION: fullApplicationBehaviour(references),
    LOAN_APPLICATION: loanBehaviour(references),
  },
})
