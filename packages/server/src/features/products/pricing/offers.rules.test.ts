import type { ReleasedVersion } from '../stored-products.ts'
import { OfferPage, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import {
  OptionContent,
  type VersionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import { describe, expect, test } from 'vitest'
import { ofBank } from '../partner-line.ts'
import { catalogueOf, readyVersion, versionsFor } from './catalogue.ts'
import { priceCatalogue } from './offers.rules.ts'
import type { PricingSetup } from './setup.ts'
import {
  exampleDay as day,
  exampleFacts as whole,
  exampleProduct as mortgage,
  examplePromotion as autumn,
} from './papers/worked-example.ts'

const names = (name: string) => ({ staff: name, client: name })

let ids = 0
const released = (content: VersionContent, more: Partial<ReleasedVersion> = {}): ReleasedVersion => {
  ids += 1
  return {
    id: ids,
    productId: ids,
    code: `P-${ids}`,
    typeCode: '2',
    lending: 'MORTGAGE',
    number: 1,
    validFrom: '2026-01-01',
    inForceTo: null,
    oldTermsDays: content.oldTermsDays,
    content,
    ...more,
  }
}

const setup: PricingSetup = {
  day,
  keyRate: '16.500',
  isInside: true,
  nameOf: () => undefined,
  insuranceName: (type) => (type === 'LIFE' ? 'Личное страхование' : type),
  partnerLine: ofBank,
  full: new Set(),
}
const price = (
  versions: readonly ReleasedVersion[],
  facts: object = whole,
  more: Partial<PricingSetup> = {},
  asked = {},
) =>
  priceCatalogue(
    catalogueOf(versions.map((one) => ({ ...one, ...readyVersion(one.content) }))),
    PriceQuestion.parse({ facts, ...asked }),
    { ...setup, ...more },
    () => true,
  )

describe('«Подобрать ставку»', () => {
  test('the worked example of the specification comes to 21,600 %, with insurance to 20,600 %', () => {
    const [offer] = price([released(mortgage()), released(autumn())]).offers
    expect([offer?.lowest.rate, offer?.highest.rate]).toEqual(['21.600', '21.600'])
    const other = offer?.otherInsurance
    expect([other?.insured, other?.price.rate]).toEqual([true, '20.600'])
    expect(Number(other?.price.payment)).toBeLessThan(Number(offer?.lowest.payment))
    expect(offer?.steps.map(({ kind, points, state, why }) => [kind, points, state, why])).toEqual([
      ['CELL', '21.400', 'APPLIED', null],
      ['REBATE', '-0.300', 'APPLIED', null],
      ['REBATE', '-0.300', 'NOT_APPLIED', 'не суммируется с «Осень»: выгоднее она'],
      ['SURCHARGE', '1.000', 'APPLIED', null],
      ['PROMOTION', '-0.500', 'APPLIED', null],
    ])
    expect(offer?.steps[0]?.source).toBe(
      'выпуск 1, первоначальный взнос от 20\u00A0%, меньше 30\u00A0%, срок до 240\u00A0мес.',
    )
    expect(offer?.promotions.map(({ name }) => name)).toEqual(['Осень'])
  })

  test('rebates lead to the floor and no lower, and the step says by how much', () => {
    const content = mortgage({ rate: { ...mortgage().rate, floor: '21.500' } })
    const [offer] = price([released(content), released(autumn())], { ...whole, lifeInsurance: true }).offers
    expect(offer?.lowest.rate).toBe('21.400')
    const [above] = price([released(content), released(autumn())]).offers
    expect(above?.lowest.rate).toBe('21.600')
    const lower = mortgage({ rate: { ...mortgage().rate, floor: '21.000' } })
    const [held] = price([released(lower), released(autumn())], { ...whole, lifeInsurance: true }).offers
    expect(held?.lowest.rate).toBe('21.000')
    expect(held?.steps.at(-1)).toMatchObject({ kind: 'FLOOR', points: '0.400' })
  })

  test('what is not known gives a range and names what would decide', () => {
    const { lifeInsurance: _, ...rest } = whole
    const [offer] = price([released(mortgage()), released(autumn())], rest).offers
    expect([offer?.lowest.rate, offer?.highest.rate]).toEqual(['20.600', '21.600'])
    expect(offer?.missing).toEqual([{ fact: 'lifeInsurance', label: 'личное страхование', isChoice: false }])
    const [less] = price([released(mortgage())], { amount: '7500000' }).offers
    expect(less?.lowest).toMatchObject({ rate: '20.300', payment: null })
    expect(less?.missing.map(({ fact }) => fact)).toContain('downPaymentShare')
  })

  test('an offer that does not fit says why, and what would make it fit', () => {
    const { offers, misfits } = price([released(mortgage())], { ...whole, amount: '8120000' })
    expect(offers).toEqual([])
    expect(misfits[0]?.reasons).toEqual([
      {
        reason: 'Взнос 18,8\u00A0%, нужно не меньше 20\u00A0%',
        remedy: 'Не хватает 120\u00A0000,00\u00A0₽ взноса',
      },
    ])
  })

  test('requirements of the client and the deal are asked of what is known; what is not known is named', () => {
    const goals = {
      asker: 'goals',
      values: { goals: ['PRIMARY_MARKET'], words: 'Покупка строящегося жилья' },
    }
    const held = (...eligibility: object[]) => [released(mortgage({ eligibility }))]
    const [misfit] = price(held(goals)).misfits
    expect(misfit?.reasons).toEqual([{ reason: 'Покупка строящегося жилья: цель другая', remedy: null }])
    const savings = held({ asker: 'savingsMember' }, { asker: 'sumsMeet' })
    const [offer] = price(savings).offers
    expect([offer?.unchecked, offer?.missing]).toEqual([['Заёмщик — участник НИС'], []])
    expect(price(savings, { ...whole, savingsParticipant: false }).offers).toEqual([])
    // The rate of a questionnaire is the one before: it says nothing of the one that is looked for.
    const applicant = {
      data: { sections: { CREDIT: { ...whole, rate: '21' } }, participants: [] },
      objects: [],
    }
    const capped = price(held({ asker: 'maxRate', values: { rate: '6' } }), whole, { applicant })
    expect(capped.offers).toHaveLength(1)
  })

  test('whose pledge secures the loan is asked of mortgages: a bank holds it unless the questionnaire says otherwise', () => {
    const of = (pledges: string[], facts: object = {}) => {
      const { offers, misfits } = price([released(mortgage({ audience: { pledges } }))], {
        ...whole,
        ...facts,
      })
      return [offers.length, misfits[0]?.reasons.map(({ reason }) => reason) ?? []]
    }
    const outside = { pledgeHolder: 'NON_BANK' }
    expect([of(['BANK']), of([]), of([], outside)]).toEqual([
      [1, []],
      [1, []],
      [1, []],
    ])
    expect(of(['BANK'], outside)).toEqual([0, ['Не для объектов, заложенных не банку']])
    expect(of(['NON_BANK'], outside)).toEqual([1, []])
    expect(of(['NON_BANK'])).toEqual([0, ['Только для объектов, заложенных не банку']])
  })

  test('a premium is paid as the product has it: beside the loan or within it', () => {
    const lending = { lending: 'CASH_LOAN' } as const
    const of = (premium: string, facts: object) => {
      const content = mortgage({
        insurance: [{ type: 'LIFE', required: false, premium }],
        limits: mortgage().limits.map((one) => ({ ...one, downPayments: [] })),
      })
      const { misfits, offers } = price([released(content, lending)], { ...whole, ...facts }, {}, lending)
      return offers.length === 1 ? null : misfits[0]?.reasons[0]
    }
    const [inside, beside] = [true, false].map((premiumInLoan) => ({ loanInsurance: true, premiumInLoan }))
    expect([of('ANY', { ...inside }), of('BESIDE', { ...beside }), of('IN_LOAN', { ...inside })]).toEqual([
      null,
      null,
      null,
    ])
    expect(of('BESIDE', { ...inside })).toEqual({
      reason: 'Страховая премия платится отдельно от кредита',
      remedy: 'Снимите отметку «Премия включена в сумму кредита»',
    })
    expect(of('IN_LOAN', { ...beside })?.remedy).toBe('Отметьте «Премия включена в сумму кредита»')
    // Whoever is not insured pays no premium.
    expect(of('IN_LOAN', { loanInsurance: false, premiumInLoan: false })).toBeNull()
  })

  test('the order in which things were written down changes nothing', () => {
    const first = mortgage()
    const rows = [
      released(first),
      released(autumn()),
      released(autumn({ names: names('Весна'), effect: { points: '-0.500', bestOf: 'client' } })),
    ]
    const turned = rows.map((one) =>
      one.content.kind === 'PRODUCT'
        ? { ...one, content: { ...one.content, changes: one.content.changes.toReversed() } }
        : one,
    )
    const [one] = price(rows).offers
    const [other] = price(turned.toReversed()).offers
    expect(other?.lowest).toEqual(one?.lowest)
    expect(other?.promotions).toEqual(one?.promotions)
  })

  test('a promotion without places and one whose days are over are left out, with the words', () => {
    const promotion = released(autumn())
    const [full] = price([released(mortgage()), promotion], whole, {
      full: new Set([promotion.productId]),
    }).offers
    expect(full?.steps.at(-1)).toMatchObject({ state: 'NOT_APPLIED', why: 'места акции кончились' })
    expect(full?.lowest.rate).toBe('21.800')
    const [over] = price([released(mortgage()), promotion], whole, { day: '2026-12-01' }).offers
    expect(over?.steps.at(-1)?.why).toBe('акция закончилась')
  })

  test('a rate over the key rate is made of it, and people of partners do not see of what', () => {
    const content = mortgage({
      rate: {
        ...mortgage().rate,
        basis: 'KEY_RATE_PLUS',
        margin: '2.345',
        floor: '1',
        matrix: { axes: [], cells: ['4.900'] },
      },
    })
    const [inside] = price([released(content)], { ...whole, lifeInsurance: true }).offers
    expect(inside?.steps[0]).toMatchObject({
      points: '21.400',
      why: 'ключевая ставка 16,5\u00A0% и надбавка',
    })
    const outside = price([released(content)], whole, { isInside: false })
    expect(JSON.stringify(outside)).not.toMatch(/ключев|2\.345|16\.5/)
  })

  test('an option changes limits and rate, and asks for what it needs', () => {
    const option = released(
      OptionContent.parse({
        kind: 'OPTION',
        names: names('Длинный срок'),
        audience: {},
        effect: { points: '0.400', maxMonths: 420 },
        requires: [9_999],
      }),
    )
    const { misfits } = price([released(mortgage()), option], whole, {}, { optionIds: [option.productId] })
    expect(misfits[0]?.reasons[0]?.remedy).toBe('Добавьте опцию «9999»')
    const free = { ...option, content: { ...option.content, requires: [] } as typeof option.content }
    const [offer] = price(
      [released(mortgage()), free],
      { ...whole, termMonths: 400 },
      {},
      { optionIds: [option.productId] },
    ).offers
    expect(offer?.steps.find(({ kind }) => kind === 'OPTION')).toMatchObject({
      points: '0.400',
      state: 'APPLIED',
    })
    expect(offer?.limits.maxMonths).toBe(420)
  })

  test('an option that names a product twice counts once', () => {
    const product = released(mortgage())
    const productIds = [product.productId, product.productId]
    const effect = { points: '-0.100' }
    const content = { kind: 'OPTION', names: names('Скидка'), audience: {}, effect, productIds }
    const option = released(OptionContent.parse(content))
    const { steps } = price([product, option], whole, {}, { optionIds: [option.productId] }).offers[0] ?? {}
    expect(steps?.filter(({ kind }) => kind === 'OPTION')).toHaveLength(1)
  })

  test('where limits differ by region, the region is asked for', () => {
    const [limits] = mortgage().limits
    const content = mortgage({
      limits: [
        { ...limits, regions: ['77'] },
        { ...limits, maxAmount: '6000000' },
      ],
    })
    const { region: _, ...rest } = whole
    const [offer] = price([released(content)], rest).offers
    expect(offer?.missing.map(({ fact }) => fact)).toEqual(['region'])
    expect(price([released(content)]).offers[0]?.missing).toEqual([])
  })

  test('a loan above the price pays nothing of it: it does not fit, and what is lacking is told', () => {
    const { misfits } = price([released(mortgage())], {
      ...whole,
      amount: '29000000',
      propertyPrice: '10000000',
    })
    expect(misfits[0]?.reasons.map(({ remedy }) => remedy).join('; ')).toMatch(
      /Не хватает 21\D000\D000,00\D₽ взноса/,
    )
  })

  test('of several categories of a client the best one counts, in whatever order they are told', () => {
    const base = mortgage()
    const axis = {
      kind: 'CODE' as const,
      code: 'clientCategory' as const,
      groups: [
        { name: 'Зарплатные', codes: ['SALARY'] },
        { name: 'Бюджетники и пенсионеры', codes: ['STATE', 'PENSIONER'] },
        { name: 'Остальные', codes: [] },
      ],
    }
    const content = mortgage({
      rate: { ...base.rate, floor: '1', matrix: { axes: [axis], cells: ['12', '11', '13'] } },
      changes: [],
      insurance: [],
    })
    const only = mortgage({ ...content, audience: { ...content.audience, clientCategories: ['REPEAT'] } })
    const rates = (asked: object, of = content) =>
      price([released(of)], whole, {}, asked).offers.map(({ highest }) => highest.rate)
    expect([
      rates({ clientCategories: ['SALARY', 'STATE'] }),
      rates({ clientCategories: ['STATE', 'SALARY'] }),
      rates({ clientCategory: 'SALARY', clientCategories: ['PENSIONER'] }),
      rates({ clientCategory: 'SALARY' }),
      rates({ clientCategories: ['REPEAT'] }),
      rates({}),
    ]).toEqual([['11.000'], ['11.000'], ['11.000'], ['12.000'], ['13.000'], ['13.000']])
    expect([rates({}, only), rates({ clientCategories: ['STATE', 'REPEAT'] }, only)]).toEqual([
      [],
      ['11.000'],
    ])
  })

  test('a price that was kept is computed again to the same answer', () => {
    const versions = [released(mortgage()), released(autumn())]
    const question = PriceQuestion.parse({ facts: whole, productIds: [versions[0]?.productId ?? 0] })
    const again = PriceQuestion.parse(JSON.parse(JSON.stringify(question)))
    const catalogue = () => catalogueOf(versions.map((one) => ({ ...one, ...readyVersion(one.content) })))
    const kept = JSON.stringify(priceCatalogue(catalogue(), question, setup, () => true))
    expect(JSON.stringify(priceCatalogue(catalogue(), again, setup, () => true))).toBe(kept)
  })

  test('a page of offers is the beginning of the order asked for; what is compared comes along', () => {
    // Fees make the loans of the lowest rates the dearest ones.
    const priced = (rate: string, fee: string | null) => {
      const base = mortgage()
      return released(
        mortgage({
          rate: { ...base.rate, floor: '1', matrix: { axes: [], cells: [rate] } },
          changes: [],
          insurance: [],
          fees: fee === null ? [] : [{ name: 'Плата', kind: 'COMMISSION', amount: fee }],
        }),
      )
    }
    const versions = [priced('2', '2900000'), priced('3', null), priced('1', '2500000'), priced('4', null)]
    const [second, third, first, fourth] = versions.map(({ productId }) => productId)
    const asked = (page: object, facts: object = whole) =>
      priceCatalogue(
        catalogueOf(versions.map((one) => ({ ...one, ...readyVersion(one.content) }))),
        PriceQuestion.parse({ facts }),
        setup,
        () => true,
        OfferPage.parse(page),
      )
    const ids = (page: object, facts?: object) => asked(page, facts).offers.map(({ product }) => product.id)
    expect(ids({})).toEqual([first, second, third, fourth])
    expect([asked({ shown: 2 }).count, ids({ shown: 2 })]).toEqual([4, [first, second]])
    expect(ids({ shown: 1, order: 'fullLoanCost' })).toEqual([third])
    expect(ids({ shown: 2, order: 'overpayment' })).toEqual([third, first])
    expect(ids({ shown: 1, kept: [fourth] })).toEqual([first, fourth])
    // What is shown has its sums, however many are shown; without a term there are none to order by.
    expect(asked({ shown: 4 }).offers.every(({ lowest }) => lowest.payment !== null)).toBe(true)
    expect(ids({ shown: 2, order: 'payment' }, { ...whole, termMonths: null })).toEqual([first, second])
  })

  test('the part above the subsidised limit has its own rate', () => {
    const base = mortgage()
    const content = mortgage({
      limits: [{ ...base.limits[0], subsidizedAmount: '6000000' }],
      rate: { ...base.rate, floor: '1', secondRate: '21', matrix: { axes: [], cells: ['6'] } },
      changes: [],
      insurance: [],
    })
    const [offer] = price([released(content)]).offers
    expect(offer?.lowest.rate).toBe('9.000')
    expect(offer?.steps.at(-1)?.points).toBe('3.000')
  })
})

describe('versions', () => {
  test('an application received before keeps the older terms for as long as the newer version lets it', () => {
    const older = released(mortgage(), {
      id: 1,
      productId: 7,
      validFrom: '2026-01-01',
      inForceTo: '2026-10-31',
    })
    const newer = released(mortgage({ oldTermsDays: 30 }), {
      id: 2,
      productId: 7,
      number: 2,
      validFrom: '2026-11-01',
    })
    const numbers = (on: string, receivedOn: string | null) =>
      versionsFor([older, newer], on, receivedOn).map(({ number }) => number)
    expect(numbers('2026-11-24', null)).toEqual([2])
    expect(numbers('2026-11-24', '2026-10-20')).toEqual([1])
    expect(numbers('2026-12-02', '2026-10-20')).toEqual([2])
    expect(numbers('2025-12-31', null)).toEqual([])
  })
})
