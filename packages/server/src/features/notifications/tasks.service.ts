import { topics } from '@ipoteka-office/contract/live.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import type { Db } from '#db/database.ts'
import { FileMissing, type FileStore } from '#files/file-store.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { FileReply } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import {
  countUnfinished,
  findOwner,
  findTask,
  findTasks,
  insertTask,
  requestStop,
  type TaskRow,
} from './tasks.repo.ts'

const maxUnfinished = 10

const toTask = ({
  id,
  kind,
  title,
  state,
  done,
  total,
  createdAt,
  finishedAt,
  error,
  result,
}: TaskRow): BackgroundTask => ({
  id,
  kind,
  title,
  state,
  done,
  total,
  createdAt,
  finishedAt,
  error,
  resultLink: result === null ? null : `/tasks/${id}/result`,
})

/** What is to be done in the background. */
export interface NewTask {
  /** Name under which the work is listed in `background-works.ts`. */
  readonly work: string
  /** `export` (the default) leaves a file, `work` does something. */
  readonly kind?: BackgroundTask['kind']
  /** For the person: «Выгрузка сотрудников ОИК». */
  readonly title: string
  /** Steps expected, for the progress bar. */
  readonly total: number
  /** Given to the work; must survive JSON. */
  readonly input: unknown
}

/** Starts long work for the person when the caller's transaction commits; the person may leave and find it again. */
export async function startTask(db: Db, actor: Actor, task: NewTask): Promise<BackgroundTask> {
  if ((await countUnfinished(db, actor.employeeId)) >= maxUnfinished)
    throw conflict(`Уже выполняется ${maxUnfinished} заданий, дождитесь их окончания`)
  const row = await insertTask(db, {
    employeeId: actor.employeeId,
    kind: task.kind ?? 'export',
    title: task.title,
    total: task.total,
    payload: { work: task.work, input: task.input },
  })
  await enqueue(db, 'task', { taskId: row.id })
  await publish(db, topics.mine, {}, { employeeId: actor.employeeId })
  return toTask(row)
}

export async function listTasks(db: Db, actor: Actor): Promise<BackgroundTask[]> {
  return (await findTasks(db, actor.employeeId)).map(toTask)
}

async function ownTask(db: Db, actor: Actor, id: number): Promise<TaskRow> {
  const row = await findTask(db, actor.employeeId, id)
  if (row === null) throw notFound('Задание не найдено')
  return row
}

export async function getTask(db: Db, actor: Actor, id: number): Promise<BackgroundTask> {
  return toTask(await ownTask(db, actor, id))
}

/** Asks a task to stop; 409 when it has already ended. */
export async function stopTask(db: Db, actor: Actor, id: number): Promise<BackgroundTask> {
  await ownTask(db, actor, id)
  const row = await requestStop(db, actor.employeeId, id)
  if (row === null) throw conflict('Задание уже завершено')
  await publish(db, topics.mine, {}, { employeeId: actor.employeeId })
  return toTask(row)
}

/** Asks anybody's task to stop, because what it works on was cancelled; nothing when it has ended. */
export async function requestStopOf(db: Db, id: number): Promise<void> {
  const employeeId = await findOwner(db, id)
  if (employeeId !== null && (await requestStop(db, employeeId, id)) !== null)
    await publish(db, topics.mine, {}, { employeeId })
}

/** The file that a completed task has left. */
export async function openTaskResult(db: Db, files: FileStore, actor: Actor, id: number): Promise<FileReply> {
  const { result } = await ownTask(db, actor, id)
  if (result === null) throw notFound('У задания нет файла')
  try {
    return { name: result.name, contentType: result.contentType, body: await files.open(result.key) }
  } catch (error) {
    if (error instanceof FileMissing) throw notFound('Файл больше не хранится, сделайте выгрузку заново')
    throw error
  }
}
