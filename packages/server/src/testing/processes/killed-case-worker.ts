import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { caseEngine } from '#case-behaviours.ts'
import { openDatabase } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { remindOfContact } from '#features/leads/contact-attempts.service.ts'
import { selfBanWorker } from '#features/loan-applications/self-ban.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { bringTasksBack } from '#features/cases/engine/tasks/postponed-tasks.service.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { preDecisionWork } from '#features/short-applications/pre-decisions.service.ts'
import { recordDecision } from '#features/underwriting/record-decision.service.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

/** A worker that stops for ever in the middle of a job on a case: where it has asked, or written and not committed. */
const [, , connectionString = '', kind = '', id = ''] = process.argv
const { db } = openDatabase({ connectionString, poolSize: 2, queryTimeout: 0 })
const engine = caseEngine({ clock: systemClock('Europe/Moscow'), parameters: deliveredParameters })

const stopHere = async (): Promise<never> => {
  process.send?.('inside')
  await setTimeout(600_000)
  throw new Error('Nobody has killed the worker')
}
const context = { id: 'by hand', attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
const { SHORT_APPLICATION: short, FULL_APPLICATION: full } = engine.behaviours
const stopping: Engine = {
  ...engine,
  behaviours: {
    ...engine.behaviours,
    SHORT_APPLICATION: { ...short, moved: stopHere },
    FULL_APPLICATION: { ...full, moved: stopHere },
  },
}

/** Signs an approval as the underwriter; it is written whole when the process stops, and not committed. */
async function approve(caseId: number): Promise<void> {
  const actor = await findActor(db, 3)
  const { rows } = await sql<{ version: number }>`SELECT version FROM case_file WHERE id = ${caseId}`.execute(
    db,
  )
  if (actor === null) throw new Error('There is no underwriter')
  await writeTransaction(db, { employeeId: 3, requestId: 'killed' }, (tx) =>
    recordDecision(stopping, { db: tx, actor, requestId: 'killed', log: pino({ level: 'silent' }) }, caseId, {
      ...{
        action: 'approve',
        version: rows[0]?.version ?? 0,
        amount: '5000000',
        termMonths: 240,
        rate: '17.5',
      },
      ...{ validTo: null, reasons: [], conditions: [], clientText: '', comment: 'Доход подтверждён' },
    }),
  )
}

/** Tells of the job's own connection that waits for a lock of the test. */
async function watchForWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE NOT l.granted AND a.datname = current_database()`.execute(db)
    if (rows[0]?.waiting === 1) return void process.send?.('inside')
    await setTimeout(20)
  }
}

const works: Readonly<Record<string, () => Promise<unknown>>> = {
  'case-timers': () => fireTimers(stopping, db, (error) => process.send?.(String(error))),
  'postponed-tasks': () =>
    Promise.all([bringTasksBack(engine, db, (error) => process.send?.(String(error))), watchForWaiting()]),
  'pre-decision': () =>
    preDecisionWork({ db, engine, decisions: { kind: 'STAND_IN', decide: stopHere, assess: stopHere } })(
      { preDecisionId: Number(id) },
      context,
    ),
  'auto-checks': () =>
    checksWork({ db, engine, checks: () => ({ kind: 'STAND_IN', ask: stopHere }) })(
      { caseId: Number(id) },
      context,
    ),
  'self-ban-check': () =>
    selfBanWorker(db, { engine, client: { kind: 'STAND_IN', ask: stopHere } })(
      { checkId: Number(id) },
      context,
    ),
  decision: () => approve(Number(id)),
  'lead-contact': async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT next_contact_at AS at FROM lead WHERE id = ${Number(id)}`.execute(db)
    await Promise.all([remindOfContact(db, { leadId: Number(id), at: rows[0]?.at ?? '' }), watchForWaiting()])
  },
}
await works[kind]?.()
