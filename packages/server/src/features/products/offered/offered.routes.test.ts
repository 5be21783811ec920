import * as api from '@ipoteka-office/contract/products/offered-products.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cataloguing, optionContent, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `agent` is of partner 2; `product` writes, `underwriter` reads. */
let bank: TestApp
let ids: Record<'ready' | 'theirs' | 'waiting' | 'long' | 'low' | 'alone', number>
beforeAll(async () => {
  bank = await testApp()
  const work = cataloguing(bank)
  const content = productContent()
  const [all] = content.limits
  if (all === undefined) throw new Error('No limits')
  const documents = [
    { code: 'KOD_PSK', condition: null, required: true },
    {
      code: 'KOD_SURETY',
      condition: {
        kind: 'fact' as const,
        fact: 'hasGuarantor' as const,
        predicate: 'EQ' as const,
        value: true,
      },
      required: true,
    },
  ]
  const limits = [
    { ...all, name: 'Москва', regions: ['77'], maxAmount: '50000000', subsidizedAmount: '12000000' },
    all,
  ]
  const rate = { ...content.rate, type: 'COMBINED', secondRate: '21.400' }
  const ready = await work.released('READY', { ...content, limits, rate, documents })
  const theirs = await work.released('THEIRS', {
    ...content,
    audience: { ...content.audience, partnerIds: [4] },
  })
  const waiting = await work.create('WAITING')
  await work.move(waiting, 'submit', 'product')
  const option = async (code: string, more: Parameters<typeof optionContent>[0]) =>
    work.released(code, optionContent({ names: { staff: code, client: code, about: '' }, ...more }), {
      kind: 'OPTION',
    })
  const { effect } = optionContent()
  const long = await option('LONG', {
    productIds: [ready],
    effect: { ...effect, points: '0.500', maxMonths: 420, maxAmount: '60000000' },
  })
  const low = await option('LOW', {
    effect: { ...effect, points: '-0.300', minDownPayment: '15' },
    excludes: [],
  })
  const alone = await option('ALONE', { productIds: [ready], excludes: [long], requires: [low] })
  ids = { ready, theirs, waiting, long, low, alone }
})
afterAll(() => bank.close())

const of = (id: number) => ({ params: { id: String(id) } })
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).toSorted()

describe('what is sold', () => {
  it('is told to each as it is offered to them', async () => {
    const active = async (as: Login) => codes((await bank.call(api.listActiveProducts, {}, { as })).body)
    expect(await active('underwriter')).toEqual(['READY', 'THEIRS'])
    expect(await active('agent')).toEqual(['READY'])
    expect(await active('partner-admin')).toEqual(['READY', 'THEIRS'])
    expect(await active('support')).toEqual([])
    const all = await bank.call(api.listAllActiveProducts, {}, { as: 'agent' })
    expect(codes(all.body)).toEqual(['READY'])
  })

  it('with what waits for approval is told to those whose work it is', async () => {
    const find = async (as: Login, more: object = {}) =>
      codes((await bank.call(api.findActiveProducts, { body: { review: true, ...more } }, { as })).body)
    expect(await find('product')).toEqual(['READY', 'THEIRS', 'WAITING'])
    expect(await find('underwriter')).toEqual(['READY', 'THEIRS'])
    expect(await find('agent')).toEqual(['READY'])
    expect(await find('product', { review: false, revisions: 'ALL' })).toEqual(['READY', 'THEIRS'])
    expect((await bank.call(api.findActiveProducts, { body: { revisions: 'SOME' as never } })).status).toBe(
      400,
    )
  })

  it('has the options that go with it', async () => {
    const { body } = await bank.call(api.listProductOptions, of(ids.ready), { as: 'agent' })
    expect(codes(body)).toEqual(['ALONE', 'LONG', 'LOW'])
    const { body: theirs } = await bank.call(
      api.findActiveOptions,
      { ...of(ids.theirs), body: {} },
      { as: 'product' },
    )
    expect(codes(theirs)).toEqual(['LOW'])
    expect((await bank.call(api.listProductOptions, of(ids.theirs), { as: 'agent' })).status).toBe(404)
  })
})

describe('papers', () => {
  it('are told with their conditions in words, of a product and of a type', async () => {
    const { body } = await bank.call(api.listCreditDocuments, of(ids.ready), { as: 'underwriter' })
    expect(body).toEqual([
      expect.objectContaining({ name: 'Расчёт полной стоимости кредита', condition: null, required: true }),
      expect.objectContaining({ code: 'KOD_SURETY', condition: expect.stringContaining('есть поручитель') }),
    ])
    const type = async (query: { type: string; optionIds?: string }) =>
      (await bank.call(api.listCreditDocumentsOfType, { query }, { as: 'underwriter' })).body
    expect(await type({ type: '2' })).toHaveLength(2)
    expect(await type({ type: '2', optionIds: String(ids.long) })).toHaveLength(2)
    expect(await type({ type: '105' })).toEqual([])
    expect((await bank.call(api.listCreditDocuments, of(ids.theirs), { as: 'agent' })).status).toBe(404)
  })
})

describe('parameters', () => {
  const combined = async (query: { optionIds?: string; regionCode?: string }, as: Login = 'agent') =>
    bank.call(api.listCombinedParameters, { query: { productId: String(ids.ready), ...query } }, { as })
  const valueOf = (
    list: readonly { code: string; value: string; source: { name: string } }[],
    code: string,
  ) => {
    const found = list.find((one) => one.code === code)
    return found && [found.value, found.source.name]
  }

  it('are those of the region, and options change them and are named as their source', async () => {
    const plain = await bank.call(
      api.listProductParameters,
      { ...of(ids.ready), query: { regionCode: '77' } },
      { as: 'agent' },
    )
    expect(valueOf(plain.body, 'maxAmount')).toEqual(['50000000', 'Готовое жильё'])
    const { body } = await combined({ optionIds: `${ids.low},${ids.long}`, regionCode: '16' })
    expect(valueOf(body, 'maxAmount')).toEqual(['60000000', 'LONG'])
    expect(valueOf(body, 'maxMonths')).toEqual(['420', 'LONG'])
    expect(valueOf(body, 'minDownPayment')).toEqual(['15', 'LOW'])
    expect(valueOf(body, 'rateFrom')?.[0]).toBe('21.100')
    expect(valueOf(body, 'minAge')).toEqual(['21', 'Готовое жильё'])
    const turned = await combined({ optionIds: `${ids.long},${ids.low}`, regionCode: '16' })
    expect(turned.body).toEqual(body)
  })

  it('are not told of options that do not go together or with the product', async () => {
    expect((await combined({ optionIds: `${ids.alone},${ids.long},${ids.low}` })).error.message).toBeDefined()
    for (const optionIds of [`${ids.alone},${ids.long},${ids.low}`, `${ids.alone}`, `${ids.ready}`, 'x'])
      expect([optionIds, (await combined({ optionIds })).status]).toEqual([optionIds, 400])
    const theirs = await bank.call(
      api.listCombinedParameters,
      { query: { productId: String(ids.theirs) } },
      { as: 'agent' },
    )
    expect(theirs.status).toBe(404)
  })

  it('lead to the largest amount, step by step', async () => {
    const ask = async (query: object) =>
      (
        await bank.call(
          api.getMaxCreditAmount,
          { query: { productId: String(ids.ready), ...query } },
          { as: 'agent' },
        )
      ).body
    expect(await ask({})).toMatchObject({ amount: '30000000' })
    const { amount, steps } = await ask({
      price: '10000000',
      downPayment: '1500000.55',
      income: '200000',
      months: 240,
    })
    expect(steps.map(({ title }) => title)).toEqual([
      'По доходу',
      'По К/З',
      'По взносу',
      'По условиям продукта',
      'Наименьшее, до тысячи рублей вниз',
    ])
    expect(Number(amount)).toBeLessThan(8_000_000)
    const subsidised = async (id: number, query: object) =>
      (await bank.call(api.getMaxSubsidizedAmount, { ...of(id), query }, { as: 'underwriter' })).body
    expect(await subsidised(ids.ready, { regionCode: '77' })).toMatchObject({ amount: '12000000' })
    expect(await subsidised(ids.ready, { regionCode: '16' })).toMatchObject({ amount: '30000000' })
    expect(await subsidised(ids.theirs, {})).toMatchObject({ amount: null })
  })
})
