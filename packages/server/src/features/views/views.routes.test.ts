import * as api from '@ipoteka-office/contract/views/views.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Login } from '#testing/test-tokens.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const listKey = 'partners'
const view = (name: string, more: Partial<{ shared: boolean; isDefault: boolean; state: string }> = {}) => ({
  name,
  state: 'status=ACTIVE',
  ...more,
})
const create = (body: ReturnType<typeof view>, as: Login = 'admin') =>
  app.call(api.createSavedView, { params: { listKey }, body }, { as })
const namesFor = async (as: Login) =>
  (await app.call(api.listSavedViews, { params: { listKey } }, { as })).body.map(({ name }) => name)

describe('settings', () => {
  it('keep the widths of each list apart', async () => {
    await app.call(api.saveSettings, { body: { widths: { a: { x: 120 } } } }, { as: 'viewer' })
    await app.call(api.saveSettings, { body: { widths: { b: { y: 90 } } } }, { as: 'viewer' })
    const { body } = await app.call(
      api.saveSettings,
      { body: { widths: { a: { z: 200 } } } },
      { as: 'viewer' },
    )
    expect(body.widths).toEqual({ a: { z: 200 }, b: { y: 90 } })
  })

  it('start with defaults and are merged, columns list by list', async () => {
    expect((await app.call(api.getSettings, {})).body).toEqual({
      theme: 'system',
      density: 'comfortable',
      pages: 'present',
      columns: {},
      widths: {},
    })
    await app.call(api.saveSettings, { body: { theme: 'dark', columns: { a: ['x', 'y'] } } })
    await app.call(api.saveSettings, { body: { density: 'compact', pages: 'former', columns: { b: ['z'] } } })
    const { body } = await app.call(api.saveSettings, { body: { columns: { a: ['y'] } } })
    expect(body).toEqual({
      theme: 'dark',
      density: 'compact',
      pages: 'former',
      columns: { a: ['y'], b: ['z'] },
      widths: {},
    })
    expect((await app.call(api.getSettings, {})).body).toEqual(body)
    expect((await app.call(api.getSettings, {}, { as: 'workload' })).body.theme).toBe('system')
  })

  it('of two tabs at once do not undo each other', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app.call(api.saveSettings, { body: { columns: { [`list${i}`]: ['x'] } } }, { as: 'support' }),
      ),
    )
    const { body } = await app.call(api.getSettings, {}, { as: 'support' })
    expect(Object.keys(body.columns)).toHaveLength(20)
  })

  it.each([
    { theme: 'pink' },
    { columns: { 'a\u0000': ['x'] } },
    { columns: { a: ['\u0000'] } },
    { columns: { a: 'x' } },
    { widths: { a: { x: 5 } } },
  ])('refuse %j', async (body) => {
    expect((await app.call(api.saveSettings, { body: body as never })).status).toBe(400)
  })

  it('do not grow without end', async () => {
    const columns = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`l${i}`, ['x']]))
    expect((await app.call(api.saveSettings, { body: { columns } }, { as: 'agent' })).status).toBe(400)
    expect((await app.call(api.getSettings, {}, { as: 'agent' })).body.columns).toEqual({})
  })
})

describe('views that come with the product', () => {
  it.each(['approvers.oic', 'approvers.nis'])(
    'are in the list %s for everybody, and nobody’s to change',
    async (key) => {
      for (const as of ['admin', 'agent', 'partner-admin'] as const) {
        const { body } = await app.call(api.listSavedViews, { params: { listKey: key } }, { as })
        expect(
          body.map(({ name, state, mine, delivered, shared }) => [name, state, mine, delivered, shared]),
        ).toEqual([
          ['В смене', 'onShift=1', false, true, true],
          ['Перегружены', 'overloaded=1', false, true, true],
          ['С просрочкой', 'overdue=1', false, true, true],
        ])
        const params = { listKey: key, id: String(body[0]?.id) }
        const changed = await app.call(
          api.updateSavedView,
          { params, body: { ...view('Моё'), version: 1 } },
          { as },
        )
        expect([changed.status, changed.error.message]).toEqual([
          403,
          expect.stringContaining('сохраните своё'),
        ])
        expect((await app.call(api.deleteSavedView, { params }, { as })).status).toBe(403)
      }
    },
  )

  it('leave their names to everybody', async () => {
    const body = view('В смене', { shared: true })
    const made = await app.call(api.createSavedView, { params: { listKey: 'approvers.oic' }, body })
    expect(made.body).toMatchObject({ mine: true, delivered: false })
    const params = { listKey: 'approvers.oic', id: String(made.body.id) }
    expect((await app.call(api.deleteSavedView, { params })).status).toBe(204)
  })
})

describe('saved views', () => {
  it('are created, changed with their version, and deleted', async () => {
    const { body: created } = await create(view('Мои просроченные'))
    expect(created).toMatchObject({
      listKey,
      name: 'Мои просроченные',
      mine: true,
      shared: false,
      version: 1,
    })
    const params = { listKey, id: String(created.id) }
    const changed = await app.call(api.updateSavedView, {
      params,
      body: { ...view('Новое имя'), version: 1 },
    })
    expect(changed.body).toMatchObject({ name: 'Новое имя', version: 2 })

    const late = await app.call(api.updateSavedView, { params, body: { ...view('Поздно'), version: 1 } })
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      current: { name: 'Новое имя', version: 2 },
      by: { descriptor: 'Кузнецова Мария Викторовна' },
    })
    expect((await app.call(api.deleteSavedView, { params })).status).toBe(204)
    expect((await app.call(api.deleteSavedView, { params })).status).toBe(404)
    expect(await namesFor('admin')).toEqual([])
  })

  it('that are shared are seen by people of the same partner only, who may not change them', async () => {
    const { body: shared } = await create(view('Общее', { shared: true, isDefault: true }))
    await create(view('Личное'))
    expect(await namesFor('workload')).toEqual(['Общее'])
    expect(await namesFor('agent')).toEqual([])
    expect(await namesFor('partner-admin')).toEqual([])
    const [seen] = (await app.call(api.listSavedViews, { params: { listKey } }, { as: 'workload' })).body
    expect(seen).toMatchObject({ mine: false, isDefault: false, owner: 'Кузнецова Мария Викторовна' })
    const params = { listKey, id: String(shared.id) }
    const body = { ...view('Взлом'), version: 1 }
    expect((await app.call(api.updateSavedView, { params, body }, { as: 'workload' })).status).toBe(403)
    expect((await app.call(api.deleteSavedView, { params }, { as: 'workload' })).status).toBe(403)
    expect((await app.call(api.updateSavedView, { params, body }, { as: 'agent' })).status).toBe(404)
    expect((await app.call(api.deleteSavedView, { params }, { as: 'agent' })).status).toBe(404)
    const elsewhere = { listKey: 'employees', id: String(shared.id) }
    expect((await app.call(api.updateSavedView, { params: elsewhere, body })).status).toBe(404)
  })

  it('have unique names for one person and list', async () => {
    expect((await create(view('Дважды'), 'underwriter')).status).toBe(200)
    const again = await create(view('Дважды'), 'underwriter')
    expect(again.status).toBe(400)
    expect(again.error.fields?.[0]?.path).toBe('name')
    expect((await create(view('Дважды'), 'support')).status).toBe(200)
    const together = await Promise.all(Array.from({ length: 8 }, () => create(view('Разом'), 'support')))
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(400),
    ])
  })

  it('have one default at most, also when several are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        create(view(`По умолчанию ${i}`, { isDefault: true }), 'partner-admin'),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const { rows } = await sql`SELECT 1 FROM saved_view WHERE owner_id = 5 AND is_default`.execute(app.db)
    expect(rows).toHaveLength(1)
  })

  it.each([
    [{ name: '', state: '' }],
    [{ name: 'x'.repeat(81), state: '' }],
    [{ name: 'а', state: 'x'.repeat(4_001) }],
    [{ name: 'а', state: '\u0000' }],
    [{ name: 'а\u0000', state: '' }],
    [{ name: 1, state: '' }],
  ])('refuse %j', async (body) => {
    expect((await app.call(api.createSavedView, { params: { listKey }, body: body as never })).status).toBe(
      400,
    )
  })
})
