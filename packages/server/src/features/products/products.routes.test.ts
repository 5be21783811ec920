import * as api from '@ipoteka-office/contract/products/products.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { cataloguing, optionContent, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** `product` writes, `product-head` agrees and releases, `underwriter` reads, `support` has no right to products. */
let bank: TestApp
let work: ReturnType<typeof cataloguing>
let today: string
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  today = bankDay({ timeZone: bank.config.bankTimeZone, now: () => new Date() })
})
afterAll(() => bank.close())

const filter = { catalogue: 'mortgage', tab: 'PRODUCT' } as const
const params = (id: number) => ({ params: { id: String(id) } })

describe('a product', () => {
  it('is written by one, approved and released by another, and is in force from its day', async () => {
    const id = await work.create('READY')
    const draft = await work.get(id)
    expect(draft).toMatchObject({
      code: 'READY',
      type: { code: '2', name: 'Приобретение готового жилья' },
      shown: { number: 1, state: 'DRAFT', editable: { enabled: true }, issues: [] },
    })
    expect((await work.move(id, 'submit', 'product')).status).toBe(200)
    const own = await work.move(id, 'approve', 'product')
    expect(own.status).toBe(403)
    expect((await work.move(id, 'approve', 'product-head')).status).toBe(200)
    const { body } = await work.move(id, 'release', 'product-head')
    expect(body.shown).toMatchObject({
      state: 'RELEASED',
      validFrom: today,
      validTo: null,
      inForceTo: null,
      inForce: true,
      sentBy: { fullName: 'Нечаева Полина Сергеевна' },
      approvedBy: { fullName: 'Волошин Артём Геннадьевич' },
      releasedBy: { fullName: 'Волошин Артём Геннадьевич' },
    })
  })

  it('is approved by nobody who wrote or sent it, whatever rights and toggles say', async () => {
    await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT 20, 'CreditProduct', unnest(ARRAY['Approve', 'Release']) ON CONFLICT DO NOTHING`.execute(bank.db)
    const id = await work.create('OWN-WORK')
    // The head has written a word of it too.
    const { shown } = await work.get(id, 'product-head')
    const body = { content: productContent(), validFrom: null, validTo: null, version: shown.version }
    const written = await bank.call(
      api.saveVersion,
      { params: { id: String(id), number: '1' }, body },
      { as: 'product-head' },
    )
    expect(written.status).toBe(200)
    await expect.poll(async () => (await work.move(id, 'submit', 'product')).status).not.toBe(403)
    for (const as of ['product', 'product-head'] as const) {
      const { status, error } = await work.move(id, 'approve', as)
      expect([as, status, error.message]).toEqual([as, 409, expect.stringContaining('Это ваша работа')])
    }
    expect((await work.move(id, 'approve', 'admin')).status).toBe(200)
    for (const as of ['product', 'product-head'] as const)
      expect([as, (await work.move(id, 'release', as)).status]).toEqual([as, 409])
    expect((await work.move(id, 'release', 'admin')).status).toBe(200)
    await sql`DELETE FROM user_role_operation WHERE user_role_id = 20 AND operation IN ('Approve', 'Release')`.execute(
      bank.db,
    )
  })

  it('with a hole or an overlap is kept as a draft and sent nowhere', async () => {
    const id = await work.create('HOLES')
    const { rate } = productContent()
    const axes = [{ kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '20'] }] as const
    const cells = ['21.400', null]
    const wrong = productContent({ rate: { ...rate, matrix: { axes: [...axes] as never, cells } } })
    const saved = await work.save(id, wrong)
    expect(saved.status).toBe(200)
    expect(saved.body.issues.map(({ path }) => path)).toEqual([
      'rate.matrix.axes.0.from.1',
      'rate.matrix.cells.1',
    ])
    const sent = await work.move(id, 'submit', 'product')
    expect([sent.status, sent.error.message]).toEqual([409, expect.stringContaining('части наложились')])
  })

  it('names codes that no dictionary has, partners and products that are not there', async () => {
    const id = await work.create('CODES')
    const content = productContent()
    const audience = { ...content.audience, regions: ['999'], partnerIds: [999_999] }
    const { body } = await work.save(id, { ...content, audience })
    expect(body.issues.map(({ path }) => path)).toEqual(['audience.regions.0', 'audience.partnerIds.0'])
    const option = await work.create('LOST', optionContent({ productIds: [999_999] }), { kind: 'OPTION' })
    expect((await work.get(option)).shown.issues).toEqual([
      { path: 'productIds.0', message: 'Такого продукта нет' },
    ])
  })

  it('asks for fields of the questionnaire that it names, and for none that no form asks by choice', async () => {
    const id = await work.create('FIELDS', productContent({ fields: ['CREDIT.ruralPlace'] }))
    const { rows } = await sql<{ asks: unknown }>`
      SELECT asks FROM product_version WHERE product_id = ${id}`.execute(bank.db)
    expect(rows[0]?.asks).toEqual([{ field: 'CREDIT.ruralPlace', regions: null }])
    const { body } = await work.save(id, productContent({ fields: ['CREDIT.amount'] }))
    expect(body.issues.map(({ path }) => path)).toEqual(['fields.0'])
  })

  it('refuses bad input with the field that is wrong', async () => {
    const id = await work.create('BAD')
    const { shown } = await work.get(id)
    const put = (content: object, more: object = {}) =>
      bank.call(
        api.saveVersion,
        {
          params: { id: String(id), number: '1' },
          body: { content, validFrom: null, validTo: null, version: shown.version, ...more } as never,
        },
        { as: 'product' },
      )
    const { rate } = productContent()
    const cells = (cell: unknown) => ({
      ...productContent(),
      rate: { ...rate, matrix: { axes: [], cells: [cell] } },
    })
    for (const wrong of ['21.4000001', '-1', '100', 'NaN', 21.4]) {
      const answer = await put(cells(wrong))
      expect([wrong, answer.status, answer.error.fields?.[0]?.path]).toEqual([
        wrong,
        400,
        'content.rate.matrix.cells.0',
      ])
    }
    const huge = { axes: [], cells: Array.from({ length: 5_001 }, () => '1') }
    expect((await put({ ...productContent(), rate: { ...rate, matrix: huge } })).status).toBe(400)
    expect((await put(optionContent())).error.fields?.[0]?.path).toBe('content.kind')
    const turned = await put(productContent(), { validFrom: '2030-02-02', validTo: '2030-02-01' })
    expect(turned.error.fields?.[0]?.path).toBe('validTo')
    const million = { axes: [], cells: Array.from({ length: 1_000_000 }, () => '1') }
    expect((await put({ ...productContent(), rate: { ...rate, matrix: million } })).status).toBe(413)
  })

  it('answers 409 with what it is when another one has saved meanwhile', async () => {
    const id = await work.create('STALE')
    const { shown } = await work.get(id)
    await work.save(id, productContent())
    const late = await bank.call(
      api.saveVersion,
      {
        params: { id: String(id), number: '1' },
        body: { content: productContent(), validFrom: null, validTo: null, version: shown.version },
      },
      { as: 'product' },
    )
    expect([late.status, (late.error.current as { number: number }).number]).toEqual([409, 1])
  })

  it('has a code of its own and a type that the dictionary knows', async () => {
    const body = {
      kind: 'PRODUCT',
      lending: 'MORTGAGE',
      typeCode: '2',
      code: 'READY',
      department: 'OIC',
      name: 'Ещё',
    } as const
    const create = (more: object) =>
      bank.call(api.createProduct, { body: { ...body, ...more } }, { as: 'product' })
    expect((await create({})).error.fields?.[0]?.path).toBe('code')
    expect((await create({ code: 'нет' })).error.fields?.[0]?.path).toBe('code')
    expect((await create({ code: 'TYPE', typeCode: '77' })).error.fields?.[0]?.path).toBe('typeCode')
    const byReader = await bank.call(
      api.createProduct,
      { body: { ...body, code: 'NO' } },
      { as: 'underwriter' },
    )
    expect(byReader.status).toBe(403)
  })

  it('is copied as another one of the type named', async () => {
    const id = await work.released('TO-COPY')
    const copy = (typeId: string, as: 'product' | 'underwriter' = 'product') =>
      bank.call(api.copyProduct, { params: { id: String(id), typeId } }, { as })
    const { body } = await copy('1')
    expect(body).toMatchObject({
      code: 'TO-COPY-2',
      type: { code: '1' },
      shown: { number: 1, state: 'DRAFT', content: { names: { staff: 'Готовое жильё (копия)' } } },
    })
    expect((await copy('1')).body.code).toBe('TO-COPY-3')
    expect((await copy('nope')).status).toBe(400)
    expect((await copy('1', 'underwriter')).status).toBe(403)
  })
})

describe('versions', () => {
  it('that were handed in are changed by nobody, not even past the server', async () => {
    const id = await work.released('FROZEN')
    const { shown } = await work.get(id)
    const body = { content: productContent(), validFrom: null, validTo: null, version: shown.version }
    const late = await bank.call(
      api.saveVersion,
      { params: { id: String(id), number: '1' }, body },
      { as: 'product' },
    )
    expect([late.status, late.error.message]).toEqual([
      409,
      expect.stringContaining('Меняют только черновик'),
    ])
    for (const change of [
      sql`content = jsonb_set(content, '{rate,floor}', '"1.000"')`,
      sql`valid_from = valid_from - 1`,
      sql`valid_to = valid_from`,
      sql`contributors = '{1}'`,
    ])
      await expect(
        sql`UPDATE product_version SET ${change} WHERE product_id = ${id}`.execute(bank.db),
      ).rejects.toThrow('does not change')
  })

  it('follow each other: the next one ends the former, a withdrawn one gives its days back', async () => {
    const id = await work.released('FOLLOW')
    const soon = addDays(today, 10)
    await work.next(id, null, { validFrom: soon })
    await work.release(id)
    const rows = async () => (await work.get(id)).versions.map(({ number, inForceTo }) => [number, inForceTo])
    expect(await rows()).toEqual([
      [2, null],
      [1, addDays(soon, -1)],
    ])
    // Days of a version that is to come are not taken by another one.
    await work.next(id, null, { validFrom: addDays(today, 5), validTo: null })
    await work.move(id, 'submit', 'product')
    await work.move(id, 'approve', 'product-head')
    const taken = await work.move(id, 'release', 'product-head')
    expect([taken.status, taken.error.message]).toEqual([409, expect.stringContaining('действует выпуск 2')])
    expect((await work.move(id, 'withdraw', 'product-head', { number: 1 })).status).toBe(409)
    expect((await work.move(id, 'withdraw', 'product-head', { number: 2 })).status).toBe(200)
    expect((await rows()).slice(1)).toEqual([
      [2, null],
      [1, null],
    ])
    expect((await work.move(id, 'release', 'product-head')).status).toBe(200)
    expect(await rows()).toEqual([
      [3, null],
      [2, null],
      [1, addDays(today, 4)],
    ])
  })

  it('begin today or later', async () => {
    const id = await work.create('PAST', null, { validFrom: addDays(today, -1) })
    await work.move(id, 'submit', 'product')
    await work.move(id, 'approve', 'product-head')
    const late = await work.move(id, 'release', 'product-head')
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('уже прошёл')])
    expect((await work.move(id, 'correction', 'product-head', { comment: '' })).status).toBe(400)
    expect((await work.move(id, 'correction', 'product-head')).body.shown.state).toBe('CORRECTION')
    expect((await work.save(id, productContent())).status).toBe(200)
  })

  it('taken off sale end with the day before, and the product goes to the archive', async () => {
    const id = await work.released('END')
    await sql`UPDATE product_version SET in_force = daterange(${addDays(today, -9)}::date, NULL) WHERE product_id = ${id}`.execute(
      bank.db,
    )
    expect((await work.move(id, 'archive', 'product')).status).toBe(403)
    expect((await work.move(id, 'archive', 'product-head')).body.shown).toMatchObject({
      state: 'ARCHIVE',
      inForceTo: addDays(today, -1),
      inForce: false,
    })
    const search = (tab: 'ARCHIVE' | 'PRODUCT') =>
      bank.call(api.searchProducts, { body: { ...filter, tab, search: 'END' } }, { as: 'product' })
    expect((await search('ARCHIVE')).body.content.map((row) => row.id)).toEqual([id])
    expect((await search('PRODUCT')).body.content).toEqual([])
  })

  it('are prepared one at a time, from any of the earlier ones', async () => {
    const id = await work.released('ONE')
    const create = (from: number | null, as: 'product' | 'underwriter' = 'product') =>
      bank.call(api.createVersion, { ...params(id), body: { from } }, { as })
    expect((await create(7)).status).toBe(404)
    expect((await create(1, 'underwriter')).status).toBe(403)
    expect((await create(1)).body.shown).toMatchObject({ number: 2, state: 'DRAFT' })
    expect((await create(1)).error.message).toContain('Уже готовится выпуск 2')
    expect((await work.move(id, 'discard', 'product')).body.shown.state).toBe('ARCHIVE')
    expect((await create(null)).body.shown.number).toBe(3)
  })
})

describe('several at once', () => {
  it('are each answered by themselves', async () => {
    const [one, other, none] = [
      await work.create('BULK-1'),
      await work.create('BULK-2'),
      await work.released('BULK-3'),
    ]
    const wrong = productContent()
    await work.save(other, { ...wrong, rate: { ...wrong.rate, matrix: { axes: [], cells: [null] } } })
    const bulk = (action: 'submit' | 'approve' | 'release', as: 'product' | 'product-head') =>
      bank.call(
        api.bulkMoveProducts,
        { body: { ids: [none, other, one, 999_999], action, comment: '' } },
        { as },
      )
    const { body } = await bulk('submit', 'product')
    expect(Object.fromEntries(body.results.map(({ id, done }) => [id, done]))).toEqual({
      [one]: true,
      [other]: false,
      [none]: false,
      999999: false,
    })
    expect(body.results.find(({ id }) => id === other)?.reason).toContain('Ставка не указана')
    expect((await bulk('approve', 'product')).body.results.every(({ done }) => !done)).toBe(true)
    expect((await bulk('approve', 'product-head')).body.results.find(({ id }) => id === one)?.done).toBe(true)
    expect((await bulk('release', 'product-head')).body.results.find(({ id }) => id === one)?.done).toBe(true)
  })
})
