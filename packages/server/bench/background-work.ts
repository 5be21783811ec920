import { join } from 'node:path'
import { freePort } from '#testing/processes/product.ts'
import type { Paced, PacedMessage } from './api/load.ts'
import { startBenchDatabase } from './database.ts'
import { startWorker, type Worker } from './processes.ts'
import type { TaskRan, WorkingServerMessage, WorkingServerStarted } from './working-server.ts'

/** Reads of people who work meanwhile. */
export const readsPerSecond = 50

export interface Target {
  readonly url: string
  readonly token: string
  readonly server: Worker
  readonly load: Worker
}

/** Measures against a server that does background tasks, on a database of its own; both are gone afterwards. */
export async function withWorkingServer<Result>(
  measure: (target: Target) => Promise<Result>,
): Promise<Result> {
  const database = await startBenchDatabase()
  const load = startWorker(join(import.meta.dirname, 'api/load.ts'))
  const server = startWorker(join(import.meta.dirname, 'working-server.ts'))
  try {
    const port = await freePort()
    const message: WorkingServerMessage = { kind: 'start', url: database.url, port }
    const { token } = await server.ask<WorkingServerStarted>(message)
    return await measure({ url: `http://127.0.0.1:${port}`, token, server, load })
  } finally {
    await Promise.all([server.stop(), load.stop()])
    await database.stop()
  }
}

/** Calls the server; anything but an answer ends the measurement. */
export async function send<Answer>({ url, token }: Target, path: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Does a background task in the server's process; answers how long it took, seconds. */
export async function runTask(target: Target, taskId: number): Promise<number> {
  const message: WorkingServerMessage = { kind: 'run', taskId }
  return (await target.server.ask<TaskRan>(message)).seconds
}

/** Does the work while people read a dictionary through the same process; answers how long each read took too. */
export async function whileRead<Result>(
  { url, token, load }: Target,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly milliseconds: readonly number[] }> {
  let over = false
  const calls = Array.from(
    { length: readsPerSecond },
    () => ({ method: 'GET', path: '/api/reference/region' }) as const,
  )
  const visit = async (): Promise<readonly number[]> => {
    const all: number[] = []
    while (!over) {
      const message: PacedMessage = { kind: 'paced', url, token, perSecond: readsPerSecond, calls }
      all.push(...(await load.ask<Paced>(message)).milliseconds)
    }
    return all
  }
  const visiting = visit()
  const result = await work().finally(() => {
    over = true
  })
  return { result, milliseconds: await visiting }
}
