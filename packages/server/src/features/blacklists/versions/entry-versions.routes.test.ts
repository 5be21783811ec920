import { individualEntryRequests } from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import * as blacklists from '@ipoteka-office/contract/blacklists/blacklists.ts'
import * as api from '@ipoteka-office/contract/blacklists/entry-versions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basis, blacklistsOf, type EntryKey, entryInput, paramsOf } from '#testing/blacklist/blacklists.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `security` reads reasons, `underwriter` does not; partners see nothing of a blacklist. */
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-20T09:00:00Z') } })
})
afterAll(() => bank.close())
const { create, acting, decide, read, appealed } = blacklistsOf(() => bank)

const newBasis = 'Работодатель письменно отрицает трудовые отношения'
const versionsOf = (entry: EntryKey, as: Login = 'security') =>
  bank.call(api.listEntryVersions, { params: paramsOf(entry) }, { as })
const compared = (
  entry: EntryKey,
  body: { from: string; to?: string; all?: boolean },
  as: Login = 'security',
) => bank.call(api.compareEntryVersions, { params: paramsOf(entry), body }, { as })

/** An entry whose level, passport and basis were changed by two persons, one change after the other. */
async function changed() {
  const entry = await acting()
  const change = async (more: object) => {
    const { version } = await read(entry)
    const body = { ...entryInput(), ...more, version }
    const asked = await bank.call(
      blacklists.requestEntryChange,
      { params: paramsOf(entry), body },
      { as: 'security' },
    )
    expect([asked.status, asked.raw.body]).toEqual([200, expect.any(String)])
    expect((await decide(asked.body.id, 'compliance')).status).toBe(200)
  }
  const { data, reason } = entryInput()
  await change({ level: 'REVIEW', data: { ...data, passport: '0012345679' } })
  await change({
    level: 'REVIEW',
    data: { ...data, passport: '0012345679' },
    reason: { ...reason, basis: newBasis },
  })
  return entry
}

it('any two versions stand side by side, and what is now with any of them', async () => {
  const entry = await changed()
  const { body: versions } = await versionsOf(entry)
  expect(versions.content.map(({ kind, names }) => [kind, names])).toEqual([
    ['CHANGE', ['Основание']],
    ['CHANGE', ['О ком или о чём запись', 'Как действует']],
    ['STAGE', ['Действует']],
    ['STAGE', ['На подтверждении']],
    ['STAGE', ['Черновик']],
  ])
  const [last, middle, active, , draft] = versions.content.map(({ at }) => at)
  if (!last || !middle || !active || !draft) throw new Error('There are five versions')
  const fields = async (from: string, to?: string) =>
    (await compared(entry, { from, ...(to !== undefined && { to }) })).body.map(
      ({ label, before, after }) => [label, before, after],
    )
  expect(await fields(active)).toEqual([
    ['Паспорт', '0012345678', '0012345679'],
    ['Уровень', 'СТОП', 'Ручная проверка'],
    ['Основание', basis, newBasis],
  ])
  expect(await fields(middle, last)).toEqual([['Основание', basis, newBasis]])
  expect(await fields(draft, active)).toEqual([['Состояние', 'Черновик', 'Действует']])
  expect(await fields(last)).toEqual([])
  const all = (await compared(entry, { from: draft, all: true })).body
  expect(all.filter((field) => field.changed).map(({ label }) => label)).toEqual([
    'Паспорт',
    'Состояние',
    'Уровень',
    'Основание',
  ])
  expect(all.map(({ label }) => label)).toEqual(expect.arrayContaining(['Фамилия', 'Комментарий']))
  const backwards = await compared(entry, { from: last, to: draft })
  expect([backwards.status, backwards.error.fields?.[0]?.path]).toEqual([400, 'to'])
})

it('who reads no reasons sees neither them nor that they changed', async () => {
  const entry = await changed()
  const { body: versions, raw } = await versionsOf(entry, 'underwriter')
  expect(versions.content.map(({ names }) => names[0])).toEqual([
    'О ком или о чём запись',
    'Действует',
    'На подтверждении',
    'Черновик',
  ])
  const draft = versions.content.at(-1)?.at ?? ''
  const whole = await compared(entry, { from: draft, all: true }, 'underwriter')
  expect(whole.body.some(({ section }) => section === 'reason')).toBe(false)
  for (const secret of [basis, newBasis, 'Служба безопасности', 'Основание'])
    expect([raw.body, whole.raw.body].join()).not.toContain(secret)
})

it('numbers are masked for who may not see them, and that they changed is still said', async () => {
  const entry = await changed()
  await sql`DELETE FROM user_role_operation WHERE object_type = 'PersonalData'
    AND user_role_id = (SELECT id FROM user_role WHERE code = 'UNDERWRITER')`.execute(bank.db)
  const { body } = await versionsOf(entry)
  const from = body.content.at(-1)?.at ?? ''
  await expect
    .poll(async () => (await compared(entry, { from }, 'underwriter')).body[0])
    .toMatchObject({ label: 'Паспорт', before: '•• •• •••678', after: '•• •• •••679', changed: true })
})

it('the reading of a reason in a comparison is in the access log, and of a number too', async () => {
  const entry = await changed()
  const { body } = await versionsOf(entry)
  const from = body.content.at(-1)?.at ?? ''
  const logged = async () => {
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM access_event WHERE object_id = ${entry.id} AND details ->> 'what' = 'Сравнение версий записи'
      ORDER BY action`.execute(bank.db)
    return rows.map(({ action }) => action)
  }
  expect(await logged()).toEqual([])
  await compared(entry, { from })
  expect(await logged()).toEqual(['REASON', 'UNMASK'])
})

it('an entry of another list, or none, is not found, and nobody outside the bank compares', async () => {
  const entry = await create()
  const { at = '' } = (await versionsOf(entry)).body.content[0] ?? {}
  expect((await compared({ ...entry, kind: 'phones' }, { from: at })).status).toBe(404)
  expect((await versionsOf({ ...entry, id: 99_999_999 })).status).toBe(404)
  for (const as of ['agent', 'partner-admin', 'norole'] as const)
    expect([
      as,
      (await versionsOf(entry, as)).status,
      (await compared(entry, { from: at }, as)).status,
    ]).toEqual([as, 403, 403])
  const bad = await bank.call(api.compareEntryVersions, {
    params: paramsOf(entry),
    body: { from: 'вчера' },
  })
  expect(bad.status).toBe(400)
})

it('an appeal and its end are versions of how the entry stands', async () => {
  const entry = await appealed(await acting())
  const { body } = await versionsOf(entry)
  expect(body.content[0]).toMatchObject({ kind: 'STAGE', names: ['Обжалуется'] })
  const [, before] = body.content
  const { body: fields } = await compared(entry, { from: before?.at ?? '' })
  expect(fields).toMatchObject([{ label: 'Состояние', before: 'Действует', after: 'Обжалуется' }])
  expect((await bank.call(individualEntryRequests.list, {}, { as: 'security' })).status).toBe(200)
})
