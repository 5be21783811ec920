import { checksPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { EngineAnswer } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, holdCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { createBeside } from '#features/cases/engine/tasks/beside.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { findHitStates, findOfficers, findOpenTask, type HitWrite, keepHit } from './held.repo.ts'
import { heldAnswer, heldChecks, isStanding, parted, printOf } from './held.rules.ts'

/** Which check of whom was asked, and where. */
interface AskedOf {
  readonly caseId: number
  readonly check: { readonly code: string; readonly participantId: number | null }
  readonly source: 'CHECK' | 'LIST'
}

/** An answer of a check, with what was asked. */
interface Answer {
  readonly state: 'OK' | 'WARN' | 'FAIL' | 'ERROR' | 'HELD'
  readonly text: string
  readonly standIn: boolean
  readonly request: object
  readonly response: object | null
}

/** Whether the officer holds a case. */
export const isHeld = async (db: Db, caseId: number): Promise<boolean> =>
  isStanding(await findHitStates(db, caseId))

/** Gives the officers a task, where they have none, and tells them of it. */
async function callOfficers(engine: Engine, db: Db, row: CaseRow): Promise<void> {
  if (row.closed || row.archivedAt !== null || (await findOpenTask(db, row.id)) !== null) return
  await createBeside(engine, db, row, {
    kind: 'COMPLIANCE_HIT',
    title: `Решить по совпадению: ${row.clientName}`,
    details: 'Сравните и запишите решение на странице «Автопроверки»',
    authorId: null,
  })
  const text = `Ждёт решения ответственного сотрудника: заявка ${row.number}`
  for (const id of await findOfficers(db, row.type))
    await notify(db, id, { kind: 'event', text, link: checksPath(row.type, row.id) })
}

/** Keeps what was found for the officers alone; the caller holds the case. */
export async function keepForOfficers(engine: Engine, db: Db, row: CaseRow, hit: HitWrite): Promise<void> {
  const id = await keepHit(db, hit)
  if (id !== null) await callOfficers(engine, db, row)
}

/**
 * The answer of a check as everybody may read it. What it found is kept for the officer; once something was found, only
 * the officer lets the case go, whatever the service says after the questionnaire was changed.
 */
export async function withheld(
  engine: Engine,
  db: Db,
  { caseId, check: { code, participantId }, source }: AskedOf,
  answer: Answer,
): Promise<Answer> {
  if (!heldChecks.includes(code)) return answer
  const of = { caseId, participantId, source }
  const row = await holdCase(db, of.caseId)
  if (row === undefined) throw new Error(`No case ${of.caseId}`)
  const { state, text, request, response, standIn } = answer
  if (state === 'ERROR' || state === 'HELD') return answer
  const found = { text, ...response }
  if (state !== 'OK')
    await keepForOfficers(engine, db, row, {
      ...of,
      ...{ text, request, response: found, standIn, at: engine.clock.now() },
      print: printOf(request, found),
    })
  if (isStanding(await findHitStates(db, of.caseId, of.participantId)))
    return { ...answer, ...heldAnswer, response: { ...heldAnswer } }
  if (state === 'OK') return answer
  return { ...answer, ...released, response: { ...released } }
}

/** What a check says when the officer has let go all that it found. */
export const released = { state: 'OK', text: 'Совпадений нет' } as const

/** An answer of the engine as everybody may read it; what of it is the officer's is kept apart. */
export async function withheldFactors(
  engine: Engine,
  db: Db,
  {
    caseId,
    request,
    standIn,
  }: { readonly caseId: number; readonly request: object; readonly standIn: boolean },
  answer: EngineAnswer,
): Promise<EngineAnswer> {
  const { shown, held, notes } = parted(answer)
  if (held.length === 0 && notes.length === 0) return answer
  const row = await holdCase(db, caseId)
  if (row === undefined) throw new Error(`No case ${caseId}`)
  const found = { factors: held, notes }
  await keepForOfficers(engine, db, row, {
    ...{ caseId, participantId: null, source: 'ENGINE', request, response: found, standIn },
    text: [...held.map(({ name, value }) => `${name}: ${value}`), ...notes].join('; '),
    print: printOf({ people: (request as { people?: unknown }).people }, found),
    at: engine.clock.now(),
  })
  return shown
}
