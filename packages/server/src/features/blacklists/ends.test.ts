import { getBlacklistAct, listBlacklistActs } from '@ipoteka-office/contract/blacklists/blacklist-acts.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { comparedLabels, decideHit } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { individualEntryRequests } from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import {
  getBlacklistEntry,
  listEntryHistory,
  requestEntryAppeal,
  requestEntryRemoval,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basis, blacklistsOf, type EntryKey, paramsOf } from '#testing/blacklist/blacklists.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { openApplication } from '#testing/questionnaires.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { endOldEntries } from './ends.service.ts'

let bank: TestApp
let now = new Date('2026-11-20T09:00:00Z')
const clock = { timeZone: 'Europe/Moscow', now: () => now }
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())
const { acting, read, move } = blacklistsOf(() => bank)
const turn = () => endOldEntries(bank.db, { clock, parameters: bank.parameters })

it('an entry expires after its last day, and a second turn finds nothing', async () => {
  const entry = await acting()
  now = new Date('2027-11-20T20:00:00Z')
  await turn()
  expect((await read(entry)).state).toBe('ACTIVE')
  now = new Date('2027-11-20T21:30:00Z')
  await turn()
  await turn()
  expect(await read(entry)).toMatchObject({ state: 'EXPIRED', actingLevel: null })
  const { rows } = await sql`SELECT FROM record_move WHERE object_type = 'blacklist_entry'
    AND object_id = ${entry.id} AND action = 'expire'`.execute(bank.db)
  expect(rows).toHaveLength(1)
})

it('five years after the end what said who it is of is destroyed everywhere, by an act', async () => {
  now = new Date('2026-11-20T09:00:00Z')
  const entry = await acting()
  now = new Date('2027-11-22T09:00:00Z')
  await turn()
  now = new Date('2032-11-22T09:00:00Z')
  await turn()
  expect((await read(entry)).title).toBe('Аверченко Глеб Маркович')
  now = new Date('2032-11-23T09:00:00Z')
  await turn()
  const destroyed = await read(entry)
  expect(destroyed).toMatchObject({ destroyed: true, title: '', data: {}, reason: null, level: 'STOP' })
  const history = await bank.call(listEntryHistory, { params: paramsOf(entry) }, { as: 'security' })
  const card = await bank.call(getBlacklistEntry, { params: paramsOf(entry) }, { as: 'security' })
  for (const { raw } of [history, card]) expect(raw.body).not.toContain(basis)
  const { rows } = await sql<{ years: number; entries: { id: number }[] }>`
    SELECT years, entries FROM blacklist_act ORDER BY id DESC`.execute(bank.db)
  expect(rows[0]).toMatchObject({ years: 5 })
  expect(rows[0]?.entries.map(({ id }) => id)).toContain(entry.id)
  const of = (kind: BlacklistKind) => ({ params: { kind }, query: {} })
  const { content } = (await bank.call(listBlacklistActs, of('individuals'), { as: 'security' })).body
  expect(content[0]).toMatchObject({ years: 5, entries: rows[0]?.entries.length })
  expect((await bank.call(listBlacklistActs, of('phones'), { as: 'security' })).body.content).toEqual([])
  const paper = (kind: BlacklistKind, as: Login) =>
    bank.call(getBlacklistAct, { params: { kind, actId: String(content[0]?.id) } }, { as })
  const told = await pdfText((await paper('individuals', 'security')).raw.rawPayload)
  expect(told).toMatch(new RegExp(`№ ${content[0]?.id}.*5 лет.*23\\.11\\.2032.*\\b${entry.id}\\b.*СТОП`, 's'))
  expect(told).not.toContain('Аверченко')
  // An act of another list, and who may not see the list at all.
  expect((await paper('phones', 'security')).status).toBe(404)
  expect((await paper('individuals', 'agent')).status).toBe(403)
  const left = await sql`SELECT FROM change_history WHERE object_type = 'blacklistEntry'
    AND (old_values::text || new_values::text) LIKE '%Аверченко%'`.execute(bank.db)
  expect(left.rows).toEqual([])
})

/** Every table with a row that says any of the words. */
async function placesOf(words: readonly string[]) {
  const { rows } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(bank.db)
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const said = sql`SELECT FROM ${sql.table(name)} t WHERE t::text LIKE ANY(${words.map((one) => `%${one}%`)})`
      return (await said.execute(bank.db)).rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

async function agree(asked: { readonly body: { readonly id: number } }, comment: string) {
  const body = { version: 1, comment }
  const decided = await bank.call(
    individualEntryRequests.approve,
    { params: { id: String(asked.body.id) }, body },
    { as: 'compliance' },
  )
  expect(decided.status).toBe(200)
}

const nobody = Object.fromEntries(Object.keys(comparedLabels).map((key) => [key, null]))
/** A hit of the entry on a case, with a task that somebody's verdict closes. */
async function sayMatch({ id }: EntryKey, comment: string) {
  const { id: caseId, borrower } = await openApplication(bank)
  const compared = JSON.stringify({ listed: { ...nobody, fullName: 'Аверченко' }, given: nobody })
  const { rows } = await sql<{ id: number }>`
    WITH task AS (
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, operation)
      SELECT id, type, partner_id, 'BLACKLIST_HIT', 'Сверить', 'Underwrite' FROM case_file WHERE id = ${Number(caseId)}
      RETURNING id)
    INSERT INTO blacklist_hit (entry_id, case_id, participant_id, code, exact, score, agreed, against, compared, entry_print,
      given_print, source, found_at, task_id)
    SELECT ${id}, ${Number(caseId)}, ${borrower}, 'BLACKLIST_PERSON', false, 80, '{}', '{}',
      ${compared}::jsonb, 'a', 'b', 'RETRO', ${now}, task.id
    FROM task RETURNING id`.execute(bank.db)
  const params = { id: caseId, hitId: String(rows[0]?.id) }
  const said = await bank.call(
    decideHit,
    { params, body: { verdict: 'MATCH', comment, foundAt: now.toISOString() } },
    { as: 'underwriter' },
  )
  expect(said.status).toBe(200)
}

it('no word that people said of an entry outlives it: in appeals, moves, verdicts, tasks and notices', async () => {
  now = new Date('2026-11-20T09:00:00Z')
  const words = [
    'Заявительский',
    'Оспоренное',
    'Обжалованное',
    'Отклонённое',
    'Сниматься',
    'Сверенное',
    'Подписанное',
  ]
  const [applicant = '', claim = '', agreed = '', kept = '', reason = '', verdict = '', removed = ''] = words
  const entry = await acting()
  await sayMatch(entry, verdict)
  const asked = await bank.call(
    requestEntryAppeal,
    { params: paramsOf(entry), body: { receivedOn: '2026-11-19', applicant, claim, version: entry.version } },
    { as: 'security' },
  )
  await agree(asked, agreed)
  expect((await move(entry, 'keep', 'admin', kept)).status).toBe(200)
  const { version } = await read(entry)
  const removal = await bank.call(
    requestEntryRemoval,
    { params: paramsOf(entry), body: { reason, version } },
    { as: 'security' },
  )
  await agree(removal, removed)
  expect(await placesOf(words)).toEqual([
    'blacklist_appeal',
    'blacklist_verdict',
    'case_task',
    'case_task_event',
    'change_request',
    'notification',
    'record_move',
  ])
  now = new Date('2031-11-23T09:00:00Z')
  await turn()
  expect(await read(entry)).toMatchObject({ destroyed: true, state: 'REMOVED' })
  expect(await placesOf([...words, basis])).toEqual([])
})
