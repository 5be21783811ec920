import { lowered } from '@ipoteka-office/contract/words.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { kindsBeside, taskKinds, type TaskKindDefinition } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { leadsOn } from '@ipoteka-office/contract/cases/task-work.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { CaseRow } from '../cases.repo.ts'
import type { Mover } from '../engine.ts'
import { closeKinds, findHolding } from './beside.repo.ts'

/** Whether a way waits for the tasks beside the stages: a person's way on does. */
export const waitsForTasks = (type: CaseType, way: Transition, { actor, asSystem }: Mover): boolean =>
  actor !== null && asSystem !== true && leadsOn(machines[type], way)

/** Why a task beside the stages keeps the case where it is; null when none does. */
export async function holdingReason(
  db: Db,
  { id }: Pick<CaseRow, 'id'>,
  { actor }: Mover,
): Promise<string | null> {
  if (actor === null) return null
  const holding = await findHolding(db, id, actor)
  if (holding === undefined) return null
  const name = lowered(taskKinds[holding.kind].name)
  return holding.isTold
    ? `Дело ждёт задачи «${holding.title}» (${name}). Дождитесь ответа или попросите её отозвать`
    : 'Дело ждёт внутренней проверки банка. Действие станет доступно, когда она закончится'
}

interface Ending {
  readonly actorId: number | null
  /** The move, as it is called. */
  readonly label: string
  readonly isEnd: boolean
  /** The case ends with a loan. */
  readonly isLent: boolean
  readonly at: Date
}

/** Closes what a move does not leave open, or the end of the case; who gave such a task and who has it are told. */
export async function closeByMove(
  db: Db,
  row: Pick<CaseRow, 'id' | 'type' | 'number'>,
  { actorId, label, isEnd, isLent, at }: Ending,
): Promise<void> {
  const closes = ({ onMove, atEnd = 'CLOSES' }: TaskKindDefinition) =>
    isEnd ? atEnd === 'CLOSES' || (atEnd === 'STAYS_WHERE_LENT' && !isLent) : onMove === 'STOPS'
  const kinds = kindsBeside.filter((kind) => closes(taskKinds[kind]))
  if (kinds.length === 0) return
  const closed = await closeKinds(db, row.id, kinds, {
    actorId,
    state: 'STOPPED',
    outcome: isEnd ? 'Дело закрыто' : 'Дело ушло дальше',
    comment: label,
    at,
  })
  const link = casePath(row.type, row.id)
  for (const { title, authorId, assigneeId } of closed)
    for (const id of new Set([authorId, assigneeId]))
      if (id !== null && id !== actorId)
        await notify(db, id, {
          kind: 'info',
          text: `Задача «${title}» снята: ${row.number}, ${lowered(label)}`,
          link,
        })
}
