import * as api from '@ipoteka-office/contract/qr/qr.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellMortgages } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `agent` is employee 4 of partner 2 (Volga, with branch 3) and may only make codes; partner 4 is Ural. */
let bank: TestApp
const day = Temporal.Now.plainDateISO('Europe/Moscow')
beforeAll(async () => {
  bank = await testApp({ env: { QR_LINK_URL: 'https://go.bank.ru' } })
  await sellMortgages(bank)
  await sql`INSERT INTO employee (id, partner_id, last_name, first_name, login) VALUES
    (800, 2, 'Другая', 'Нина', 'nina'), (801, 2, 'Бывший', 'Лев', NULL)`.execute(bank.db)
  await sql`UPDATE employee SET not_active = true WHERE id = 801`.execute(bank.db)
})
afterAll(() => bank.close())

const input = {
  partnerId: 2,
  employeeId: null as number | null,
  partnerTypeCode: 'AGENT',
  productCode: 'FAMILY_MORTGAGE',
  campaign: 'Осень',
  validTo: null as string | null,
}
const agent = { as: 'agent' } as const
async function made(change: object = {}, as: Login = 'admin') {
  const { status, body } = await bank.call(api.createQr, { body: { ...input, ...change } }, { as })
  expect(status).toBe(200)
  return body
}
const key = (id: number) => ({ params: { id: String(id) } })

it('a code with nothing behind it is not made, and its product is not offered to choose', async () => {
  await sql`UPDATE product_version SET qr_code = NULL WHERE qr_code = 'CREDIT_CARD'`.execute(bank.db)
  const { body } = await bank.call(api.getQrOptions, {})
  expect(body.products.map(({ code }) => code)).toEqual([
    'MORTGAGE',
    'FAMILY_MORTGAGE',
    'REFINANCING',
    'CASH_LOAN',
  ])
  const refused = await bank.call(api.createQr, { body: { ...input, productCode: 'CREDIT_CARD' } })
  expect([refused.status, refused.error.fields?.[0]]).toEqual([
    400,
    {
      path: 'productCode',
      message:
        'Для страницы партнёра ничего не выпущено: выберите другой продукт или обратитесь к продуктологам',
    },
  ])
})

it('a code is of what its own partner sells', async () => {
  const restricted = sql`UPDATE product_version SET partner_ids = '{4}' WHERE qr_code = 'REFINANCING'`
  await restricted.execute(bank.db)
  const productCode = 'REFINANCING'
  const refused = await bank.call(api.createQr, { body: { ...input, productCode } })
  expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'productCode'])
  await made({ partnerId: 4, productCode })
  await sql`UPDATE product_version SET partner_ids = '{}' WHERE qr_code = 'REFINANCING'`.execute(bank.db)
})

describe('creating', () => {
  it('answers the code with its public link', async () => {
    const code = await made({ employeeId: 4, validTo: day.add({ days: 30 }).toString() })
    expect(code).toMatchObject({
      partner: { id: 2, shortName: 'Волга-Ипотека' },
      employee: { id: 4, fullName: 'Ким Олег Романович' },
      product: { code: 'FAMILY_MORTGAGE', name: 'Семейная ипотека' },
      partnerType: { code: 'AGENT', name: 'Агент' },
      state: 'ACTIVE',
      scanCount: 0,
      createdBy: { id: 1 },
      version: 1,
    })
    expect(code.link).toBe(`https://go.bank.ru/q/${code.shortCode}`)
    expect(code.shortCode).toMatch(/^[\w-]{12}$/)
    expect((await bank.call(api.getQr, key(code.id))).body).toEqual(code)
    expect((await made()).shortCode).not.toBe(code.shortCode)
  })

  it.each([
    [{ productCode: 'NONE' }, 'productCode'],
    [{ partnerTypeCode: 'NONE' }, 'partnerTypeCode'],
    [{ partnerId: 999_999 }, 'partnerId'],
    [{ employeeId: 5 }, 'employeeId'],
    [{ employeeId: 801 }, 'employeeId'],
    [{ validTo: '2020-01-01' }, 'validTo'],
    [{ validTo: 'завтра' }, 'validTo'],
    [{ campaign: 'x'.repeat(101) }, 'campaign'],
  ])('refuses %j', async (change, path) => {
    const { status, error } = await bank.call(api.createQr, { body: { ...input, ...change } })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toEqual([path])
  })

  it('is for an agent’s own partner and self alone', async () => {
    expect(await made({ employeeId: 4 }, 'agent')).toMatchObject({ createdBy: { id: 4 } })
    expect(await made({}, 'agent')).toMatchObject({ employee: null })
    for (const [change, path, refusal] of [
      [{ partnerId: 4 }, 'partnerId', 403],
      [{ partnerId: 1 }, 'partnerId', 403],
      // Seen, but not the agent's own.
      [{ partnerId: 3 }, 'partnerId', 403],
      [{ employeeId: 800 }, 'employeeId', 400],
    ] as const) {
      const { status, error } = await bank.call(api.createQr, { body: { ...input, ...change } }, agent)
      expect([status, error.fields?.[0]?.path]).toEqual([refusal, path])
    }
  })

  it('happens once for one key, and not without the right', async () => {
    const headers = { 'idempotency-key': 'qr-once' }
    const first = await bank.call(api.createQr, { body: input }, { headers })
    expect((await bank.call(api.createQr, { body: input }, { headers })).body.id).toBe(first.body.id)
    expect((await bank.call(api.createQr, { body: input }, { as: 'support' })).status).toBe(403)
  })
})

describe('what a person sees', () => {
  it('is every visible code with the right to all, and one’s own without it', async () => {
    const foreign = await made({ campaign: 'Чужая' })
    const mine = await made({ campaign: 'Моя' }, 'agent')
    const forMe = await made({ campaign: 'Для меня', employeeId: 4 })
    const { body } = await bank.call(api.listQr, { query: { size: 100 } }, agent)
    const ids = body.content.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([mine.id, forMe.id]))
    expect(ids).not.toContain(foreign.id)
    expect(body.content.every(({ createdBy, employee }) => createdBy.id === 4 || employee?.id === 4)).toBe(
      true,
    )
    const all = (await bank.call(api.listQr, { query: { size: 100 } })).body
    expect(all.content.map(({ id }) => id)).toEqual(expect.arrayContaining([foreign.id, mine.id, forMe.id]))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it('does not open by another’s id: every call answers as if it were not there', async () => {
    const { id } = await made({ partnerId: 4 })
    const at = { ...key(id), query: {} }
    for (const call of [
      bank.call(api.getQr, key(id), agent),
      bank.call(api.getQrImage, at, agent),
      bank.call(api.getQrPoster, key(id), agent),
      bank.call(api.getQrScans, at, agent),
      bank.call(api.listQrHistory, at, agent),
      bank.call(api.deactivateQr, { ...key(id), body: { version: 1 } }, agent),
      bank.call(api.getQr, key(999_999)),
    ])
      expect((await call).status).toBe(404)
    expect((await bank.call(api.getQr, key(id))).body.state).toBe('ACTIVE')
    for (const call of [
      bank.call(api.listQr, { query: {} }, { as: 'support' }),
      bank.call(api.getQr, key(id), { as: 'support' }),
      bank.call(api.getQrOptions, {}, { as: 'support' }),
      bank.call(api.getQrImage, at, { as: 'support' }),
      bank.call(api.getQrPoster, key(id), { as: 'support' }),
      bank.call(api.getQrScans, at, { as: 'support' }),
      bank.call(api.listQrHistory, at, { as: 'support' }),
      bank.call(api.deactivateQr, { ...key(id), body: { version: 1 } }, { as: 'support' }),
      bank.call(api.findQrEmployees, { query: { partnerId: '2' } }, { as: 'support' }),
    ])
      expect((await call).status).toBe(403)
  })

  it('is found by partner, product, person, state and text', async () => {
    const code = await made({ partnerId: 5, campaign: 'Ёлка-2026', productCode: 'CASH_LOAN' })
    const count = async (query: object) => (await bank.call(api.listQr, { query })).body.totalElements
    expect(await count({ query: 'елка-20' })).toBe(1)
    expect(await count({ partnerId: '5' })).toBe(1)
    expect(await count({ query: 'Перми', productCode: 'CASH_LOAN' })).toBe(1)
    expect(await count({ partnerId: '5', productCode: 'MORTGAGE' })).toBe(0)
    expect(await count({ partnerId: '5', mine: 'true' })).toBe(1)
    expect(await count({ employeeId: '5' })).toBe(0)
    await sql`UPDATE qr_code SET valid_to = ${day.subtract({ days: 1 }).toString()} WHERE id = ${code.id}`.execute(
      bank.db,
    )
    expect(await count({ partnerId: '5', state: 'EXPIRED' })).toBe(1)
    expect(await count({ partnerId: '5', state: 'ACTIVE' })).toBe(0)
    expect((await bank.call(api.listQr, { query: { state: 'NO' as never } })).status).toBe(400)
  })
})

it('the choices of the form are those the caller may send', async () => {
  const { body } = await bank.call(api.getQrOptions, {}, agent)
  expect(body).toMatchObject({ partner: { id: 2 }, anyPartner: false })
  expect(body.products.map(({ code }) => code)).toContain('REFINANCING')
  expect(body.partnerTypes.map(({ code }) => code)).toContain('DEVELOPER')
  expect((await bank.call(api.getQrOptions, {})).body.anyPartner).toBe(true)
  const people = async (partnerId: string, fullName: string, as: Login) =>
    (await bank.call(api.findQrEmployees, { query: { partnerId, fullName } }, { as })).body.map(
      ({ id }) => id,
    )
  expect(await people('2', '', 'agent')).toEqual([4])
  expect(await people('4', '', 'agent')).toEqual([])
  expect(await people('2', 'друг', 'admin')).toEqual([800])
  expect(await people('2', 'бывший', 'admin')).toEqual([])
})

describe('deactivating', () => {
  it('ends the code once, from the present version', async () => {
    const { id } = await made({}, 'agent')
    const end = (version: number) => bank.call(api.deactivateQr, { ...key(id), body: { version } }, agent)
    expect((await end(9)).status).toBe(409)
    expect((await end(1)).body).toMatchObject({ state: 'INACTIVE', version: 2 })
    const again = await end(2)
    expect([again.status, again.error.message]).toEqual([409, 'QR-код уже отключён'])
    const { body } = await bank.call(api.listQrHistory, { ...key(id), query: {} }, agent)
    expect(body.content[0]).toMatchObject({
      actor: 'Ким Олег Романович',
      changes: [{ label: 'Отключён', oldValue: 'нет', newValue: 'да' }],
    })
    expect(body.content[1]?.changes).toContainEqual(
      expect.objectContaining({ label: 'Продукт', newValue: 'Семейная ипотека' }),
    )
  })
})

describe('pictures', () => {
  it('are a PNG of the asked size, an SVG and an A4 poster with its font inside', async () => {
    const { id } = await made({ employeeId: 4 })
    const png = await bank.call(api.getQrImage, { ...key(id), query: { format: 'png', size: 300 } })
    expect(png.headers['content-type']).toBe('image/png')
    expect(png.raw.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(png.raw.rawPayload.readUInt32BE(16)).toBe(300)
    expect(png.headers['content-disposition']).toContain(encodeURIComponent('Волга-Ипотека'))
    const svg = await bank.call(api.getQrImage, { ...key(id), query: { format: 'svg' } })
    expect(svg.headers['content-type']).toBe('image/svg+xml')
    expect(svg.raw.body).toMatch(/^<svg [^>]*viewBox=/)
    const pdf = await bank.call(api.getQrPoster, key(id))
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const text = pdf.raw.rawPayload.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.\d/)
    expect(text).toContain('/MediaBox [0 0 595.28 841.89]')
    expect(text).toMatch(/\/FontFile2|\/FontFile3/)
  })

  it('of wrong formats and sizes are refused', async () => {
    const { id } = await made()
    for (const query of [{ format: 'gif' }, { size: 10 }, { size: 100_000 }])
      expect((await bank.call(api.getQrImage, { ...key(id), query: query as never })).status).toBe(400)
  })
})

it('a bank whose products are not released yet is offered nothing to make a code of, and is told what to do', async () => {
  const { rows } = await sql<{ id: number; code: string }>`
    SELECT id, qr_code AS code FROM product_version WHERE qr_code IS NOT NULL`.execute(bank.db)
  await sql`UPDATE product_version SET qr_code = NULL WHERE qr_code IS NOT NULL`.execute(bank.db)
  try {
    const { body } = await bank.call(api.getQrOptions, {})
    expect(body.products).toEqual([])
    const refused = await bank.call(api.createQr, { body: input })
    expect([refused.status, refused.error.fields?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('обратитесь к продуктологам'),
    ])
  } finally {
    for (const { id, code } of rows)
      await sql`UPDATE product_version SET qr_code = ${code} WHERE id = ${id}`.execute(bank.db)
  }
})
