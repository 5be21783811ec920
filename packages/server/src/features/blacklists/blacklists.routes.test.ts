import { individualEntryRequests } from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blacklistsOf, entryInput, paramsOf, person } from '#testing/blacklist/blacklists.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `security` writes, `compliance` and `admin` decide, `underwriter` sees no reasons, `agent` is a partner's. */
let bank: TestApp
let now = new Date('2026-11-20T09:00:00Z')
beforeAll(async () => {
  bank = await testApp({ clock: { timeZone: 'Europe/Moscow', now: () => now } })
})
afterAll(() => bank.close())
beforeEach(() => {
  now = new Date('2026-11-20T09:00:00Z')
})
const { create, read, move, acting, decide, appealed } = blacklistsOf(() => bank)

describe('an entry', () => {
  it.each(['individuals', 'legalPersons', 'phones'] as const)(
    'of %s is written, sent, approved by another and acts',
    async (kind) => {
      const entry = await create(kind)
      expect(entry).toMatchObject({ state: 'DRAFT', actingLevel: null, level: 'STOP', kind })
      expect((await move(entry, 'submit', 'security')).body.state).toBe('ON_APPROVAL')
      const { body } = await move(entry, 'approve', 'compliance')
      expect(body).toMatchObject({
        state: 'ACTIVE',
        actingLevel: 'STOP',
        approver: { fullName: 'Полозова Светлана Андреевна' },
      })
      expect(body.changes.remove).toEqual({ enabled: true, reasonDisabled: null })
    },
  )

  it('is not approved by who wrote it, nor under a second account', async () => {
    const entry = await create('individuals', 'admin')
    await move(entry, 'submit', 'security')
    const own = await move(entry, 'approve', 'admin')
    expect([own.status, own.error.message]).toEqual([
      409,
      'Это ваша работа: в состоянии «На подтверждении» решает другой сотрудник',
    ])
    await sql`UPDATE employee SET (last_name, first_name, middle_name) =
      (SELECT last_name, first_name, middle_name FROM employee WHERE login = 'admin') WHERE login = 'compliance'`.execute(
      bank.db,
    )
    expect((await move(entry, 'approve', 'compliance')).status).toBe(409)
    await sql`UPDATE employee SET last_name = 'Полозова', first_name = 'Светлана', middle_name = 'Андреевна'
      WHERE login = 'compliance'`.execute(bank.db)
    expect((await move(entry, 'approve', 'compliance')).status).toBe(200)
  })

  it('is declined with a reason, and says what it lacks before it is sent', async () => {
    const entry = await create()
    await move(entry, 'submit', 'security')
    expect((await move(entry, 'decline', 'compliance')).status).toBe(400)
    expect((await move(entry, 'decline', 'compliance', 'Нет ответа работодателя')).body.state).toBe(
      'DECLINED',
    )

    const body = { ...entryInput(), data: { lastName: 'Пустов' } }
    const empty = (await bank.call(api.createBlacklistEntry, { params: { kind: 'individuals' }, body })).body
    expect(empty.actions).toMatchObject([
      { code: 'submit', enabled: false, reasonDisabled: 'Заполните: Имя, Дата рождения' },
    ])
  })

  it('says where the input is wrong', async () => {
    const wrong = {
      ...entryInput(),
      validTo: '2026-01-01',
      data: { ...person, birthDate: '2030-01-01', inn: '123', nothing: 1 },
    }
    const { status, error } = await bank.call(api.createBlacklistEntry, {
      params: { kind: 'individuals' },
      body: wrong,
    })
    expect(status).toBe(400)
    expect(error.fields?.map(({ path }) => path)).toEqual(['validTo', 'data.inn', 'data'])
    const unknown = {
      ...entryInput('legalPersons'),
      data: { ...entryInput('legalPersons').data, okopf: '00000' },
    }
    const code = await bank.call(api.createBlacklistEntry, {
      params: { kind: 'legalPersons' },
      body: unknown,
    })
    expect([code.status, code.error.fields?.[0]?.path]).toEqual([400, 'data.okopf'])
  })

  it('is saved as a draft by its version, and by a request once it acts', async () => {
    const entry = await create()
    const body = { ...entryInput(), level: 'REVIEW' as const, version: entry.version }
    const saved = await bank.call(
      api.saveBlacklistEntry,
      { params: paramsOf(entry), body },
      { as: 'security' },
    )
    expect(saved.body).toMatchObject({ level: 'REVIEW', version: 2 })
    const late = await bank.call(
      api.saveBlacklistEntry,
      { params: paramsOf(entry), body },
      { as: 'security' },
    )
    expect([late.status, late.error.current]).toMatchObject([409, { level: 'REVIEW' }])
    await move(entry, 'submit', 'security')
    const sent = await bank.call(
      api.saveBlacklistEntry,
      { params: paramsOf(entry), body: { ...body, version: 3 } },
      { as: 'security' },
    )
    expect(sent.status).toBe(409)
  })
})

describe('an entry that acts', () => {
  it('changes when a second person agrees, and the request shows what to whom may see it', async () => {
    const entry = await acting()
    const data = { ...person, passport: '0012 345679' }
    const asked = await bank.call(
      api.requestEntryChange,
      {
        params: paramsOf(entry),
        body: { ...entryInput(), level: 'INFO', data, version: entry.version },
      },
      { as: 'compliance' },
    )
    expect(asked.body).toMatchObject({ status: 'PENDING', canDecide: false })
    expect((await decide(asked.body.id, 'compliance')).status).toBe(403)
    const shown = await bank.call(
      individualEntryRequests.get,
      { params: { id: String(asked.body.id) } },
      { as: 'admin' },
    )
    expect(shown.body.fields).toEqual([
      { label: 'Паспорт', oldValue: '0012345678', newValue: '0012345679' },
      { label: 'Уровень', oldValue: 'СТОП', newValue: 'Информация' },
    ])
    const hidden = await bank.call(
      individualEntryRequests.get,
      { params: { id: String(asked.body.id) } },
      { as: 'underwriter' },
    )
    expect(hidden.body.fields[0]?.newValue).toBe('0012345679')
    expect((await decide(asked.body.id, 'admin')).body.status).toBe('APPROVED')
    const changed = await read(entry)
    expect(changed).toMatchObject({ level: 'INFO', data: { passport: '0012345679' } })
  })

  it('is prolonged to a later day, and removed with a reason, each by two', async () => {
    const entry = await acting()
    const prolong = (validTo: string | null) =>
      bank.call(
        api.requestEntryProlonging,
        {
          params: paramsOf(entry),
          body: { validTo, reason: 'Дело не закрыто', version: entry.version },
        },
        { as: 'security' },
      )
    expect((await prolong('2027-01-01')).status).toBe(400)
    const asked = await prolong('2029-11-20')
    expect((await prolong(null)).status).toBe(409)
    await decide(asked.body.id, 'compliance')
    const prolonged = await read(entry)
    expect(prolonged.validTo).toBe('2029-11-20')
    const removal = await bank.call(
      api.requestEntryRemoval,
      { params: paramsOf(entry), body: { reason: 'Внесено по ошибке', version: prolonged.version } },
      { as: 'compliance' },
    )
    expect((await decide(removal.body.id, 'compliance')).status).toBe(403)
    expect((await read(entry)).state).toBe('ACTIVE')
    await decide(removal.body.id, 'admin')
    expect(await read(entry)).toMatchObject({ state: 'REMOVED', actingLevel: null })
  })

  it('cannot be removed, expired or put on appeal by a plain move', async () => {
    const entry = await acting()
    const params = paramsOf(entry)
    for (const action of ['remove', 'appeal', 'expire', 'satisfy', 'keep']) {
      const body = { action: action as never, version: entry.version, comment: 'Хочу' }
      const decided = await bank.call(api.decideBlacklistEntry, { params, body })
      const appeal = await bank.call(api.decideEntryAppeal, { params, body })
      expect([decided.status, [400, 409].includes(appeal.status)]).toEqual([400, true])
    }
    expect(entry.actions).toEqual([])
  })
})

describe('a refusal that shows an entry', () => {
  const readings = async (id: number) => {
    const { rows } = await sql<{
      seen: string
    }>`SELECT action || ' ' || (details ->> 'what') AS seen FROM access_event
      WHERE object_type = 'IndividualBlacklist' AND object_id = ${id} ORDER BY access_event.id`.execute(
      bank.db,
    )
    return rows.map(({ seen }) => seen)
  }

  it('leaves a line of who read why it is there and the numbers whole', async () => {
    const entry = await create()
    const late = await bank.call(
      api.saveBlacklistEntry,
      { params: paramsOf(entry), body: { ...entryInput(), version: 99 } },
      { as: 'admin' },
    )
    expect([late.status, late.error.current]).toMatchObject([
      409,
      { reason: {}, data: { passport: '0012345678' } },
    ])
    const left = await readings(entry.id)
    expect(left.slice(-2)).toEqual(['REASON Карточка записи', 'UNMASK Запись чёрного списка'])
  })

  it('leaves it too where a request is decided late, or of what was changed since', async () => {
    const entry = await acting()
    const asked = await bank.call(
      api.requestEntryRemoval,
      { params: paramsOf(entry), body: { reason: 'Внесено по ошибке', version: entry.version } },
      { as: 'security' },
    )
    const params = { id: String(asked.body.id) }
    const request = 'REASON Запрос изменения записи'
    const late = { version: 99, comment: 'Проверено' }
    const refused = await bank.call(
      individualEntryRequests.reject,
      { params, body: late },
      { as: 'compliance' },
    )
    expect([refused.status, (await readings(entry.id)).at(-1)]).toEqual([409, request])
    await sql`UPDATE blacklist_entry SET version = version + 1 WHERE id = ${entry.id}`.execute(bank.db)
    const before = (await readings(entry.id)).length
    const body = { version: 1, comment: 'Проверено' }
    const outdated = await bank.call(individualEntryRequests.approve, { params, body }, { as: 'compliance' })
    expect([outdated.status, (await readings(entry.id)).slice(before)]).toEqual([409, [request]])
  })
})

describe('an appeal', () => {
  it('has a number and ten working days, and meanwhile a stop acts as a matter of review', async () => {
    const entry = await appealed(await acting())
    expect(entry).toMatchObject({ state: 'ON_APPEAL', level: 'STOP', actingLevel: 'REVIEW' })
    expect(entry.appeals).toMatchObject([
      { number: expect.stringMatching(/^ОБЖ-2026-\d{6}$/), dueOn: '2026-12-03', overdue: false },
    ])
    now = new Date('2026-12-04T09:00:00Z')
    expect((await read(entry)).appeals[0]?.overdue).toBe(true)
  })

  it('is decided by neither author, nor approver, nor who registered it', async () => {
    const entry = await appealed(await acting())
    for (const as of ['security', 'compliance'] as const)
      expect((await move(entry, 'satisfy', as, 'Справка подлинная')).status).toBe(409)
    expect((await move(entry, 'keep', 'admin')).status).toBe(400)
    const kept = await move(entry, 'keep', 'admin', 'Экспертиза подтвердила подделку')
    expect(kept.body).toMatchObject({ state: 'ACTIVE', actingLevel: 'STOP' })
    const again = await appealed(kept.body)
    const { body } = await move(again, 'satisfy', 'admin', 'Справка подлинная')
    expect(body).toMatchObject({ state: 'REMOVED' })
    expect(body.appeals.map(({ outcome }) => outcome)).toEqual(['SATISFIED', 'REJECTED'])
  })
})

describe('who may not', () => {
  it('gets 403 with every call: people of partners whatever their rights, others without theirs', async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM user_role WHERE code = 'PARTNER_AGENT'`.execute(
      bank.db,
    )
    for (const operation of ['List', 'Read', 'ReadReason', 'Create', 'Update', 'Approve', 'Appeal'])
      await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
        VALUES (${rows[0]?.id}, 'IndividualBlacklist', ${operation})`.execute(bank.db)
    const entry = await acting()
    const params = paramsOf(entry)
    for (const as of ['agent', 'support'] as const) {
      const refused = [
        await bank.call(api.searchBlacklist, { params: { kind: 'individuals' }, body: {} }, { as }),
        await bank.call(api.getBlacklistEntry, { params }, { as }),
        await bank.call(
          api.createBlacklistEntry,
          { params: { kind: 'individuals' }, body: entryInput() },
          { as },
        ),
        await bank.call(api.submitBlacklistEntry, { params, body: { version: 1 } }, { as }),
        await bank.call(
          api.decideBlacklistEntry,
          { params, body: { action: 'approve', version: 1 } },
          { as },
        ),
        await bank.call(api.decideEntryAppeal, { params, body: { action: 'keep', version: 1 } }, { as }),
        await bank.call(api.requestEntryRemoval, { params, body: { reason: 'Так', version: 1 } }, { as }),
        await bank.call(individualEntryRequests.list, {}, { as }),
      ]
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    }
  })

  it('finds no entry of one list in another', async () => {
    const { id } = await acting('phones')
    const { status } = await bank.call(api.getBlacklistEntry, {
      params: { kind: 'individuals', id: String(id) },
    })
    expect(status).toBe(404)
  })
})
