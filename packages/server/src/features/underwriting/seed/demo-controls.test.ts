import { getControls } from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { writeControls } from './demo-controls.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

it('each case on control has a form: empty, begun or signed, by whoever controls individuals', async () => {
  const ids: string[] = []
  for (const serial of [61, 62, 63]) {
    const { id } = await underwritten(bank, serial)
    await sql`UPDATE case_file SET stage = 'VERIFICATION' WHERE id = ${Number(id)}`.execute(bank.db)
    await sql`UPDATE case_stage SET left_at = now(), action = 'verify', actor_id = 3 WHERE case_id = ${Number(id)}`.execute(
      bank.db,
    )
    await sql`INSERT INTO case_stage (case_id, stage, entered_at) VALUES (${Number(id)}, 'VERIFICATION', now())`.execute(
      bank.db,
    )
    ids.push(id)
  }
  await writeControls(bank.db)
  const states: string[] = []
  for (const id of ids) {
    const { body, raw } = await bank.call(getControls, { params: { id } }, { as: 'verifier' })
    const [control] = body.controls
    if (control === undefined) throw new Error(raw.body)
    const isBegun = Object.keys(control.answers).length > 0
    states.push(control.signedAt !== null ? 'SIGNED' : isBegun ? 'BEGUN' : 'EMPTY')
    expect(control.editable.enabled, raw.body).toBe(control.signedAt === null)
  }
  // Three numbers in a row leave three different rests.
  expect(states.toSorted()).toEqual(['BEGUN', 'EMPTY', 'SIGNED'])
})
