import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import * as api from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { isFeatureOn } from './feature-toggles.service.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-20T09:00:00Z') }
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())

type Input = RequestOf<typeof api.createFeatureToggle>['body']

let made = 0
const create = async (more: Partial<Input> = {}) => {
  made += 1
  const { status, body } = await bank.call(api.createFeatureToggle, {
    body: { key: `test.feature${made}`, title: 'Проба', ...more },
  })
  expect(status).toBe(200)
  return body
}
const isOn = async (key: string, as: 'admin' | 'underwriter' | 'agent' | 'partner-admin') =>
  (await bank.call(api.getMyFeatures, {}, { as })).body[key]

describe('toggles of the product', () => {
  it('are delivered; four eyes are off in the demo bank', async () => {
    const { body } = await bank.call(api.listFeatureToggles, { query: {} }, { as: 'viewer' })
    expect(body.content.find(({ key }) => key === 'roles.fourEyes')).toMatchObject({
      enabled: false,
      delivered: true,
      stale: false,
    })
    expect(await isFeatureOn(bank.db, { employeeId: 1 }, 'roles.fourEyes', clock)).toBe(false)
    expect(await isFeatureOn(bank.db, { employeeId: 1 }, 'references.import', clock)).toBe(true)
  })

  it('cannot be deleted', async () => {
    const { body } = await bank.call(api.listFeatureToggles, { query: {} })
    const toggle = body.content.find(({ key }) => key === 'roles.fourEyes')
    const { status, error } = await bank.call(api.deleteFeatureToggle, {
      params: { id: String(toggle?.id) },
      query: { version: String(toggle?.version) },
    })
    expect([status, error.message]).toEqual([409, expect.stringContaining('не удалить')])
  })
})

describe('the list', () => {
  const asked = async (query: RequestOf<typeof api.listFeatureToggles>['query']) =>
    (await bank.call(api.listFeatureToggles, { query })).body

  it('is searched by key, title and owner, and counts each kind of what is found', async () => {
    const word = 'Посчитанные'
    const rules = [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] as const
    const on = await create({ owner: word, enabled: true })
    const killed = await create({ title: `${word} на стоп`, enabled: true })
    await bank.call(api.killFeature, { params: { id: String(killed.id) }, body: { killed: true } })
    const stale = await create({ owner: word, rules: [...rules], expiresOn: '2026-11-19' })
    const keys = async (query: RequestOf<typeof api.listFeatureToggles>['query']) =>
      (await asked({ search: 'посчитанные', ...query })).content.map(({ key }) => key)
    const all = await asked({ search: 'ПОСЧИТАННЫЕ' })
    expect(all.counts).toEqual({ all: 3, on: 1, off: 2, rules: 1, stale: 1 })
    expect(all.totalElements).toBe(3)
    expect(await keys({ kind: 'on' })).toEqual([on.key])
    expect(await keys({ kind: 'off' })).toEqual([killed.key, stale.key])
    expect(await keys({ kind: 'rules' })).toEqual([stale.key])
    expect(await keys({ kind: 'stale' })).toEqual([stale.key])
    expect(await keys({ search: killed.key })).toEqual([killed.key])
  })

  it('is paged and put in order by the server', async () => {
    for (const owner of ['Щ', 'Э', 'Ю']) await create({ title: 'По порядку', owner })
    const page = async (at: number) => {
      const query = { search: 'по порядку', sort: 'owner,desc', page: String(at), size: '2' }
      const { body } = await bank.call(api.listFeatureToggles, { query })
      return [body.content.map(({ owner }) => owner).join(), body.totalElements]
    }
    expect([await page(0), await page(1)]).toEqual([
      ['Ю,Э', 3],
      ['Щ', 3],
    ])
  })

  it('takes a percent sign and an underscore as they are', async () => {
    await create({ title: 'Скидка 10%' })
    expect((await asked({ search: '10%' })).content).toHaveLength(1)
    expect((await asked({ search: '0_' })).content).toHaveLength(0)
  })
})

describe('rules', () => {
  it('let in by role, by partner with its branches, and by share', async () => {
    const byRole = await create({ rules: [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] })
    expect([await isOn(byRole.key, 'underwriter'), await isOn(byRole.key, 'admin')]).toEqual([true, false])
    const byPartner = await create({ rules: [{ kind: 'partner', value: 2, enabled: true }] })
    expect([await isOn(byPartner.key, 'agent'), await isOn(byPartner.key, 'partner-admin')]).toEqual([
      true,
      false,
    ])
    const share = await create({ rules: [{ kind: 'percentage', value: 100, enabled: true }] })
    expect(await isOn(share.key, 'agent')).toBe(true)
  })

  it('end with the last day; the toggle is then stale', async () => {
    const rules = [{ kind: 'role', value: 'UNDERWRITER', enabled: true }] as const
    const old = await create({ rules: [...rules], expiresOn: '2026-11-19' })
    const last = await create({ rules: [...rules], expiresOn: '2026-11-20' })
    expect([old.stale, last.stale]).toEqual([true, false])
    expect([await isOn(old.key, 'underwriter'), await isOn(last.key, 'underwriter')]).toEqual([false, true])
  })

  it('name roles and partners that there are', async () => {
    const { status, error } = await bank.call(api.createFeatureToggle, {
      body: {
        key: 'test.wrong',
        title: 'Проба',
        rules: [
          { kind: 'role', value: 'NOBODY', enabled: true },
          { kind: 'partner', value: 999_999, enabled: true },
        ],
      },
    })
    expect(status).toBe(400)
    expect(error.fields).toEqual([
      { path: 'rules.0.value', message: 'Такой роли нет' },
      { path: 'rules.1.value', message: 'Такого партнёра нет' },
    ])
  })
})

describe('a change', () => {
  it('raises the version once, writes history, and does nothing when nothing differs', async () => {
    const toggle = await create()
    const body = { title: 'Новое имя', enabled: true, rules: [], version: toggle.version }
    const saved = await bank.call(api.saveFeatureToggle, { params: { id: String(toggle.id) }, body })
    expect(saved.body).toMatchObject({ title: 'Новое имя', enabled: true, version: 2 })
    const same = await bank.call(api.saveFeatureToggle, {
      params: { id: String(toggle.id) },
      body: { ...body, version: 2 },
    })
    expect(same.body.version).toBe(2)
    const { body: history } = await bank.call(api.listFeatureToggleHistory, {
      params: { id: String(toggle.id) },
    })
    expect(history.content[0]?.changes).toEqual([
      { field: 'title', label: 'Название', oldValue: 'Проба', newValue: 'Новое имя' },
      { field: 'enabled', label: 'Включено по умолчанию', oldValue: 'нет', newValue: 'да' },
    ])
    expect(history.totalElements).toBe(2)
  })

  it('of an old version is 409 with the toggle as it is and who changed it', async () => {
    const toggle = await create()
    const save = (title: string) =>
      bank.call(api.saveFeatureToggle, {
        params: { id: String(toggle.id) },
        body: { title, version: toggle.version },
      })
    await save('Первый')
    const { status, error } = await save('Второй')
    expect(status).toBe(409)
    expect(error.current).toMatchObject({ title: 'Первый' })
    expect(error.by?.descriptor).not.toBe('')
  })

  it('by the emergency switch acts for everybody without a version, twice the same', async () => {
    const toggle = await create({ enabled: true })
    const kill = (killed: boolean) =>
      bank.call(api.killFeature, { params: { id: String(toggle.id) }, body: { killed } })
    expect((await kill(true)).body).toMatchObject({ killed: true, version: 2 })
    expect((await kill(true)).body.version).toBe(2)
    expect(await isOn(toggle.key, 'admin')).toBe(false)
    await kill(false)
    expect(await isOn(toggle.key, 'admin')).toBe(true)
  })

  it('reaches an open browser within two seconds', async () => {
    const toggle = await create()
    const instance = await liveInstance(bank)
    const tab = new Tab(instance.url, await bank.tokenOf('agent'))
    try {
      await tab.connect()
      await tab.subscribe(topics.features)
      const begun = performance.now()
      await bank.call(api.killFeature, { params: { id: String(toggle.id) }, body: { killed: true } })
      await soon(() => expect(tab.received.get(topics.features)).toContainEqual({}))
      expect(performance.now() - begun).toBeLessThan(2_000)
    } finally {
      await tab.leave()
      await instance.close()
    }
  })

  it('may be a deletion, which takes the answer away', async () => {
    const toggle = await create({ enabled: true })
    const { status } = await bank.call(api.deleteFeatureToggle, {
      params: { id: String(toggle.id) },
      query: { version: '1' },
    })
    expect(status).toBe(204)
    expect(await isOn(toggle.key, 'admin')).toBeUndefined()
    expect((await bank.call(api.getFeatureToggle, { params: { id: String(toggle.id) } })).status).toBe(404)
  })
})

describe('wrong calls', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['a key with a space', { key: 'a b', title: 'x' }, 'key'],
    ['a key with a capital first', { key: 'Abc', title: 'x' }, 'key'],
    ['an empty title', { key: 'abc.d', title: '  ' }, 'title'],
    [
      'a share above 100',
      { key: 'abc.d', title: 'x', rules: [{ kind: 'percentage', value: 101, enabled: true }] },
      'rules.0.value',
    ],
    [
      'an unknown kind of rule',
      { key: 'abc.d', title: 'x', rules: [{ kind: 'sex', value: 1, enabled: true }] },
      'rules.0.kind',
    ],
    ['a strange day', { key: 'abc.d', title: 'x', expiresOn: '2026-02-30' }, 'expiresOn'],
    ['a taken key', { key: 'roles.fourEyes', title: 'x' }, 'key'],
  ])('%s is 400 at its field', async (_name, body, path) => {
    const { status, error } = await bank.call(api.createFeatureToggle, { body: body as never })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toContain(path)
  })

  it('without the right are 403', async () => {
    expect((await bank.call(api.listFeatureToggles, { query: {} }, { as: 'agent' })).status).toBe(403)
    const { status } = await bank.call(
      api.createFeatureToggle,
      { body: { key: 'viewer.may', title: 'x' } },
      { as: 'viewer' },
    )
    expect(status).toBe(403)
  })
})
