import * as catalogue from '@ipoteka-office/contract/roles/role-operations.ts'
import * as api from '@ipoteka-office/contract/roles/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverOperations } from '#db/seed/operations.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

let serial = 0
async function made(operations: Record<string, string[]> = { Partner: ['List', 'Read'] }) {
  serial += 1
  const body = { code: `TEST_${serial}`, name: `Проба ${serial}`, operations }
  const { body: saved } = await bank.call(api.createRole, { body })
  if (saved.role === null) throw new Error('not applied')
  return saved.role
}
const key = (id: number) => ({ params: { id: String(id) } })

describe('the catalogue of operations', () => {
  const own = { objectType: 'Branch', code: 'Visit', descriptor: 'Посещение офиса' }

  it('has every operation of the product after any number of starts', async () => {
    const before = (await bank.call(catalogue.listOperations, { query: {} })).body
    await deliverOperations(bank.db)
    expect((await bank.call(catalogue.listOperations, { query: {} })).body).toEqual(before)
    expect(before.every(({ builtin }) => builtin)).toBe(true)
    const { body: types } = await bank.call(api.listObjectTypes, {})
    expect(types[0]).toMatchObject({ objectType: 'Lead', name: 'Лиды' })
    expect(types.flatMap((type) => type.operations)).toHaveLength(before.length)
  })

  it('takes operations of the bank’s own: make, find, rename, give, delete', async () => {
    expect((await bank.call(catalogue.getNewOperation, {})).body).toEqual({
      objectType: '',
      code: '',
      descriptor: '',
    })
    const { body: made1 } = await bank.call(catalogue.createOperation, { body: own })
    expect(made1).toMatchObject({
      ...own,
      builtin: false,
      rolesCount: 0,
      version: 1,
      objectTypeName: 'Branch',
    })
    expect((await bank.call(catalogue.createOperation, { body: own })).status).toBe(400)
    const at = key(made1.id)
    expect((await bank.call(catalogue.getOperation, at)).body).toEqual(made1)
    const { body: found } = await bank.call(catalogue.listOperations, { query: { query: 'посещение' } })
    expect(found.map(({ id }) => id)).toEqual([made1.id])

    const { body: renamed } = await bank.call(catalogue.updateOperation, {
      ...at,
      body: { ...own, code: 'Inspect', version: 1 },
    })
    expect(renamed).toMatchObject({ code: 'Inspect', version: 2 })
    const stale = await bank.call(catalogue.updateOperation, { ...at, body: { ...own, version: 1 } })
    expect(stale.status).toBe(409)

    const role = await made({ Branch: ['Inspect'] })
    expect((await bank.call(catalogue.deleteOperation, { ...at, query: { version: 2 } })).status).toBe(409)
    const again = { ...at, body: { ...own, version: 2 } }
    expect((await bank.call(catalogue.updateOperation, again)).status).toBe(409)
    await bank.call(api.updateRole, {
      ...key(role.id),
      body: { code: role.code, name: role.name, operations: {}, version: 1 },
    })
    expect((await bank.call(catalogue.deleteOperation, { ...at, query: { version: 2 } })).status).toBe(204)
    expect((await bank.call(catalogue.getOperation, at)).status).toBe(404)
  })

  it('keeps the product’s codes but lets them be described', async () => {
    const { body } = await bank.call(catalogue.listOperations, { query: { objectType: 'Qr' } })
    const [first] = body
    if (first === undefined) throw new Error('no operations')
    const at = key(first.id)
    const { objectType, code, version } = first
    const named = { objectType, code, descriptor: 'Изготовление QR', version }
    expect((await bank.call(catalogue.updateOperation, { ...at, body: named })).body.descriptor).toBe(
      'Изготовление QR',
    )
    await deliverOperations(bank.db)
    expect((await bank.call(catalogue.getOperation, at)).body.descriptor).toBe('Изготовление QR')
    const renamed = { ...named, code: 'Other', version: version + 1 }
    expect((await bank.call(catalogue.updateOperation, { ...at, body: renamed })).status).toBe(409)
    const gone = await bank.call(catalogue.deleteOperation, { ...at, query: { version: version + 1 } })
    expect(gone.status).toBe(409)
  })

  it('is closed to those without the right, and to writing for the auditor', async () => {
    expect((await bank.call(catalogue.listOperations, { query: {} }, { as: 'agent' })).status).toBe(403)
    for (const refused of [
      bank.call(catalogue.createOperation, { body: own }, { as: 'viewer' }),
      bank.call(catalogue.getNewOperation, {}, { as: 'viewer' }),
      bank.call(catalogue.updateOperation, { ...key(1), body: { ...own, version: 1 } }, { as: 'viewer' }),
      bank.call(catalogue.deleteOperation, { ...key(1), query: { version: 1 } }, { as: 'viewer' }),
    ])
      expect((await refused).status).toBe(403)
    const bad = { ...own, code: 'два слова' }
    expect((await bank.call(catalogue.createOperation, { body: bad })).status).toBe(400)
  })
})

describe('operations of a role as a collection', () => {
  const of = (userRoleId: number) => ({ params: { userRoleId: String(userRoleId) } })
  const item = (userRoleId: number, id: number) => ({
    params: { userRoleId: String(userRoleId), id: String(id) },
  })

  it('are listed, added, replaced and taken away, each a change of the role', async () => {
    const role = await made({ Partner: ['List'] })
    const added = await bank.call(api.addRoleOperation, {
      ...of(role.id),
      body: { objectType: 'Deal', code: 'List' },
    })
    expect(added.body.role).toMatchObject({ version: 2, operations: { Deal: ['List'], Partner: ['List'] } })
    const { body: rows } = await bank.call(api.listRoleOperations, of(role.id))
    expect(rows.map(({ objectType }) => objectType)).toEqual(['Deal', 'Partner'])
    const [deal, partner] = rows
    if (deal === undefined || partner === undefined) throw new Error('no rows')
    expect((await bank.call(api.getRoleOperation, item(role.id, deal.id))).body).toEqual(deal)

    const twice = await bank.call(api.addRoleOperation, {
      ...of(role.id),
      body: { objectType: 'Deal', code: 'List' },
    })
    expect(twice.status).toBe(409)
    const replaced = await bank.call(api.replaceRoleOperation, {
      ...item(role.id, deal.id),
      body: { objectType: 'Rule', code: 'Read' },
    })
    expect(replaced.body.role?.operations).toEqual({ Partner: ['List'], Rule: ['Read'] })
    expect((await bank.call(api.getRoleOperation, item(role.id, deal.id))).status).toBe(404)

    const rest = (await bank.call(api.listRoleOperations, of(role.id))).body
    const removed = await bank.call(api.removeRoleOperation, item(role.id, rest[0]?.id ?? 0))
    expect(removed.body.role?.operations).toEqual({ Rule: ['Read'] })
    const last = (await bank.call(api.listRoleOperations, of(role.id))).body.map(({ id }) => id).join(',')
    const emptied = await bank.call(api.removeRoleOperations, { ...of(role.id), query: { ids: last } })
    expect(emptied.body.role).toMatchObject({ operations: {}, version: 5 })
  })

  it('of another role, of none and unknown ones are refused', async () => {
    const role = await made()
    const foreign = (await bank.call(api.listRoleOperations, of(4))).body[0]?.id ?? 0
    expect((await bank.call(api.getRoleOperation, item(role.id, foreign))).status).toBe(404)
    expect((await bank.call(api.removeRoleOperation, item(role.id, foreign))).status).toBe(404)
    expect((await bank.call(api.listRoleOperations, of(9999))).status).toBe(404)
    const unknown = { ...of(role.id), body: { objectType: 'Partner', code: 'Fly' } }
    expect((await bank.call(api.addRoleOperation, unknown)).status).toBe(400)
    const nothing = { ...of(role.id), query: { ids: '' } }
    expect((await bank.call(api.removeRoleOperations, nothing)).status).toBe(400)
    for (const refused of [
      bank.call(api.listRoleOperations, of(4), { as: 'agent' }),
      bank.call(api.getRoleOperation, item(4, foreign), { as: 'agent' }),
      bank.call(
        api.addRoleOperation,
        { ...of(4), body: { objectType: 'Deal', code: 'List' } },
        { as: 'viewer' },
      ),
      bank.call(api.removeRoleOperations, { ...of(4), query: { ids: String(foreign) } }, { as: 'viewer' }),
      bank.call(api.removeRoleOperation, item(4, foreign), { as: 'viewer' }),
      bank.call(
        api.replaceRoleOperation,
        { ...item(4, foreign), body: { objectType: 'Deal', code: 'List' } },
        { as: 'viewer' },
      ),
    ])
      expect((await refused).status).toBe(403)
  })
})
