import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import * as reads from '@ipoteka-office/contract/partners/partner-reads.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveEveryRight, of, ural, uralBranch, volga } from '#testing/partner-cases.ts'
import { partnerForm, testInn } from '#testing/partner-data.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const card = async (id: number, as: Login = 'admin') =>
  (await bank.call(api.getPartner, { params: { partnerId: String(id) } }, { as })).body
const create = async (serial: number, more: object = {}) => {
  const { status, body, error } = await bank.call(api.createPartner, { body: partnerForm(serial, more) })
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
const change = async (id: number, more: object, as: Login = 'admin') => {
  const present = await card(id, as)
  return bank.call(
    api.updatePartnerCard,
    { params: { partnerId: String(id) }, body: { ...present, ...more } },
    { as },
  )
}
const branchOf = (parentId: number, serial: number) =>
  create(serial, { parentId, kpp: `99004${String(serial).padStart(4, '0')}` })

describe('a card', () => {
  it('is created with everything that the form sends, and reads back the same', async () => {
    const address = { value: 'г. Москва, ул. Примерная, д. 1', postalCode: '101000', regionCode: '77' }
    const made = await create(10, {
      shortName: '  Ключи  ',
      legalAddress: address,
      businessProfileCodes: ['AGENCY', 'BROKER'],
      tenancyTypeCode: 'RENT',
      tenantTypeCode: 'LEGAL',
      tenancyTo: '2028-02-29',
      roleCodes: ['LeadCreator', 'CallCenter'],
      description: 'Новый партнёр',
    })
    expect(made).toMatchObject({
      shortName: 'Ключи',
      legalAddress: address,
      businessProfiles: [
        { code: 'AGENCY', name: 'Агентство недвижимости' },
        { code: 'BROKER', name: 'Ипотечный брокер' },
      ],
      tenancyTypeName: 'Аренда',
      regionName: expect.stringContaining('Москва'),
      roles: [
        { id: 6, code: 'LeadCreator', name: 'Генератор лидов', state: null, dateTo: null },
        { id: 7, code: 'CallCenter', name: 'Контакт-центр', state: null, dateTo: null },
      ],
      description: 'Новый партнёр',
      notActive: false,
      version: 1,
    })
    expect(await card(made.id)).toEqual(made)
    const byUid = await bank.call(api.getPartnerByUid, { params: { uid: made.uid } })
    expect(byUid.body).toEqual(made)
    // What the card answers may be sent back as it is, and then nothing has changed.
    const same = await change(made.id, {})
    expect(same.body).toEqual(made)
  })

  it.each([
    [{ inn: '7707083894' }, ['inn']],
    [{ inn: '0000000000' }, ['inn']],
    [{ kpp: null }, ['kpp']],
    [{ kpp: '77360a001' }, ['kpp']],
    [{ ogrn: '1027700132196' }, ['ogrn']],
    [{ ogrn: '304500116000157' }, ['ogrn']],
    [{ inn: '705170813851' }, ['kpp', 'ogrn']],
    [{ shortName: ' ' }, ['shortName']],
    [{ okopfCode: 'NONE' }, ['okopfCode']],
    [{ businessProfileCodes: ['AGENCY', 'NONE'] }, ['businessProfileCodes.1']],
    [{ legalAddress: { value: 'г. Омск', regionCode: 'NONE' } }, ['legalAddress.regionCode']],
    [{ legalAddress: { value: '', postalCode: '12' } }, ['legalAddress.value', 'legalAddress.postalCode']],
    [{ tenancyTo: '2027-01-01' }, ['tenancyTo']],
    [{ tenancyTypeCode: 'RENT', tenancyTo: '2027-02-29' }, ['tenancyTo']],
    [{ roleCodes: ['NONE'] }, ['roleCodes.0']],
    [{ parentId: 2_147_483_000 }, ['parentId']],
  ])('with %j is refused on %j', async (more, paths) => {
    const { status, error } = await bank.call(api.createPartner, { body: partnerForm(20, more) })
    expect(status).toBe(400)
    expect(error.fields?.map(({ path }) => path)).toEqual(paths)
  })

  it('of an entrepreneur has no КПП and an ОГРНИП', async () => {
    const made = await create(21, {
      inn: '705170813851',
      kpp: '',
      ogrn: '304500116000157',
      okopfCode: '50102',
    })
    expect(made).toMatchObject({ kpp: null, ogrn: '304500116000157' })
  })

  it('is one for a pair of ИНН and КПП: another says whose they are, a branch needs its own КПП', async () => {
    const made = await create(30)
    const twin = await bank.call(api.createPartner, { body: partnerForm(30, { shortName: 'Двойник' }) })
    expect(twin.status).toBe(400)
    expect(twin.error.fields?.[0]).toEqual({
      path: 'inn',
      message: 'Партнёр с такими ИНН и КПП уже есть: «Партнёр 30». У филиала укажите его собственный КПП',
    })
    const branch = await create(30, { parentId: made.id, kpp: '990043001' })
    const clash = await change(branch.id, { kpp: made.kpp })
    expect(clash.error.fields?.[0]?.path).toBe('inn')
  })

  it('keeps a code that is no longer in force, and takes no other such code', async () => {
    const made = await create(31, { companyGroupCode: 'OTHER' })
    const other = await create(32)
    const off = (active: boolean) =>
      sql`UPDATE reference_item SET active = ${active} WHERE dictionary = 'companyGroup' AND code = 'OTHER'`.execute(
        bank.db,
      )
    await off(false)
    expect((await change(made.id, { shortName: 'Переименован' })).status).toBe(200)
    expect((await change(other.id, { companyGroupCode: 'OTHER' })).error.fields?.[0]?.path).toBe(
      'companyGroupCode',
    )
    await off(true)
  })

  it('of an old version is answered with the present one and who changed it', async () => {
    const made = await create(33)
    await change(made.id, { shortName: 'Первый' })
    const { status, error } = await bank.call(api.updatePartnerCard, {
      params: { partnerId: String(made.id) },
      body: { ...partnerForm(33, { shortName: 'Второй' }), version: made.version },
    })
    expect(status).toBe(409)
    expect(error.current).toMatchObject({ shortName: 'Первый', version: 2 })
    expect(error.by?.descriptor).toBe('Кузнецова Мария Викторовна')
  })

  it('gives an empty form, and for a branch what follows from its head', async () => {
    const empty = await bank.call(api.newPartner, {})
    expect(empty.body).toMatchObject({ shortName: '', inn: '', branchTypeCode: 'HEAD', parentId: null })
    const head = await card(ural)
    const branch = await bank.call(api.newPartner, { query: { parentId: String(ural) } })
    expect(branch.body).toMatchObject({ inn: head.inn, kpp: null, branchTypeCode: 'BRANCH', parentId: ural })
  })
})

describe('the tree', () => {
  const ancestors = async (id: number) =>
    (
      await bank.db
        .selectFrom('partner')
        .select('ancestor_ids')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).ancestor_ids

  it('moves with everything under it, and whoever sees the new head sees it', async () => {
    const a = await create(40)
    const b = await branchOf(a.id, 41)
    const c = await branchOf(b.id, 42)
    const d = await branchOf(c.id, 43)
    expect(await ancestors(d.id)).toEqual([a.id, b.id, c.id, d.id])
    const hidden = await bank.call(api.getPartner, of(d.id), { as: 'partner-admin' })
    expect(hidden.status).toBe(404)

    expect((await change(b.id, { parentId: ural })).status).toBe(200)
    expect(await ancestors(d.id)).toEqual([ural, b.id, c.id, d.id])
    expect((await card(d.id, 'partner-admin')).id).toBe(d.id)

    const { body: tree } = await bank.call(reads.getBranchTree, { params: { id: String(ural) } })
    const places = tree.nodes.map(({ id, depth }) => [id, depth])
    expect(places[0]).toEqual([ural, 0])
    expect(places).toEqual(
      expect.arrayContaining([
        [b.id, 1],
        [c.id, 2],
        [d.id, 3],
      ]),
    )
    expect(places.findIndex(([id]) => id === c.id)).toBe(places.findIndex(([id]) => id === b.id) + 1)
    expect(tree.total).toBe(tree.nodes.length)

    const { body: heads } = await bank.call(
      reads.getHeadTree,
      { params: { id: String(d.id) } },
      { as: 'partner-admin' },
    )
    expect(heads.map(({ id, depth, visible }) => [id, depth, visible])).toEqual([
      [ural, 0, true],
      [b.id, 1, true],
      [c.id, 2, true],
      [d.id, 3, true],
    ])
    await change(b.id, { parentId: null })
    expect(await ancestors(d.id)).toEqual([b.id, c.id, d.id])
  })

  it('has no loops, however they are asked for', async () => {
    const a = await create(50)
    const b = await branchOf(a.id, 51)
    const c = await branchOf(b.id, 52)
    for (const parentId of [a.id, c.id]) {
      const { status, error } = await change(a.id, { parentId })
      expect(status).toBe(400)
      expect(error.fields?.[0]?.path).toBe('parentId')
    }
    await expect(
      sql`UPDATE partner SET parent_id = ${c.id} WHERE id = ${a.id}`.execute(bank.db),
    ).rejects.toThrow(/under itself/)
  })

  it('stays a tree when two partners are hung under each other at once', async () => {
    const [a, b] = [await create(53), await create(54)]
    const [one, two] = await Promise.all([change(a.id, { parentId: b.id }), change(b.id, { parentId: a.id })])
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 400]))
  })

  it('takes partners without a head in as branches and lets them go, by the operator', async () => {
    const head = await create(55)
    const free = await create(56)
    const { body: found } = await bank.call(parts.findFreeBranches, {
      ...of(head.id),
      query: { search: free.inn },
    })
    expect(found.content.map(({ id }) => id)).toEqual([free.id])
    const attach = (version: number) =>
      bank.call(parts.createBranch, { ...of(head.id), body: { partnerId: free.id, version } })
    expect((await attach(free.version + 1)).status).toBe(409)
    const attached = await attach(free.version)
    expect(attached.body).toMatchObject({ id: free.id, parentId: head.id })
    expect((await attach(attached.body.version)).status).toBe(409)
    const { body: branches } = await bank.call(parts.listBranches, of(head.id))
    expect(branches).toMatchObject({ totalElements: 1, content: [{ id: free.id, parent: { id: head.id } }] })

    const { body: own } = await bank.call(parts.findFreeBranches, {
      ...of(free.id),
      query: { search: head.inn },
    })
    expect(own.content).toEqual([])
    const { body: detached } = await bank.call(parts.deleteBranches, {
      ...of(head.id),
      query: { ids: `${free.id},${volga}` },
    })
    expect(detached.results.map(({ done }) => done)).toEqual([true, false])
    expect((await card(free.id)).parentId).toBeNull()
  })

  it('finds the branches that work in a region, those at home there first', async () => {
    const head = await create(57, { regionCode: '77' })
    const home = await create(58, {
      parentId: head.id,
      regionCode: '63',
      shortName: 'Я — Самара',
      branchTypeCode: 'BRANCH',
    })
    const guest = await create(59, {
      parentId: head.id,
      regionCode: '16',
      shortName: 'А — Казань',
      branchTypeCode: 'BRANCH',
    })
    await bank.call(parts.createPartnerRegion, { ...of(guest.id), body: { regionCode: '63' } })
    const suitable = async (query: object) =>
      (await bank.call(parts.findSuitableBranches, { ...of(head.id), query })).body.map(({ id }) => id)
    expect(await suitable({ regionCode: '63' })).toEqual([home.id, guest.id])
    expect(await suitable({ regionCode: '16' })).toEqual([guest.id])
    expect(await suitable({ branchTypeCode: 'BRANCH', search: 'самара' })).toEqual([home.id])
    expect(await suitable({ regionCode: '01' })).toEqual([])
  })
})

describe('deactivation', () => {
  const remove = (id: number, query: { version: number; confirm?: 'true' }, as: Login = 'admin') =>
    bank.call(api.deactivatePartner, { ...of(id), query }, { as })

  it('says what depends on the partner, asks, and deletes nothing', async () => {
    const head = await create(60)
    await branchOf(head.id, 61)
    await sql`INSERT INTO employee (partner_id, last_name, first_name) VALUES (${head.id}, 'Рогов', 'Лев')`.execute(
      bank.db,
    )
    const { body: dependants } = await bank.call(reads.getPartnerDependants, of(head.id))
    expect(dependants).toEqual({
      openCases: 0,
      activeEmployees: 1,
      activeBranches: 1,
      activeWorkgroups: 0,
      linkedPartners: 0,
      total: 2,
    })
    const asked = await remove(head.id, { version: head.version })
    expect(asked.status).toBe(409)
    expect(asked.error.message).toBe(
      'От партнёра зависят действующих сотрудников: 1, действующих филиалов: 1. Передайте работу или подтвердите отключение',
    )
    const done = await remove(head.id, { version: head.version, confirm: 'true' })
    expect(done.body).toMatchObject({
      notActive: true,
      notActiveSince: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const refused = await create(62).then(({ id }) => change(id, { parentId: head.id }))
    expect(refused.error.fields?.[0]?.message).toContain('отключён')

    const back = await bank.call(api.reactivatePartner, {
      ...of(head.id),
      body: { version: done.body.version },
    })
    expect(back.body).toMatchObject({ notActive: false, notActiveSince: null })
  })

  it('of a head keeps its branches from being switched on before it', async () => {
    const head = await create(63)
    const branch = await branchOf(head.id, 64)
    const off = await remove(branch.id, { version: branch.version })
    const headOff = await remove(head.id, { version: head.version })
    expect(headOff.status).toBe(200)
    const { status, error } = await bank.call(api.reactivatePartner, {
      ...of(branch.id),
      body: { version: off.body.version },
    })
    expect(status).toBe(409)
    expect(error.message).toBe('Сначала включите головную организацию «Партнёр 63»')
  })

  it('of the own organisation is nobody’s, of an own branch a partner’s with the right', async () => {
    await giveEveryRight(bank)
    expect((await remove(1, { version: 1, confirm: 'true' })).status).toBe(409)
    expect((await remove(ural, { version: 1, confirm: 'true' }, 'partner-admin')).status).toBe(403)
    const { version } = await card(uralBranch)
    const { status } = await remove(uralBranch, { version, confirm: 'true' }, 'partner-admin')
    expect(status).toBe(200)
  })
})

describe('a partner’s administrator', () => {
  const as = { as: 'partner-admin' as const }

  it('may not create an organisation, change ИНН or ОГРН, nor hang itself elsewhere', async () => {
    await giveEveryRight(bank)
    expect((await bank.call(api.createPartner, { body: partnerForm(70) }, as)).status).toBe(403)
    const present = await card(ural, 'partner-admin')
    const save = (more: object) =>
      bank.call(api.updatePartnerCard, { ...of(ural), body: { ...present, ...more } }, as)
    expect((await save({ inn: testInn(71) })).status).toBe(403)
    expect((await save({ ogrn: null })).status).toBe(403)
    expect((await save({ parentId: uralBranch })).status).toBe(403)
    expect((await save({ shortName: 'Центр ипотеки Урала' })).status).toBe(200)
  })

  it('creates branches of its own organisation under its ИНН, without roles', async () => {
    const head = await card(ural)
    const form = partnerForm(72, { inn: head.inn, ogrn: head.ogrn, kpp: '740143002', parentId: ural })
    expect(
      (await bank.call(api.createPartner, { body: { ...form, roleCodes: ['Insurer'] } }, as)).status,
    ).toBe(403)
    expect(
      (await bank.call(api.createPartner, { body: { ...form, inn: testInn(73), ogrn: null } }, as)).status,
    ).toBe(403)
    expect((await bank.call(api.createPartner, { body: { ...form, parentId: volga } }, as)).status).toBe(400)
    const { status, body } = await bank.call(api.createPartner, { body: form }, as)
    expect(status).toBe(200)
    expect(body).toMatchObject({ parentId: ural, roles: [] })
  })
})
