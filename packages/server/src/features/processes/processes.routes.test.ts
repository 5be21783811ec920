import * as api from '@ipoteka-office/contract/cases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { createCase } from './cases.service.ts'
import { bySystem, type Engine } from './engine.ts'

let app: TestApp
let engine: Engine

beforeAll(async () => {
  app = await testApp()
  engine = caseEngine({ clock: systemClock(app.config.bankTimeZone) })
})
afterAll(() => app.close())

const newLead = () =>
  app.db.transaction().execute((tx) =>
    createCase(engine, tx, bySystem, {
      type: 'LEAD',
      partnerId: seedPartners.volga.id,
      regionCode: '16',
      clientName: 'Никифоров Илья Петрович',
    }),
  )

test('a case is opened, moved by its actions, and its head tells where it stands', async () => {
  const { id } = await newLead()
  const { body: head } = await app.call(api.getCase, { params: { id: String(id) } })
  expect(head).toMatchObject({ stage: 'FIRST_CONTACT', clock: { state: 'RUNNING', targetMinutes: 60 } })
  const moved = await app.call(api.moveCase, {
    params: { id: String(id) },
    body: { action: 'notReached', version: head.version },
  })
  expect(moved.error).not.toHaveProperty('message')
  expect(moved.body.stage).toBe('REPEAT_CONTACT')
  const late = await app.call(api.moveCase, {
    params: { id: String(id) },
    body: { action: 'notReached', version: head.version },
  })
  expect(late.status).toBe(409)
})
