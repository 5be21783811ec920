import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { caseEngine } from '#case-behaviours.ts'
import { openDatabase } from '#db/database.ts'
import { checksWork } from '#features/full-applications/auto-checks.service.ts'
import { remindOfContact } from '#features/leads/contact-attempts.service.ts'
import { selfBanWorker } from '#features/loan-applications/self-ban.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { bringTasksBack } from '#features/cases/engine/tasks/postponed-tasks.service.ts'
import { fireTimers } from '#features/cases/engine/timers.service.ts'
import { preDecisionWork } from '#features/short-applications/pre-decisions.service.ts'
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
const short = engine.behaviours.SHORT_APPLICATION
const stopping: Engine = {
  ...engine,
  behaviours: { ...engine.behaviours, SHORT_APPLICATION: { ...short, moved: stopHere } },
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
  'lead-contact': async () => {
    const { rows } = await sql<{ at: string }>`
      SELECT next_contact_at AS at FROM lead WHERE id = ${Number(id)}`.execute(db)
    await Promise.all([remindOfContact(db, { leadId: Number(id), at: rows[0]?.at ?? '' }), watchForWaiting()])
  },
}
await works[kind]?.()
