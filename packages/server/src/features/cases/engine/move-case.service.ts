import { topics } from '@ipoteka-office/contract/live.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { isVeiled } from '@ipoteka-office/contract/machines/shown-to-partners.ts'
import type { Db } from '#db/database.ts'
import { conflict, forbidden, notFound, stale } from '#http/errors.ts'
import { followPlaces } from '#features/products/places/places-of-moves.service.ts'
import { checkWords } from '#features/machines/move-words.service.ts'
import { isVeiledFrom, type Reader, stageFor, stageNameFor } from '#lib/shown-stages.ts'
import { publish } from '#live/publish.ts'
import { type CaseRow, findCase } from './cases.repo.ts'
import { closedWays } from './closed-ways.service.ts'
import type { Engine, Mover, RecordDecision } from './engine.ts'
import { holds, isFinal, isLent, transitionOf } from './machine.rules.ts'
import { changeStage, endStageTask, findLastMove } from './moves.repo.ts'
import { enterStage } from './stage.service.ts'
import { closeByMove } from './tasks/beside-moves.service.ts'

/** Which way a case goes, and what is said with it. */
export interface Move {
  readonly action: string
  /** Of the head, where a person has seen it. */
  readonly version?: number | undefined
  readonly comment?: string | undefined
  /** Code of the dictionary that the transition names. */
  readonly reason?: string | undefined
  /** Writes the decision of the person who moves the case; a way that decides is closed without it. */
  readonly record?: RecordDecision
  /** What happened is written down already: the type of the case adds nothing to its own journal. */
  readonly isNoted?: true
}

function checkMover(row: CaseRow, transition: Transition, { actor, asSystem }: Mover): void {
  const isSystem = actor === null || asSystem === true
  if (transition.by === 'SYSTEM') {
    if (!isSystem) throw conflict(`«${transition.label}» происходит без участия человека`)
    return
  }
  if (actor === null || asSystem === true)
    throw new Error(`${transition.action} of ${row.type} is a person's, not the system's`)
  if (!transition.by.some((operation) => holds(actor, row.type, operation)))
    throw forbidden(`Нет права на действие «${transition.label}»`)
}

/** Another system's word is the bank's, by whosever hand it is handed in. */
const readerOf = ({ actor, asSystem }: Mover): Reader =>
  actor === null || asSystem === true ? theBank : actor
const theBank: Reader = { isAhml: true }

/** How the decision of a way is written; 409 where a person goes it without one. */
function recordOf(engine: Engine, { by, label, decides }: Transition, { record }: Move) {
  if (decides === undefined) return undefined
  if (by === 'SYSTEM') return engine.decisions.recordOwn
  if (record === undefined)
    throw conflict(
      decides.level === null || decides.level === 'SENDER'
        ? `«${label}» выполняют на странице заявки кнопкой с этим названием: вместе с переходом записывают, на чём он основан`
        : `«${label}» — это решение: запишите и подпишите его на странице «Итоговое решение», с основаниями и условиями кредита`,
    )
  return record
}

/** Conditions that what the client states is whole: the questionnaire, the short form. */
const ofStatement: ReadonlySet<string> = new Set(['sections', 'filled'])

/**
 * Moves a case: the only way a stage changes. The case stays locked until the transaction ends; 409 with the reason when
 * the machine or a condition does not allow the move, or the person has seen an older case.
 */
export async function moveCase(
  engine: Engine,
  db: Db,
  mover: Mover,
  caseId: number,
  move: Move,
): Promise<void> {
  const row = await findCase(db, mover.actor, caseId, 'update')
  if (row === undefined) throw notFound('Дело не найдено')
  const reader = readerOf(mover)
  if (move.version !== undefined && move.version !== row.version)
    throw stale(
      { id: row.id, version: row.version, stage: stageFor(reader, row.type, row.stage) },
      await findLastMove(db, reader, row),
    )
  const transition = isVeiledFrom(reader, row.type, row.stage)
    ? undefined
    : transitionOf(row.type, row.stage, move.action)
  if (transition === undefined)
    throw conflict(
      `На этапе «${stageNameFor(reader, row.type, row.stage)}» это действие недоступно. Обновите страницу`,
    )
  checkMover(row, transition, mover)
  // A decision has more words than a move, and looks at them itself.
  if (move.record === undefined) await checkWords(db, transition, move)
  const failed = await closedWays(engine, db, row, mover)(transition)
  if (failed !== null)
    throw conflict(
      failed.reason,
      failed.code !== null && ofStatement.has(failed.code) ? 'ER_DECLARATION_VALIDATION' : undefined,
    )
  const said = { comment: saidIn(move), reason: move.reason ?? null }
  await recordOf(engine, transition, move)?.({ db, engine, row, transition, mover, ...said })
  await write(engine, db, mover, { row, transition, move })
}

const saidIn = ({ comment = '' }: Move): string | null => (comment === '' ? null : comment)

/** The system ends a task that nobody did in time, or that is not needed any more. */
const unfinished = (after: Transition['after']) => (after === undefined ? 'STOPPED' : 'FAILED')

/** How a move is called where people of partners may read it too: of what the bank does behind the veil they learn where to. */
const toldLabel = (type: CaseType, { from, to, label }: Transition): string =>
  isVeiled(machines[type], from) ? stageNameFor({ isAhml: false }, type, to) : label

async function write(
  engine: Engine,
  db: Db,
  mover: Mover,
  { row, transition, move }: { row: CaseRow; transition: Transition; move: Move },
): Promise<void> {
  const { action, label, to, by, after } = transition
  const at = engine.clock.now()
  const actorId = mover.actor?.employeeId ?? null
  const comment = saidIn(move)
  const closed = isFinal(row.type, to)
  await changeStage(db, {
    caseId: row.id,
    to,
    action,
    actorId,
    requestId: mover.requestId,
    reason: move.reason ?? null,
    comment,
    closed,
    archived: to === 'ARCHIVE',
    at,
  })
  await endStageTask(db, {
    caseId: row.id,
    actorId,
    state: by === 'SYSTEM' ? unfinished(after) : 'COMPLETED',
    outcome: label,
    comment,
    at,
  })
  await closeByMove(db, row, {
    actorId,
    label: toldLabel(row.type, transition),
    isEnd: closed || to === 'ARCHIVE',
    isLent: isLent(row.type, to),
    at,
  })
  await enterStage(engine, db, row, to, mover)
  await followPlaces(db, row, to, at)
  await engine.behaviours[row.type].moved?.({
    db,
    engine,
    caseId: row.id,
    from: row.stage,
    to,
    action,
    mover,
    reason: move.reason ?? null,
    comment,
    isNoted: move.isNoted === true,
  })
  await publish(db, topics.cases(row.type), {}, { partnerIds: [row.partnerId] })
}
