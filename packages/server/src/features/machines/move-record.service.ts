import type { AllowedAction, ProcessPicture } from '@ipoteka-office/contract/common/process.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { Terms } from '@ipoteka-office/contract/parameters/terms.ts'
import type { Db } from '#db/database.ts'
import { isAnyOf } from '#db/same-person.ts'
import { allowedAction } from './allowed-action.rules.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { checkWords, type MoveWords } from './move-words.service.ts'
import { pictureOf, type Visit } from './picture.rules.ts'
import type { RecordKind, RecordMover } from './record-kind.ts'
import { findMoves, insertMove, type RecordKey, type StoredMove } from './record-moves.repo.ts'

function keyOf<R>(kind: RecordKind<R>, record: R): RecordKey {
  const { id, part = 0 } = kind.keyOf(record)
  return { objectType: kind.code, objectId: id, part }
}

const nameOf = <R>({ machine }: RecordKind<R>, state: string): string => machine.states[state]?.name ?? state

const mayTake = <R>({ object, bankOnly }: RecordKind<R>, actor: Actor, { by }: Transition): boolean =>
  by !== 'SYSTEM' &&
  (actor.isAhml || bankOnly !== true) &&
  by.some((operation) => actor.operations[object]?.includes(operation) ?? false)

function checkMover<R>(kind: RecordKind<R>, transition: Transition, actor: Actor | null): void {
  if (transition.by === 'SYSTEM') {
    if (actor !== null) throw conflict(`«${transition.label}» происходит без участия человека`)
    return
  }
  if (actor === null) throw new Error(`${transition.action} of ${kind.code} is a person's, not the system's`)
  if (!mayTake(kind, actor, transition)) throw forbidden(`Нет права на действие «${transition.label}»`)
}

/** Moves of the record since it began: a number may have been given up before and taken again. */
async function movesOf<R>(kind: RecordKind<R>, db: Db, record: R): Promise<StoredMove[]> {
  const { initial, states } = kind.machine
  const moves = await findMoves(db, keyOf(kind, record))
  const begun = moves.findLastIndex(
    ({ from }, index) => from === initial && (states[moves[index - 1]?.to ?? '']?.final ?? false),
  )
  return moves.slice(Math.max(0, begun))
}

/** Why the mover does not decide here: the state controls what they did themselves. */
async function ownWorkReason<R>(
  kind: RecordKind<R>,
  { db, actor }: RecordMover,
  record: R,
  state: string,
): Promise<string | null> {
  const controlled = kind.machine.states[state]?.controls
  if (actor === null || controlled === undefined) return null
  const authors = (await kind.authors?.(db, record)) ?? []
  const moves = await movesOf(kind, db, record)
  const led = moves.flatMap(({ from, actorId }) => (controlled.includes(from) ? (actorId ?? []) : []))
  return (await isAnyOf(db, actor.employeeId, [...authors, ...led]))
    ? `Это ваша работа: в состоянии «${nameOf(kind, state)}» решает другой сотрудник`
    : null
}

/** Why a transition's conditions do not hold; null when they do. */
async function refusalOf<R>(
  kind: RecordKind<R>,
  mover: RecordMover,
  record: R,
  transition: Transition,
): Promise<string | null> {
  const ownWork = await ownWorkReason(kind, mover, record, transition.from)
  if (ownWork !== null) return ownWork
  for (const code of transition.guards ?? []) {
    const guard = kind.guards[code]
    if (guard === undefined) throw new Error(`${kind.code} has no condition ${code}`)
    const reason = await guard({ ...mover, record })
    if (reason !== null) return reason
  }
  return null
}

/**
 * Moves a record that the caller holds until the transaction ends: the only way its state changes. 403 without the right,
 * 400 without the words that are asked for, 409 with the reason where the machine or a condition does not allow it.
 */
export async function moveRecord<R>(
  kind: RecordKind<R>,
  mover: RecordMover,
  record: R,
  { action, ...words }: { readonly action: string } & MoveWords,
): Promise<void> {
  const from = kind.stateOf(record)
  const transition = kind.machine.transitions.find((t) => t.from === from && t.action === action)
  if (transition === undefined)
    throw conflict(
      `В состоянии «${nameOf(kind, from)}» для ${kind.ofWhat} это действие недоступно. Обновите страницу`,
    )
  checkMover(kind, transition, mover.actor)
  await checkWords(mover.db, transition, words)
  const refusal = await refusalOf(kind, mover, record, transition)
  if (refusal !== null) throw conflict(refusal)
  const { comment = '', reason = null } = words
  const move = { from, to: transition.to, action, reason, comment: comment === '' ? null : comment }
  await kind.write({ ...mover, ...move, record })
  await insertMove(mover.db, keyOf(kind, record), {
    ...move,
    at: mover.clock.now(),
    actorId: mover.actor?.employeeId ?? null,
    requestId: mover.requestId,
  })
}

/** What the person may do with the record now, and why not what they may not. */
export async function allowedActions<R>(
  kind: RecordKind<R>,
  mover: RecordMover & { readonly actor: Actor },
  record: R,
): Promise<AllowedAction[]> {
  const actions: AllowedAction[] = []
  for (const transition of kind.machine.transitions) {
    if (transition.from !== kind.stateOf(record) || !mayTake(kind, mover.actor, transition)) continue
    const reasonDisabled = await refusalOf(kind, mover, record, transition)
    actions.push(allowedAction(transition, { toStage: nameOf(kind, transition.to), reasonDisabled }))
  }
  return actions
}

/** Stays of a record; one that came into its state before moves were kept, or with a delivery, has stayed there since. */
function visitsOf(
  { initial, state, createdAt }: { initial: string; state: string; createdAt: string },
  moves: readonly StoredMove[],
): Visit[] {
  if (moves.length === 0) return [{ stage: state, enteredAt: createdAt, leftAt: null, action: null }]
  const entries = [
    { stage: initial, enteredAt: createdAt },
    ...moves.map(({ to, at }) => ({ stage: to, enteredAt: at })),
  ]
  return entries.map((entry, index) => {
    const left = moves[index]
    return { ...entry, leftAt: left?.at ?? null, action: left?.action ?? null }
  })
}

/** The process of a record: its machine drawn with the way it has gone, and who led it. */
export async function processOf<R>(
  kind: RecordKind<R>,
  { db, clock, terms }: Pick<RecordMover, 'db' | 'clock'> & { readonly terms: Terms },
  record: R,
): Promise<{
  picture: ProcessPicture
  state: string
  moves: { label: string; at: string; actor: string; comment: string | null }[]
}> {
  const moves = await movesOf(kind, db, record)
  const { machine } = kind
  const state = kind.stateOf(record)
  const began = { initial: machine.initial, state, createdAt: kind.createdAt(record) }
  return {
    picture: pictureOf(kind, visitsOf(began, moves), { now: clock.now(), terms }),
    state,
    moves: moves.map(({ from, action, at, actor, comment }) => ({
      label: machine.transitions.find((t) => t.from === from && t.action === action)?.label ?? action,
      at,
      actor: actor ?? 'Система',
      comment,
    })),
  }
}
