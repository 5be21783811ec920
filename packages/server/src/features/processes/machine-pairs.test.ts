import * as api from '@ipoteka-office/contract/cases.ts'
import { type CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { systemClock } from '#lib/bank-time.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { createCase } from './cases.service.ts'
import { bySystem } from './engine.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const open = (type: CaseType) =>
  app.db.transaction().execute(async (tx) => {
    const { id } = await createCase(caseEngine({ clock: systemClock('Europe/Moscow') }), tx, bySystem, {
      type,
      partnerId: seedPartners.volga.id,
      regionCode: '16',
      clientName: 'Никифоров Илья Петрович',
      clientPhone: '79990001122',
      responsibleId: null,
    })
    return id
  })

const put = (id: number, stage: string) =>
  app.db.transaction().execute(async (tx) => {
    await sql`UPDATE case_file SET stage = ${stage} WHERE id = ${id}`.execute(tx)
    await sql`UPDATE case_stage SET stage = ${stage} WHERE case_id = ${id}`.execute(tx)
  })

const rowOf = async (id: number) =>
  (
    await sql<{
      version: number
    }>`SELECT stage, version, closed, (SELECT count(*) FROM case_stage WHERE case_id = ${id}) AS stages
    FROM case_file WHERE id = ${id}`.execute(app.db)
  ).rows

/** The operator has every operation: only the machine refuses. */
test.for(Object.keys(machines) as CaseType[])(
  '%s: what its machine does not have from a stage, or leaves to the system, moves nobody',
  async (type) => {
    const { states, transitions } = machines[type]
    const id = await open(type)
    const params = { params: { id: String(id) } }
    const actions = [...new Set(transitions.map(({ action }) => action)), 'constructor']
    let refused = 0
    for (const stage of Object.keys(states)) {
      await put(id, stage)
      const before = await rowOf(id)
      for (const action of actions) {
        if (transitions.some((t) => t.from === stage && t.action === action && t.by !== 'SYSTEM')) continue
        const body = { action, version: before[0]?.version ?? 0, comment: 'Проверка', reason: 'RATE' }
        const { status, error } = await app.call(api.moveCase, { ...params, body }, { as: 'admin' })
        expect(status, `${stage} → ${action}: ${JSON.stringify(error)}`).toBe(409)
        refused += 1
      }
      expect(await rowOf(id), stage).toEqual(before)
    }
    const own = transitions.filter(({ by }) => by !== 'SYSTEM').length
    expect(refused).toBe(Object.keys(states).length * actions.length - own)
  },
)
