import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { findActor } from '#http/session/session.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'
import { statementsOf } from '#testing/test-database.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { createCase } from './cases.service.ts'
import { closedWays } from './closed-ways.service.ts'
import { bySystem, type Engine } from './engine.ts'
import { openTo } from './machine.rules.ts'
import { waitsForTasks } from './tasks/beside-moves.service.ts'

const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-17T08:00:00Z') }
let app: TestApp
let engine: Engine
beforeAll(async () => {
  app = await testApp({ clock })
  engine = caseEngine({ clock, parameters: deliveredParameters })
})
afterAll(() => app.close())

test('what keeps a case where it is, is asked once, however many ways lead on', async () => {
  const actor = await findActor(app.db, 1)
  if (actor === null) throw new Error('The first employee is the administrator')
  const { id } = await app.db.transaction().execute((tx) =>
    createCase(engine, tx, bySystem, {
      type: 'LEAD',
      partnerId: seedPartners.volga.id,
      clientName: 'Никифоров Илья Петрович',
    }),
  )
  const mover = { actor, requestId: null }
  const place = { id, type: 'LEAD', stage: 'FIRST_CONTACT' } as const
  const ways = openTo(actor, place.type, place.stage).filter(
    (way) => way.guards === undefined && waitsForTasks(place.type, way, mover),
  )
  expect(ways.length).toBeGreaterThan(1)
  const ask = async (list: readonly Transition[]) => {
    const { statements } = await statementsOf(app.db, async (db) => {
      const reasonAgainst = closedWays(engine, db, place, mover)
      for (const way of list) expect(await reasonAgainst(way)).toBeNull()
    })
    return statements
  }
  const one = await ask(ways.slice(0, 1))
  expect(one).toBeGreaterThan(0)
  expect(await ask(ways)).toBe(one)
})

test('a condition that several ways have is asked once, and each of them tells its reason', async () => {
  let asked = 0
  const paid = async () => {
    asked += 1
    return 'Клиент не заплатил'
  }
  const { LEAD } = engine.behaviours
  const toy = { ...engine, behaviours: { ...engine.behaviours, LEAD: { ...LEAD, guards: { paid } } } }
  const way = (action: string): Transition => ({
    from: 'FIRST_CONTACT',
    action,
    label: action,
    to: 'MEETING_PLANNED',
    by: 'SYSTEM',
    guards: ['paid'],
  })
  const place = { id: 1, type: 'LEAD', stage: 'FIRST_CONTACT' } as const
  const reasonAgainst = closedWays(toy, app.db, place, bySystem)
  const closed = { reason: 'Клиент не заплатил', code: 'paid' }
  expect([await reasonAgainst(way('one')), await reasonAgainst(way('two'))]).toEqual([closed, closed])
  expect(asked).toBe(1)
})
