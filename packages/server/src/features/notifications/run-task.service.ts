import { Readable } from 'node:stream'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import type { FileStore } from '#files/file-store.ts'
import { ApiError } from '#http/errors.ts'
import type { FileReply } from '#http/route.ts'
import type { JobContext } from '#jobs/jobs.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import { notify } from './notifications.service.ts'
import { claimTask, findAbandoned, finishTask, saveProgress, type TaskRow } from './tasks.repo.ts'

const progressMs = 500

/** What a work gets: whom it works for, what it was given, and how to tell its progress. */
export interface TaskRun {
  readonly db: Db
  /** The person with the rights they have now, not those of when they started the task. */
  readonly actor: Actor
  readonly input: unknown
  /** Aborted when the person stops the task or the server stops. */
  readonly signal: AbortSignal
  /** Steps done so far, and how many there are where that was not known before; cheap to call for every row. */
  progress(done: number, total?: number): void
}

/** The end of a work that leaves no file: what the person is told after the title, and where to look. */
export interface TaskDone {
  readonly text: string
  readonly link?: string
}

/** Does one kind of background work and gives its file or says what was done; throw `ApiError` to fail with a reason for the person. */
export type TaskWork = (run: TaskRun) => Promise<FileReply | TaskDone>

export interface TaskRunnerOptions {
  /** A database without query timeouts. */
  readonly db: Db
  readonly files: FileStore
  /** Null when the person has left. */
  readonly findActor: (db: Db, employeeId: number) => Promise<Actor | null>
  readonly works: Readonly<Record<string, TaskWork>>
  readonly onError: (error: unknown) => void
}

class Stopped extends Error {}

/** Writes the progress from time to time and watches for the wish to stop. */
function watch(db: Db, task: TaskRow, abort: (reason: Error) => void, onError: (error: unknown) => void) {
  let done: number | null = null
  let total: number | null = null
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    const written = done
    const state = await saveProgress(db, task.id, written, total)
    // What was done while this was being written is written the next time.
    if (done === written) done = null
    if (state !== 'RUNNING') abort(new Stopped())
    else if (written !== null) await publish(db, topics.mine, {}, { employeeId: task.employeeId })
  }
  const timer = setInterval(() => {
    writing = writing.then(write).catch(onError)
  }, progressMs)
  return {
    progress: (count: number, of?: number) => {
      done = count
      total = of ?? total
    },
    async end() {
      clearInterval(timer)
      await writing
      if (done !== null) await saveProgress(db, task.id, done, total)
    },
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Внутренняя ошибка, попробуйте ещё раз'

/** Handler of the queue `task`. */
export function createTaskRunner({ db, files, findActor, works, onError }: TaskRunnerOptions) {
  const end = async (task: TaskRow, state: 'STOPPED' | 'FAILED', error?: string) => {
    await db.transaction().execute(async (tx) => {
      if ((await finishTask(tx, task.id, { state, ...(error !== undefined && { error }) })) === null) return
      await notify(
        tx,
        task.employeeId,
        state === 'FAILED'
          ? { kind: 'error', text: `${task.title}: не выполнено. ${error}` }
          : { kind: 'info', text: `${task.title}: остановлено` },
      )
    })
  }

  const completeWithoutFile = async (task: TaskRow, { text, link }: TaskDone) => {
    await db.transaction().execute(async (tx) => {
      if ((await finishTask(tx, task.id, { state: 'COMPLETED' })) === null) return
      await notify(tx, task.employeeId, {
        kind: 'info',
        text: `${task.title}: ${text}`,
        ...(link !== undefined && { link }),
      })
    })
  }

  const complete = async (
    task: TaskRow,
    reply: FileReply,
    signal: AbortSignal,
    flush: () => Promise<void>,
  ) => {
    const body = Buffer.isBuffer(reply.body) ? Readable.from([reply.body]) : reply.body
    const stop = () => body.destroy(signal.reason as Error)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    const { key } = await files.put(body).finally(() => signal.removeEventListener('abort', stop))
    await flush()
    const finished = await db.transaction().execute(async (tx) => {
      const result = { key, name: reply.name, contentType: reply.contentType }
      const row = await finishTask(tx, task.id, { state: 'COMPLETED', result })
      if (row !== null)
        await notify(tx, task.employeeId, {
          kind: 'info',
          text: `${task.title}: файл готов`,
          link: `/tasks/${task.id}/result`,
        })
      return row
    })
    // Another worker was faster: its file stays.
    if (finished === null) await files.remove(key)
  }

  const perform = async (task: TaskRow, jobSignal: AbortSignal) => {
    const work = works[task.payload.work]
    if (work === undefined)
      throw new ApiError(500, 'ER_UNSPECIFIED', 'Такое задание больше не поддерживается')
    const actor = await findActor(db, task.employeeId)
    if (actor === null) throw new ApiError(403, 'ER_UNSPECIFIED', 'Сотрудник больше не работает в системе')
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, jobSignal])
    const watcher = watch(db, task, (reason) => controller.abort(reason), onError)
    try {
      const reply = await work({ db, actor, input: task.payload.input, signal, progress: watcher.progress })
      if ('body' in reply) await complete(task, reply, signal, watcher.end)
      else {
        await watcher.end()
        await completeWithoutFile(task, reply)
      }
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error
    } finally {
      await watcher.end()
    }
  }

  return async ({ taskId }: { taskId: number }, { isLastAttempt, signal }: JobContext): Promise<void> => {
    const task = await claimTask(db, taskId)
    if (task === null) return
    if (task.state === 'STOPPING') return end(task, 'STOPPED')
    await publish(db, topics.mine, {}, { employeeId: task.employeeId })
    try {
      await perform(task, signal)
    } catch (error) {
      if (error instanceof Stopped) return end(task, 'STOPPED')
      if (!(error instanceof ApiError)) {
        onError(error)
        if (!isLastAttempt) throw error
      }
      await end(task, 'FAILED', reasonOf(error))
    }
  }
}

/** Ends tasks whose worker died on its last attempt; part of the sweep. */
export async function failAbandonedTasks(db: Db): Promise<number> {
  const ids = await findAbandoned(db)
  for (const id of ids)
    await db.transaction().execute(async (tx) => {
      await claimTask(tx, id)
      const task = await finishTask(tx, id, { state: 'FAILED', error: 'Выполнение прервано' })
      if (task !== null)
        await notify(tx, task.employeeId, { kind: 'error', text: `${task.title}: выполнение прервано` })
    })
  return ids.length
}
