import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import * as offered from '@ipoteka-office/contract/products/offered-products.ts'
import * as api from '@ipoteka-office/contract/products/products.ts'
import { exportRates } from '@ipoteka-office/contract/products/rates-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { cataloguing, optionContent, productContent, promotionContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'

/** `agent` works at partner 2, `partner-admin` at 4; both hold every right to products that there is. */
let bank: TestApp
let ids: Record<'mine' | 'theirs' | 'formula' | 'draft' | 'promotion' | 'option', number>

const margin = '7.123'
const formulaCell = '4.567'
const draftRate = '33.333'
const words = {
  comment: 'КанарейкаКомментария',
  draft: 'КанарейкаЧерновика',
  theirs: 'КанарейкаЧужого',
}
const secrets = [
  margin,
  formulaCell,
  draftRate,
  'KEY_RATE_PLUS',
  ...Object.values(words),
  'Нечаева',
  'Волошин',
]

beforeAll(async () => {
  bank = await testApp()
  await giveEveryRight(bank)
  const work = cataloguing(bank)
  const content = productContent()
  const rate = { ...content.rate, margin }
  const offeredTo = (...partnerIds: number[]) => ({ ...content.audience, partnerIds })
  const mine = await work.released('MINE', { ...content, rate, audience: offeredTo(2, 5) })
  const named = { ...content.names, staff: words.theirs, client: words.theirs }
  const theirs = await work.released('THEIRS', { ...content, names: named, audience: offeredTo(4) })
  const formula = await work.released('FORMULA', {
    ...content,
    rate: { ...rate, basis: 'KEY_RATE_PLUS', matrix: { axes: [], cells: [formulaCell] } },
  })
  const draft = await work.create('DRAFT', { ...content, names: { ...named, staff: words.draft } })
  // What is ahead of a product that the partner sees is the bank’s own as well.
  await work.next(mine, {
    ...content,
    names: { ...content.names, staff: words.draft },
    rate: { ...rate, matrix: { axes: [], cells: [draftRate] } },
  })
  const option = await work.released('OPTION', optionContent({ productIds: [mine, theirs] }), {
    kind: 'OPTION',
  })
  const promotion = await work.released(
    'PROMOTION',
    promotionContent({ productIds: [theirs], cap: { kind: 'COUNT', count: 777 } }),
    { kind: 'PROMOTION' },
  )
  await bank.call(
    api.addProductComment,
    { params: { id: String(mine) }, body: { number: 1, text: words.comment } },
    { as: 'product' },
  )
  await sql`UPDATE product SET owner_id = 1`.execute(bank.db)
  ids = { mine, theirs, formula, draft, promotion, option }
})
afterAll(() => bank.close())

const ask = (
  endpoint: EndpointSpec,
  params: Record<string, string>,
  as: Login,
  body?: unknown,
  query?: object,
) =>
  bank.call(endpoint, { params, ...(body !== undefined && { body }), ...(query && { query }) } as never, {
    as,
  })

const everyTab = ['PRODUCT', 'OPTION', 'PROMOTION', 'APPROVAL', 'ARCHIVE']
const filters = [
  ...everyTab.map((tab) => ({ tab })),
  ...['DRAFT', 'ON_APPROVAL', 'APPROVED', 'ARCHIVE'].map((state) => ({ states: [state] })),
  { partnerIds: [4] },
  { onDay: '2199-01-01' },
  { search: 'Канарейка' },
  { changedFrom: '2000-01-01' },
]

/** Every answer that a person gets about products, as text. */
async function walk(as: Login): Promise<string[]> {
  const answers: string[] = []
  const note = (name: string, { status, raw }: { status: number; raw: { body: string } }) =>
    answers.push(`${name} ${status} ${raw.body}`)
  for (const filter of filters) {
    note(
      'search',
      await ask(api.searchProducts, {}, as, { ...filter, tab: filter['tab' as never] ?? 'PRODUCT' }),
    )
    const body = {
      format: 'csv',
      filter,
      columns: ['code', 'name', 'state', 'rateFrom', 'partners', 'owner'],
    }
    note('export', await ask(api.productsExport.now, {}, as, body))
  }
  note('counts', await ask(api.countProducts, {}, as, {}))
  const every = { review: true, revisions: 'ALL' }
  note('active', await ask(offered.listActiveProducts, {}, as))
  note('all active', await ask(offered.listAllActiveProducts, {}, as))
  note('revisions', await ask(offered.findActiveProducts, {}, as, every))
  note('papers', await ask(offered.listCreditDocumentsOfType, {}, as, undefined, { type: '2' }))
  for (const id of Object.values(ids).map(String)) {
    note('get', await ask(api.getProduct, { id }, as))
    for (const number of ['1', '2']) {
      note('get', await ask(api.getProduct, { id }, as, undefined, { number }))
      note('version', await ask(api.getProductVersion, { id, number }, as))
      note('process', await ask(api.getVersionProcess, { id, number }, as))
    }
    note('options', await ask(offered.listProductOptions, { id }, as))
    note('options', await ask(offered.findActiveOptions, { id }, as, every))
    note('papers', await ask(offered.listCreditDocuments, { id }, as))
    note('parameters', await ask(offered.listProductParameters, { id }, as, undefined, {}))
    const query = { productId: id, optionIds: String(ids.option) }
    note('combined', await ask(offered.listCombinedParameters, {}, as, undefined, query))
    note('largest', await ask(offered.getMaxCreditAmount, {}, as, undefined, query))
    note('subsidised', await ask(offered.getMaxSubsidizedAmount, { id }, as, undefined, {}))
    note('rates', await ask(exportRates, { id }, as, undefined, { format: 'csv' }))
    note('releases', await ask(api.listReleases, { id }, as))
    note('audit', await ask(api.listProductAudit, { id }, as))
    note('comments', await ask(api.listProductComments, { id }, as))
    note('use', await ask(api.getPromotionUse, { id }, as))
  }
  return answers
}

describe.each(['agent', 'partner-admin'] as const)('%s', (as) => {
  it('finds no margin, formula, comment, draft or other partner’s product in any answer', async () => {
    const own = as === 'agent' ? ids.mine : ids.theirs
    const allowed = as === 'agent' ? [] : [words.theirs]
    const found = (await walk(as)).flatMap((answer) =>
      secrets
        .filter((word) => !allowed.includes(word) && answer.includes(word))
        .map((word) => `${word}: ${answer.slice(0, 200)}`),
    )
    expect(found).toEqual([])
    const { body } = await bank.call(api.getProduct, { params: { id: String(own) } }, { as })
    expect(body).toMatchObject({
      shown: { number: 1, state: 'RELEASED', actions: [], editable: { enabled: false }, issues: [] },
      versions: [{ number: 1 }],
    })
    expect(body.shown.content).toMatchObject({ audience: { partnerIds: [] }, rate: { margin: null } })
  })

  it('is refused what the bank’s people do, without a word of why it matters', async () => {
    const body = { number: 1, version: 1, comment: 'x' }
    const { mine, theirs } = ids
    const [own, other] = as === 'agent' ? [mine, theirs] : [theirs, mine]
    for (const call of [api.submitVersion, api.approveVersion, api.releaseVersion, api.archiveVersion]) {
      expect([409, 403]).toContain((await ask(call, { id: String(own) }, as, body)).status)
      expect((await ask(call, { id: String(other) }, as, body)).status).toBe(404)
    }
    expect((await ask(api.createVersion, { id: String(own) }, as, { from: null })).status).toBe(403)
    expect((await ask(api.copyProduct, { id: String(own), typeId: '2' }, as)).status).toBe(403)
    const made = {
      kind: 'PRODUCT',
      lending: 'MORTGAGE',
      typeCode: '2',
      code: 'NEW',
      department: 'OIC',
      name: 'x',
    }
    expect((await ask(api.createProduct, {}, as, made)).status).toBe(403)
  })
})

it('the agent sees what is offered to all and to the agent’s partner, with links to nothing else', async () => {
  const { body } = await bank.call(api.searchProducts, { body: {} }, { as: 'agent' })
  expect(body.content.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([ids.mine, ids.formula])
  expect(body.content.find(({ id }) => id === ids.formula)).toMatchObject({
    rateFrom: null,
    partners: 0,
    waiting: null,
  })
  // What a rate over the key rate is made of is not found out by asking between which rates it is.
  for (const [as, found] of [
    ['agent', []],
    ['product-head', [ids.formula]],
  ] as const) {
    const filter = { search: 'FORMULA', rateMin: '4.5', rateMax: '4.6' }
    const { body: asked } = await bank.call(api.searchProducts, { body: filter }, { as })
    expect([as, asked.content.map(({ id }) => id)]).toEqual([as, found])
  }
  for (const sort of ['rateFrom,asc', 'rateFrom,desc'] as const) {
    const { body: sorted } = await bank.call(
      api.searchProducts,
      { query: { sort }, body: {} },
      { as: 'agent' },
    )
    expect([sort, sorted.content.at(-1)?.id]).toEqual([sort, ids.formula])
  }
  const option = await bank.call(api.getProduct, { params: { id: String(ids.option) } }, { as: 'agent' })
  expect(option.body.shown.content).toMatchObject({ productIds: [ids.mine] })
  const promotion = await bank.call(
    api.getProduct,
    { params: { id: String(ids.promotion) } },
    { as: 'agent' },
  )
  expect(promotion.body.shown.content).toMatchObject({ productIds: [], cap: null })
})

it('the bank sees the secrets: they are planted where they are looked for', async () => {
  const seen = (await walk('product-head')).join('\n')
  expect(secrets.filter((word) => !seen.includes(word))).toEqual([])
})

describe('a product for partners of a profile', () => {
  const profiles = (partnerId: number, ...codes: string[]) =>
    sql`UPDATE partner SET business_profile_codes = ${codes}::text[] WHERE id = ${partnerId}`.execute(bank.db)
  const seenBy = async (as: Login, id: number) => {
    const { body: list } = await bank.call(api.searchProducts, { body: {} }, { as })
    const { body: active } = await bank.call(offered.listActiveProducts, {}, { as })
    const one = await bank.call(api.getProduct, { params: { id: String(id) } }, { as })
    return [
      list.content.some((row) => row.id === id),
      active.some((row) => row.id === id),
      one.status === 200,
    ]
  }

  it('is seen by those of the profile, and by those under one of them; what the bank is does not count', async () => {
    const { names, audience, ...content } = productContent()
    const id = await cataloguing(bank).released('BUILDERS', {
      ...content,
      names,
      audience: { ...audience, partnerIds: [5], partnerProfiles: ['DEVELOPER'] },
    })
    const { body: row } = await bank.call(
      api.searchProducts,
      { body: { search: 'BUILDERS', partnerIds: [4] } },
      { as: 'product' },
    )
    expect(row.content).toEqual([])
    await profiles(1, 'BANK', 'DEVELOPER')
    await profiles(4, 'AGENCY')
    await profiles(2, 'REGIONAL_OPERATOR')
    const nothing = [false, false, false]
    expect([await seenBy('agent', id), await seenBy('partner-admin', id)]).toEqual([nothing, nothing])
    await profiles(4, 'AGENCY', 'DEVELOPER')
    expect([await seenBy('agent', id), await seenBy('partner-admin', id)]).toEqual([
      nothing,
      [true, true, true],
    ])
    const { rows } = await sql<{ parents: number; children: number; strangers: number }>`
      SELECT count(*) FILTER (WHERE id = 4)::int AS parents, count(*) FILTER (WHERE id <> 4 AND ancestor_ids @> '{4}')::int AS children,
        count(*) FILTER (WHERE id <> 5 AND NOT ancestor_ids && '{4, 5}')::int AS strangers
      FROM partner WHERE offered_to('{5}', '{DEVELOPER}', id)`.execute(bank.db)
    const { rows: under } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM partner
      WHERE id <> 4 AND ancestor_ids @> '{4}'`.execute(bank.db)
    expect(rows).toEqual([{ parents: 1, children: under[0]?.n, strangers: 0 }])
    const { body: card } = await bank.call(
      api.getProduct,
      { params: { id: String(id) } },
      { as: 'partner-admin' },
    )
    expect(card.shown.content.audience).toMatchObject({ partnerIds: [], partnerProfiles: [] })
    const { body: found } = await bank.call(
      api.searchProducts,
      { body: { search: 'BUILDERS', partnerIds: [4] } },
      { as: 'product' },
    )
    expect(found.content).toMatchObject([{ id, partners: 1, partnerProfiles: 1 }])
  })

  it('names profiles that there are', async () => {
    const work = cataloguing(bank)
    const { audience, ...content } = productContent()
    const id = await work.create('NOWHERE', {
      ...content,
      audience: { ...audience, partnerProfiles: ['NONE'] },
    })
    const { shown } = await work.get(id)
    expect(shown.issues.map(({ path }) => path)).toEqual(['audience.partnerProfiles.0'])
    expect((await work.move(id, 'submit', 'product')).status).toBe(409)
  })
})
