import { isCorrespondentAccount } from '@ipoteka-office/contract/common/bank-account.ts'
import * as parts from '@ipoteka-office/contract/partners/partner-parts.ts'
import * as reads from '@ipoteka-office/contract/partners/partner-reads.ts'
import * as roles from '@ipoteka-office/contract/partners/partner-roles.ts'
import * as api from '@ipoteka-office/contract/partners/partners.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { of } from '#testing/partner-cases.ts'
import { partnerForm, testAccount, testBic } from '#testing/partner-data.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

let serial = 100
const newPartner = async (more: object = {}) => {
  serial += 1
  return (await bank.call(api.createPartner, { body: partnerForm(serial, more) })).body
}
const item = (partnerId: number, id: number) =>
  of(partnerId, { id: String(id) }) as { params: { partnerId: string; id: string } }

describe('accounts', () => {
  it('have exactly one main: the first, then whichever is made it', async () => {
    const { id } = await newPartner()
    const create = async (number: number, more: object = {}) =>
      bank.call(parts.createPartnerAccount, {
        ...of(id),
        body: { account: testAccount(number), bic: testBic, ...more },
      })
    const mains = async () =>
      (await bank.call(parts.listPartnerAccounts, of(id))).body.map((a) => [a.id, a.main])
    const first = (await create(1)).body
    expect(first).toMatchObject({ main: true, correspondentAccount: '30101810400000000225' })
    const second = (await create(2)).body
    expect(second.main).toBe(false)
    const third = (await create(3, { main: true })).body
    expect(await mains()).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ])

    const unset = await bank.call(parts.updatePartnerAccount, {
      ...item(id, third.id),
      body: { ...third, main: false },
    })
    expect(unset.error.fields?.[0]?.path).toBe('main')
    const unused = await bank.call(parts.updatePartnerAccount, {
      ...item(id, third.id),
      body: { ...third, notUsed: true },
    })
    expect(unused.error.fields?.[0]?.path).toBe('notUsed')
    const removed = await bank.call(parts.deletePartnerAccounts, {
      ...of(id),
      query: { ids: `${third.id},${second.id}` },
    })
    expect(removed.body.results).toEqual([
      { id: third.id, done: false, reason: 'Основной счёт: сначала сделайте основным другой' },
      { id: second.id, done: true, reason: null },
    ])
    expect((await create(1)).error.fields?.[0]?.message).toBe('Этот счёт у партнёра уже есть')
  })

  it.each([
    ['40702810400000000001', testBic, 'account'],
    ['4070281093800000000', testBic, 'account'],
    ['40702810938000000001', '044599999', 'bic'],
    ['40702810938000000001', '04452522', 'bic'],
  ])('%s in %s are refused on %s', async (account, bic, path) => {
    const { id } = await newPartner()
    const { status, error } = await bank.call(parts.createPartnerAccount, {
      ...of(id),
      body: { account, bic },
    })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toEqual([path])
  })

  it('may be in any bank of the directory, whose own accounts hold the key too', async () => {
    const banks = await bank.db.selectFrom('bank').select(['bic', 'correspondent_account']).execute()
    expect(banks).toHaveLength(966)
    const wrong = banks.filter((one) => !isCorrespondentAccount(one.correspondent_account, one.bic))
    expect(wrong).toEqual([])
  })
})

describe('contacts', () => {
  it('are kept in one form, one main of a type for the partner and for each employee', async () => {
    const { id } = await newPartner()
    const { rows } = await sql<{ id: number }>`INSERT INTO employee (partner_id, last_name, first_name)
      VALUES (${id}, 'Титов', 'Глеб') RETURNING id`.execute(bank.db)
    const employeeId = rows[0]?.id ?? 0
    const create = async (body: object) =>
      bank.call(parts.createPartnerContact, {
        ...of(id),
        body: { contactTypeId: 1, value: '', main: true, ...body },
      })
    const first = (await create({ value: '8 (495) 000-00-01' })).body
    expect(first).toMatchObject({ value: '+74950000001', employee: null })
    const ofEmployee = (await create({ value: '+7 495 000 00 02', employeeId })).body
    const second = (await create({ value: '4950000003' })).body
    const { body } = await bank.call(parts.listPartnerContacts, of(id))
    expect(body.content.map((c) => [c.id, c.main])).toEqual([
      [second.id, true],
      [first.id, false],
      [ofEmployee.id, true],
    ])
    const own = await bank.call(parts.listOwnContacts, of(id))
    expect(own.body.map((c) => c.id)).toEqual([second.id, first.id])
    const filtered = await bank.call(parts.listPartnerContacts, {
      ...of(id),
      query: { employeeId: String(employeeId) },
    })
    expect(filtered.body.content.map((c) => c.employee?.fullName)).toEqual(['Титов Глеб'])

    const both = await create({ value: '+74950000004', notUsed: true })
    expect(both.error.fields?.[0]?.path).toBe('notUsed')
    const strange = await create({ value: '+74950000005', employeeId: 1 })
    expect(strange.error.fields?.[0]?.path).toBe('employeeId')
    const moved = await bank.call(parts.updatePartnerContact, {
      ...item(id, first.id),
      body: { ...first, version: 2, employeeId },
    })
    expect(moved.error.fields?.[0]?.path).toBe('employeeId')
    const hiddenInOwn = await bank.call(parts.getOwnContact, item(id, ofEmployee.id))
    expect(hiddenInOwn.status).toBe(404)
  })

  it('of the whole organisation are those in use of the partner, its branches and their people', async () => {
    const head = await newPartner()
    const branch = await newPartner({ parentId: head.id })
    for (const [partnerId, value] of [
      [head.id, 'a@head.example'],
      [branch.id, 'b@branch.example'],
    ] as const)
      await bank.call(parts.createOwnContact, { ...of(partnerId), body: { contactTypeId: 3, value } })
    await bank.call(parts.createOwnContact, {
      ...of(branch.id),
      body: { contactTypeId: 3, value: 'old@branch.example', notUsed: true },
    })
    const { body } = await bank.call(parts.listAllContacts, of(head.id))
    expect(body.content.map((c) => [c.partner.id, c.value])).toEqual([
      [head.id, 'a@head.example'],
      [branch.id, 'b@branch.example'],
    ])
  })
})

describe('descriptions', () => {
  it('are notes of their authors, the newest is that of the card', async () => {
    const { id } = await newPartner({ description: 'Первая заметка' })
    const create = (text: string) => bank.call(parts.createPartnerDescription, { ...of(id), body: { text } })
    await create('Вторая заметка')
    const page = await bank.call(parts.listPartnerDescriptions, { ...of(id), query: { page: 0, size: 1 } })
    expect(page.body).toMatchObject({ totalElements: 2, content: [{ text: 'Вторая заметка' }] })
    const { body } = await bank.call(reads.getPartnerDescription, { params: { id: String(id) } })
    expect(body).toMatchObject({ text: 'Вторая заметка', author: 'Кузнецова Мария Викторовна' })
  })
})

describe('a part that somebody else has changed meanwhile', () => {
  it('is neither overwritten nor deleted, and both sides are told', async () => {
    const { id } = await newPartner()
    const read = (
      await bank.call(parts.createPartnerAccount, {
        ...of(id),
        body: { account: testAccount(1), bic: testBic, purpose: 'Первое' },
      })
    ).body
    const save = (purpose: string) =>
      bank.call(parts.updatePartnerAccount, { ...item(id, read.id), body: { ...read, purpose } })
    expect((await save('Чужое')).status).toBe(200)
    const late = await save('Своё')
    expect([late.status, late.error.current]).toEqual([
      409,
      expect.objectContaining({ purpose: 'Чужое', version: read.version + 1 }),
    ])
    const query = { version: String(read.version) }
    expect((await bank.call(parts.deletePartnerAccount, { ...item(id, read.id), query })).status).toBe(409)
    const { body } = await bank.call(parts.listPartnerAccounts, of(id))
    expect(body.map(({ purpose }) => purpose)).toEqual(['Чужое'])
  })
})

describe('linked partners', () => {
  it('hold the role, are linked once, and lead generators are those in force', async () => {
    const head = await newPartner()
    const creator = await newPartner({ roleCodes: ['LeadCreator'] })
    const link = (body: object) =>
      bank.call(parts.createPartnerLink, {
        ...of(head.id),
        body: { linkedPartnerId: creator.id, roleCode: 'LeadCreator', ...body },
      })
    expect((await link({ roleCode: 'Insurer' })).error.fields?.[0]?.path).toBe('roleCode')
    expect((await link({ linkedPartnerId: head.id })).error.fields?.[0]?.path).toBe('linkedPartnerId')
    const { body: made } = await link({ dateFrom: '2026-01-01' })
    expect(made).toMatchObject({ partner: { id: creator.id }, roleName: 'Генератор лидов' })
    expect((await link({})).error.fields?.[0]?.message).toBe('Такая связь уже есть')
    const generators = async () =>
      (await bank.call(parts.listLeadGenerators, of(head.id))).body.map(({ id }) => id)
    expect(await generators()).toEqual([made.id])
    await bank.call(parts.updatePartnerLink, {
      ...item(head.id, made.id),
      body: { ...made, dateTo: '2026-02-01' },
    })
    expect(await generators()).toEqual([])
  })
})

describe('rates', () => {
  it('of one kind have no day in common', async () => {
    const { id } = await newPartner()
    const create = (rateCode: string, dateFrom: string, dateTo: string | null, value = '2') =>
      bank.call(roles.createPartnerRate, { ...of(id), body: { rateCode, value, dateFrom, dateTo } })
    const first = await create('BASE', '2026-01-01', '2026-06-30', '2.50')
    expect(first.body).toMatchObject({ value: '2.5', rateName: 'Базовая', inForce: false })
    const overlap = await create('BASE', '2026-06-30', null)
    expect(overlap.error.fields?.[0]).toEqual({
      path: 'dateFrom',
      message: 'Период пересекается с другим периодом этой ставки: 01.01.2026–30.06.2026',
    })
    expect((await create('BASE', '2026-07-01', null)).body.inForce).toBe(true)
    expect((await create('BASE', '2027-01-01', null)).status).toBe(400)
    expect((await create('ACTION', '2026-06-30', null)).status).toBe(200)
    const longer = await bank.call(roles.updatePartnerRate, {
      ...item(id, first.body.id),
      body: { ...first.body, dateTo: '2026-07-01' },
    })
    expect(longer.status).toBe(400)
  })

  it('may be answered as they were a minute ago, when asked so', async () => {
    const { id } = await newPartner()
    const read = async (isCached: 'true' | 'false') =>
      (await bank.call(roles.listPartnerRates, { ...of(id), query: { isCached } })).body.length
    expect(await read('true')).toBe(0)
    await bank.call(roles.createPartnerRate, {
      ...of(id),
      body: { rateCode: 'BASE', value: '1', dateFrom: '2026-01-01' },
    })
    expect(await read('true')).toBe(0)
    expect(await read('false')).toBe(1)
    expect(await read('true')).toBe(1)
  })
})

describe('the history of a card', () => {
  it('tells changes of the card and of its parts in words, newest first', async () => {
    const { id } = await newPartner({ roleCodes: ['LeadCreator'] })
    const present = (await bank.call(api.getPartner, of(id))).body
    await bank.call(api.updatePartnerCard, {
      ...of(id),
      body: { ...present, companyGroupCode: 'OTHER', legalAddress: { value: 'г. Омск', regionCode: '55' } },
    })
    const { body: account } = await bank.call(parts.createPartnerAccount, {
      ...of(id),
      body: { account: testAccount(7), bic: testBic },
    })
    await bank.call(parts.updatePartnerAccount, {
      ...item(id, account.id),
      body: { ...account, purpose: 'Вознаграждение' },
    })
    await bank.call(parts.deletePartnerAccount, { ...item(id, account.id), query: { version: 2 } })
    const { body } = await bank.call(reads.listPartnerHistory, of(id))
    const told = body.content.map(({ action, actor, changes }) => [
      action,
      actor,
      ...changes.map(({ label, oldValue, newValue }) => `${label}: ${oldValue} → ${newValue}`),
    ])
    const number = testAccount(7)
    const admin = 'Кузнецова Мария Викторовна'
    expect(told[0]).toEqual([
      'DELETE',
      admin,
      `Счёт ${number}: Номер счёта: ${number} → −`,
      `Счёт ${number}: БИК: ${testBic} → −`,
      `Счёт ${number}: Назначение: Вознаграждение → −`,
      `Счёт ${number}: Основной: да → −`,
      `Счёт ${number}: Не используется: нет → −`,
    ])
    expect(told[1]).toEqual(['UPDATE', admin, `Счёт ${number}: Назначение: − → Вознаграждение`])
    expect(told[3]).toEqual([
      'UPDATE',
      admin,
      'Группа компаний: − → Прочие',
      'Юридический адрес: − → г. Омск',
    ])
    expect(told[4]?.[2]).toBe('Роль Генератор лидов: Роль: − → Генератор лидов')
    expect(told[5]?.slice(0, 2)).toEqual(['INSERT', admin])
    expect(body.totalElements).toBe(6)
  })
})
