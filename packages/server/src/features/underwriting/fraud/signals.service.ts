import { randomUUID } from 'node:crypto'
import type { FraudSignal } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import type { FraudBand } from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import type { Db } from '#db/database.ts'
import { setCause } from '#db/transaction.ts'
import { type CaseRow, readCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, MoveEvent } from '#features/cases/engine/engine.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobHandler } from '#jobs/jobs.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { FraudFacts } from './fraud-facts.ts'
import { factsOf } from './facts.service.ts'
import { bandOf, printOf, scoreOf, signalsOf } from './signals.rules.ts'
import { findRuns, keepRun } from './verdicts.repo.ts'

/** The signs of an application as it is now. */
export interface Computed {
  readonly at: Date
  readonly signals: FraudSignal[]
  readonly score: number
  readonly band: FraudBand
  readonly print: string
  /** Confirmed frauds that share something with the application, as the signs were computed of them. */
  readonly confirmed: FraudFacts['confirmed']
}

export async function computeSignals(engine: Engine, db: Db, row: CaseRow): Promise<Computed> {
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  const facts = await factsOf(engine, db, row, figures)
  const signals = signalsOf(facts, figures)
  const score = scoreOf(signals)
  return {
    at: engine.clock.now(),
    ...{ signals, score, band: bandOf(score, figures), print: printOf(signals) },
    confirmed: facts.confirmed,
  }
}

/** Keeps a computation where it says something else than the last; answers the id of the one that stands. */
export async function keepComputed(
  db: Db,
  caseId: number,
  { cause, askedBy }: { readonly cause: string; readonly askedBy: number | null },
  computed: Computed,
): Promise<number> {
  const [last] = await findRuns(db, caseId, 1)
  if (last?.print === computed.print) return last.id
  return keepRun(db, { ...computed, caseId, cause, askedBy })
}

const queue = 'fraud-signals'
/** Where somebody is about to look at the application. */
const looked: Readonly<Record<string, string>> = {
  UNDERWRITING: 'заявка пришла на андеррайтинг',
  FRAUD_CHECK: 'заявка пришла на проверку',
}

/** Computes the signs anew as an application comes to whoever decides on it. */
export async function requestSignals({ db, caseId, to }: MoveEvent): Promise<void> {
  const cause = looked[to]
  if (cause !== undefined) await enqueue(db, queue, { caseId, cause })
}

/** The job. */
export function signalsWork({
  db,
  engine,
}: {
  readonly db: Db
  readonly engine: Engine
}): JobHandler<{ caseId: number; cause: string }> {
  return async ({ caseId, cause }) => {
    const row = await readCase(db, caseId)
    if (row === undefined) return
    const computed = await computeSignals(engine, db, row)
    await db.transaction().execute(async (tx) => {
      await setCause(tx, `fraud ${randomUUID()}`)
      await keepComputed(tx, caseId, { cause, askedBy: null }, computed)
    })
  }
}
