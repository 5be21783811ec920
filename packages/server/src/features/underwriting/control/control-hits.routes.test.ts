import { decideHit, listCaseHits } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { getCase, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import {
  getControls,
  saveControl,
  signControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryCase } from '#features/blacklists/matching/hits.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { actingEntry } from '#testing/blacklist/acting-entry.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { controlPaper } from './control-paper.ts'

/** `workload` fills the form, `security` reads reasons of the lists. */
let bank: TestApp
let id: string
let entry: number
const clock = systemClock('Europe/Moscow')
const askLists = async () => {
  const stored = await readQuestionnaire(bank.db, Number(id), 'FULL_APPLICATION')
  await tryCase(bank.db, Number(id), stored, { today: bankDay(clock), at: clock.now() })
}
beforeAll(async () => {
  bank = await testApp()
  await sql`INSERT INTO employee_user_role VALUES (2, 3) ON CONFLICT DO NOTHING`.execute(bank.db)
  ;({ id } = await underwritten(bank, 41))
  const data = { lastName: 'Другова', firstName: 'Вера', passport: '3610123041' }
  entry = await actingEntry(bank.db, { kind: 'individuals', level: 'REVIEW', data })
  await askLists()
  const { body } = await bank.call(getCase, { params: { id } }, { as: 'underwriter' })
  const sent = await bank.call(
    moveCase,
    { params: { id }, body: { action: 'verify', version: body.version, comment: 'Проверить занятость' } },
    { as: 'underwriter' },
  )
  expect(sent.status, sent.raw.body).toBe(200)
})
afterAll(() => bank.close())

async function form(as: Login = 'workload') {
  const { body, status, raw } = await bank.call(getControls, { params: { id } }, { as })
  expect(status, raw.body).toBe(200)
  const [control] = body.controls
  if (control === undefined) throw new Error('No form has been begun')
  return { control, raw: raw.body }
}
const readings = async () =>
  (
    await sql<{ by: number; object: number; what: string }>`
      SELECT actor_id AS by, object_id AS object, details ->> 'what' AS what FROM access_event
      WHERE action = 'REASON' ORDER BY id`.execute(bank.db)
  ).rows

it('shows a match with its level and category; why they are listed to nobody without the right', async () => {
  const { control, raw } = await form()
  expect(control.hits).toMatchObject([
    {
      ...{ entryId: entry, kind: 'individuals', category: 'FRAUD', level: 'REVIEW', exact: true },
      ...{ agreed: ['Паспорт'], verdict: null, said: null, basis: null },
    },
  ])
  expect(raw).not.toMatch(/Тайное|3610123041/)
  expect(await readings()).toEqual([])
})

it('with the right the reason is read, and each reading is in the access log', async () => {
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT DISTINCT r.user_role_id, o.object, o.operation FROM employee e JOIN employee_user_role r ON r.employee_id = e.id
    CROSS JOIN (VALUES ('Underwriting', 'List'), ('FullApplication', 'Read')) o (object, operation)
    WHERE e.login = 'security' ON CONFLICT DO NOTHING`.execute(bank.db)
  await expect
    .poll(async () => (await bank.call(getControls, { params: { id } }, { as: 'security' })).status)
    .toBe(200)
  const before = (await readings()).length
  expect((await form('security')).control.hits?.[0]?.basis).toBe('Тайное основание')
  const read = await readings()
  expect(read).toHaveLength(before + 1)
  expect(read.at(-1)).toMatchObject({ object: entry, what: 'Форма контроля физлица' })
})

it('tells the verdict, and a signed form keeps what it was signed with', async () => {
  const [hit] = (await bank.call(listCaseHits, { params: { id } }, { as: 'underwriter' })).body
  const said = await bank.call(
    decideHit,
    {
      params: { id, hitId: String(hit?.id) },
      body: { verdict: 'MATCH', comment: 'Тот же паспорт', foundAt: hit?.foundAt ?? '' },
    },
    { as: 'underwriter' },
  )
  expect(said.status, said.raw.body).toBe(200)
  const { control } = await form()
  expect(control.hits?.[0]).toMatchObject({ verdict: 'MATCH', said: expect.any(String) })
  const params = { id, controlId: String(control.id) }
  const answers = {
    ...{ photoMatches: 'YES', papersValid: 'YES', employerExists: 'YES' },
    ...{ result: 'NEGATIVE', conclusion: 'Тот же человек' },
  }
  const saved = await bank.call(
    saveControl,
    { params, body: { answers, version: control.version } },
    { as: 'workload' },
  )
  expect(saved.status, saved.raw.body).toBe(200)
  const signed = await bank.call(
    signControl,
    { params, body: { version: saved.body.version } },
    { as: 'workload' },
  )
  expect(signed.status, signed.raw.body).toBe(200)
  // The entry is lifted afterwards: what was signed stays.
  await sql`UPDATE blacklist_entry SET state = 'REMOVED', ended_on = current_date WHERE id = ${entry}`.execute(
    bank.db,
  )
  await askLists()
  expect((await bank.call(listCaseHits, { params: { id } }, { as: 'underwriter' })).body).toEqual([])
  expect((await form()).control.hits).toMatchObject([{ entryId: entry, level: 'REVIEW', verdict: 'MATCH' }])
})

it('stands on paper without the reason', async () => {
  const { control } = await form('security')
  expect(control.hits?.[0]?.basis).toBe('Тайное основание')
  const paper = await controlPaper(control, { number: '1', signer: 'Ким', moment: '1 мая' })
  const words = await pdfText(paper)
  for (const word of ['Совпадения', 'Мошенничество', 'Ручная', 'Паспорт', 'Совпадение,'])
    expect(words).toContain(word)
  expect(words).not.toContain('Тайное')
  expect(
    await pdfText(await controlPaper({ ...control, hits: [] }, { number: '1', signer: 'К', moment: 'м' })),
  ).toContain('Совпадений нет')
})
