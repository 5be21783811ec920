import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { partnersExport as partnersExportCalls } from '@ipoteka-office/contract/partners/partner-exports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { findActor } from '#http/session/session.ts'
import { noonClock } from '#testing/approvers.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { partnersExport } from './partners-export.service.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
})
afterAll(() => bank.close())

const body = (more: object = {}) =>
  ({
    format: 'csv',
    filter: {},
    sort: 'shortName,asc',
    columns: ['shortName', 'inn', 'parent'],
    ...more,
  }) as never
const lines = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')

describe('the export of partners', () => {
  it('writes the whole filter in the order of the list, of the partners that the person sees', async () => {
    const all = await bank.call(partnersExportCalls.now, { body: body() })
    expect(lines(all.raw.body)[0]).toBe('Партнёр;ИНН;Головная организация')
    expect(lines(all.raw.body)).toContain('Волга-Ипотека;1650000024;')
    const own = await bank.call(partnersExportCalls.now, { body: body() }, { as: 'partner-admin' })
    expect(lines(own.raw.body).slice(1)).toEqual([
      'Уральский ипотечный центр;6670000046;',
      'Уральский ипотечный центр, филиал в Перми;6670000046;Уральский ипотечный центр',
    ])
    const filtered = await bank.call(partnersExportCalls.now, {
      body: body({ filter: { search: 'волга', level: 'BRANCH' }, sort: 'inn,desc' }),
    })
    expect(lines(filtered.raw.body)).toHaveLength(2)
  })

  it('is a real workbook, and is written down before its first row leaves', async () => {
    const { raw } = await bank.call(partnersExportCalls.now, {
      body: body({ format: 'xlsx', columns: ['shortName', 'accreditation', 'roles', 'notActive'] }),
    })
    expect(raw.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const { rows } = await sql<{ n: number }>`
      SELECT row_count AS n FROM access_event WHERE object_type = 'Partner' ORDER BY id DESC LIMIT 1`.execute(
      bank.db,
    )
    expect(rows[0]?.n).toBe(5)
  })

  it('in the background ends without a file when the right was taken away', async () => {
    const run = async (as: Login) => {
      const { body: task } = await bank.call(partnersExportCalls.task, { body: body() }, { as })
      const { db, files } = bank
      const works = partnersExport({ clock: noonClock, parameters: deliveredParameters }).works
      const onError = (error: unknown) => {
        throw error
      }
      const runner = createTaskRunner({ db, files, findActor, works, onError })
      return {
        id: String(task.id),
        finish: async () => {
          const signal = new AbortController().signal
          await runner({ taskId: task.id }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
          return (await bank.call(getTask, { params: { id: String(task.id) } }, { as })).body
        },
      }
    }
    const good = await run('partner-admin')
    expect(await good.finish()).toMatchObject({ state: 'COMPLETED', done: 2 })
    const file = await bank.call(downloadTaskResult, { params: { id: good.id } }, { as: 'partner-admin' })
    expect(lines(file.raw.body)).toHaveLength(3)
    const late = await run('partner-admin')
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 5 AND object_type = 'Partner' AND operation = 'Export'`.execute(
      bank.db,
    )
    expect(await late.finish()).toMatchObject({ state: 'FAILED', error: 'Право на выгрузку отозвано' })
  })

  it('needs the right to it and columns that exist', async () => {
    expect((await bank.call(partnersExportCalls.now, { body: body() }, { as: 'viewer' })).status).toBe(403)
    expect((await bank.call(partnersExportCalls.task, { body: body() }, { as: 'agent' })).status).toBe(403)
    expect((await bank.call(partnersExportCalls.now, { body: body({ columns: ['secret'] }) })).status).toBe(
      400,
    )
    expect((await bank.call(partnersExportCalls.now, { body: body({ columns: [] }) })).status).toBe(400)
  })
})
