import { approversExport as approversExportCalls } from '@ipoteka-office/contract/approvers/approvers.ts'
import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findActor } from '#http/session/session.ts'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { createTaskRunner } from '../notifications/run-task.service.ts'
import { approversExport } from './approvers-export.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())

const start = async () => {
  const body = { format: 'csv', filter: {}, columns: ['fullName'], sort: 'fullName,asc' } as never
  const request = { params: { type: 'oic' as const }, body }
  return (await bank.call(approversExportCalls.task, request, { as: 'workload' })).body.id
}
const run = async (taskId: number) => {
  const { db, files } = bank
  const works = approversExport(noonClock).works
  const onError = (error: unknown) => {
    throw error
  }
  const runner = createTaskRunner({ db, files, findActor, works, onError })
  const signal = new AbortController().signal
  await runner({ taskId }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
  return (await bank.call(getTask, { params: { id: String(taskId) } }, { as: 'workload' })).body
}

it('a background export writes the file of the whole filter', async () => {
  const id = await start()
  expect(await run(id)).toMatchObject({ state: 'COMPLETED', done: 5, error: null })
  const file = await bank.call(downloadTaskResult, { params: { id: String(id) } }, { as: 'workload' })
  expect(file.raw.body.trim().split('\r\n')).toHaveLength(6)
})

it('a background export ends without a file when the right was taken away before it ran', async () => {
  const id = await start()
  await sql`DELETE FROM user_role_operation WHERE user_role_id = 2 AND object_type = 'EmployeeOic' AND operation = 'Export'`.execute(
    bank.db,
  )
  expect(await run(id)).toMatchObject({
    state: 'FAILED',
    error: 'Право на выгрузку отозвано',
    resultLink: null,
  })
})
