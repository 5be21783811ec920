import { describe, expect, it } from 'vitest'
import { deliveredFigures } from '#parameters/delivered.ts'
import { answered, checkListIssues, questionsOf } from './check-list.ts'
import { compareOwners, compareWithExtract, extractOwnerIssues } from './extract-rules.ts'
import { insuranceNeeds } from './insurance-rules.ts'
import { type ObjectFacts, objectHoldsOf } from './object-holds.ts'
import { type SaleFacts, saleRequirements } from './sale-rules.ts'

const today = '2026-11-24'

const share = (name: string, numerator?: number, denominator?: number, record = '') => ({
  key: name,
  name,
  record,
  ...(numerator === undefined ? {} : { numerator, denominator }),
})

describe('shares of an extract', () => {
  it.each([
    ['three thirds', 'SHARED_PROPERTY', [share('А', 1, 3), share('Б', 1, 3), share('В', 1, 3)], []],
    ['one owner without a share', 'PROPERTY', [share('А')], []],
    [
      'spouses under one entry',
      'SHARED_PROPERTY',
      [share('А', 1, 2, '77-1'), share('Б', 1, 2, '77-1'), share('В', 1, 2)],
      [],
    ],
    ['two thirds', 'SHARED_PROPERTY', [share('А', 1, 3), share('Б', 1, 3)], ['не хватает 1/3']],
    ['too much', 'SHARED_PROPERTY', [share('А', 1, 2), share('Б', 2, 3)], ['лишние 1/6']],
    [
      'a third and no more decimals',
      'SHARED_PROPERTY',
      [share('А', 333, 1000), share('Б', 2, 3)],
      ['не хватает 1/3000'],
    ],
    ['a share that is missing', 'SHARED_PROPERTY', [share('А', 1, 2), share('Б')], ['Укажите доли']],
    ['more than the whole', 'SHARED_PROPERTY', [share('А', 3, 2)], ['больше единицы']],
  ])('%s', (_, extractOwnership, extractOwners, expected) => {
    const issues = extractOwnerIssues({ extractOwnership, extractOwners })
    expect(issues).toHaveLength(expected.length)
    for (const [at, words] of expected.entries()) expect(issues[at]).toContain(words)
  })
})

const holder = (name: string) => ({ kind: 'PERSON' as const, name })
const object = {
  type: 'FLAT',
  number: '16:50:0110101:123',
  address: { value: '420111, г. Казань, ул. Баумана, д. 5, кв. 12' },
  area: '54.0',
  price: '6000000.00',
  rightKind: 'PROPERTY' as const,
  ownership: 'PROPERTY' as const,
  owners: [{ holders: [holder('Ёлкин Пётр Ильич')], share: { numerator: 1, denominator: 1 }, record: '' }],
  extractDate: '2026-11-10',
  encumbrances: [],
  appraisals: [
    {
      appraiser: 'ООО «Оценка»',
      reportNumber: '1',
      reportDate: '2026-10-01',
      marketValue: '6100000',
      liquidationValue: null,
    },
  ],
  building: {},
}
const extract = {
  extractNumber: 'КУВИ-1',
  extractDate: '2026-11-10',
  extractCadastral: '16:50:0110101:123',
  extractAddress: 'Казань, Баумана ул., дом 5, квартира 12',
  extractArea: '54',
  extractRightKind: 'PROPERTY',
  extractOwnership: 'PROPERTY',
  extractOwners: [share('Елкин  Петр Ильич')],
}

describe('an extract beside what is entered', () => {
  it('agrees whatever the letters and the order of words', () => {
    expect(compareWithExtract(object, extract).filter(({ agrees }) => agrees === false)).toEqual([])
  })
  it('differs by its number, its area and its owners', () => {
    const other = { ...extract, extractArea: '55', extractCadastral: '16:50:0110101:124' }
    const differs = compareWithExtract(object, other).filter(({ agrees }) => agrees === false)
    expect(differs.map(({ field }) => field)).toEqual(['number', 'area'])
    const owners = compareOwners(object.owners, {
      extractOwners: [share('Ёлкин Пётр Ильич'), share('Ёлкина Анна')],
    })
    expect(owners).toEqual({ entered: 1, extract: 2, onlyEntered: [], onlyExtract: ['Ёлкина Анна'] })
  })
})

const sale = (more: Partial<SaleFacts> = {}): SaleFacts => ({
  goal: 'SECONDARY_MARKET',
  seller: { kind: 'INDIVIDUAL', rightSince: '2015-03-01' },
  credit: {},
  review: {},
  replanning: null,
  papers: ['TITLE_BASIS'],
  isDeveloperAccredited: null,
  shortOwnership: 6,
  today,
  ...more,
})
const seller = (values: object) =>
  sale({ seller: { kind: 'INDIVIDUAL', rightSince: '2015-03-01', ...values } })

describe('what a sale requires', () => {
  it.each([
    ['a sole adult owner', sale(), ['TITLE']],
    ['a minor owner', seller({ minorOwners: true }), ['TITLE', 'NOTARY', 'GUARDIANSHIP']],
    ['a share', seller({ shareSale: true }), ['TITLE', 'NOTARY', 'PRE_EMPTION']],
    ['a right that came in marriage', seller({ rightInMarriage: true }), ['TITLE', 'SPOUSE']],
    ['a representative', seller({ represented: true }), ['TITLE', 'PROCURACY']],
    ['a right of four months', seller({ rightSince: '2026-07-24' }), ['TITLE', 'SHORT_OWNERSHIP']],
    ['a right of six months to the day', seller({ rightSince: '2026-05-24' }), ['TITLE']],
    ['maternity capital', sale({ credit: { maternityCapital: true } }), ['TITLE', 'MATERNITY', 'SHARE_DUTY']],
    ['a replanning that was declared', sale({ replanning: 'NOT_LEGALISED' }), ['TITLE', 'LAYOUT']],
    [
      'what is being built',
      sale({ goal: 'PRIMARY_MARKET', seller: { kind: 'DEVELOPER' } }),
      ['DEVELOPER', 'DECLARATION', 'ESCROW'],
    ],
    ['a firm that married nobody', sale({ seller: { kind: 'LEGAL', rightInMarriage: true } }), ['TITLE']],
    ['a refinanced loan', sale({ goal: 'REFINANCING', seller: {} }), ['TITLE']],
  ])('of %s', (_, facts, codes) => {
    expect(saleRequirements(facts).map(({ code }) => code)).toEqual(codes)
  })
  it('is proven by a paper, by the review or by words of the reviewer', () => {
    const proofs = (facts: SaleFacts) =>
      Object.fromEntries(saleRequirements(facts).map(({ code, proof }) => [code, proof]))
    const base = { minorOwners: true, kind: 'INDIVIDUAL', rightSince: '2015-01-01' }
    expect(proofs(sale({ seller: base }))).toMatchObject({ NOTARY: null, GUARDIANSHIP: null })
    const review = {
      dealForm: 'NOTARIAL',
      otherwise: [{ key: 'a', requirement: 'GUARDIANSHIP', proof: 'Постановление в деле продавца' }],
    }
    expect(proofs(sale({ seller: base, review }))).toEqual({
      TITLE: 'документ в заявке',
      NOTARY: 'сделка нотариальная',
      GUARDIANSHIP: 'Постановление в деле продавца',
    })
    // Both papers are needed, not one of them.
    const capital = sale({ credit: { maternityCapital: true }, papers: ['MSK_CERT'] })
    expect(proofs(capital)['MATERNITY']).toBeNull()
    expect(proofs({ ...capital, papers: ['MSK_CERT', 'MSK_BALANCE'] })['MATERNITY']).toBe('документ в заявке')
  })
})

describe('insurance', () => {
  const needed = (more: object) =>
    insuranceNeeds({
      ...{ type: 'FLAT', credit: {}, seller: {}, papers: [], titleOwnership: 36, today },
      ...more,
    })
      .filter(({ isNeeded }) => isNeeded)
      .map(({ kind }) => kind)
  it.each([
    ['of a flat', {}, ['property']],
    ['of a right two years old', { seller: { rightSince: '2024-11-25' } }, ['property', 'title']],
    ['of a right three years old', { seller: { rightSince: '2023-11-24' } }, ['property']],
    ['of a life that the client insures', { credit: { lifeInsurance: true } }, ['property', 'life']],
    ['of what is being built', { type: 'DDU_RIGHT', seller: { rightSince: '2026-01-01' } }, []],
  ])('%s', (_, more, kinds) => expect(needed(more)).toEqual(kinds))
})

const content = {
  questions: [
    { key: 'a', ask: 'Аккредитован?', kind: 'CHOICE_COMMENT', fine: 'Да', remark: 'Истекает', stop: 'Нет' },
    { key: 'b', ask: 'Есть споры?', kind: 'CHOICE', fine: 'Нет; Не применимо' },
    { key: 'c', ask: 'Вывод', kind: 'COMMENT' },
  ],
}
const questions = questionsOf(content)

describe('a check list', () => {
  it.each([
    ['nothing', {}, [null, null, null]],
    ['a remark without words', { 'a-answer': 'Истекает' }, [null, null, null]],
    ['a remark with words', { 'a-answer': 'Истекает', 'a-words': 'в мае' }, ['REMARK', null, null]],
    ['a stop with words', { 'a-answer': 'Нет', 'a-words': 'отозвана' }, ['STOP', null, null]],
    ['what the list does not offer', { 'b-answer': 'Да' }, [null, null, null]],
    ['everything', { 'a-answer': 'Да', 'b-answer': 'Нет', 'c-words': 'Чисто' }, ['FINE', 'FINE', 'FINE']],
    ['blanks for words', { 'a-answer': 'Да', 'b-answer': 'Нет', 'c-words': '   ' }, ['FINE', 'FINE', null]],
  ])('answered with %s', (_, answers, effects) => {
    expect(answered(questions, answers).map(({ effect }) => effect)).toEqual(effects)
  })
  it('is not published with mistakes', () => {
    expect(checkListIssues(content)).toEqual([])
    expect(checkListIssues({})).toEqual(['Добавьте хотя бы один вопрос'])
    const wrong = [
      { key: 'a', kind: 'CHOICE', fine: 'Да' },
      { key: 'b', ask: 'Кто?', kind: 'CHOICE', fine: 'Да; Нет', stop: 'Нет' },
    ]
    expect(checkListIssues({ questions: wrong })).toHaveLength(4)
  })
})

const facts = (more: Partial<ObjectFacts> = {}): ObjectFacts => ({
  object,
  parts: {
    OBJECT: { layout: 'MATCHES', emergency: 'NO' },
    RIGHTS: extract,
    APPRAISAL: { report: 'ACCEPTED' },
    SELLER: { relation: 'NONE' },
    LEGAL: { 'a-answer': 'Да', 'b-answer': 'Нет', 'c-words': 'Чисто' },
    INSURANCE: {},
  },
  questions,
  requirements: [],
  opinions: [],
  isAppraiserAccredited: true,
  loanToValue: null,
  figures: deliveredFigures(today),
  today,
  ...more,
})
const withPart = (part: string, answers: object) => {
  const base = facts()
  return facts({ parts: { ...base.parts, [part]: answers } })
}

describe('what holds an object', () => {
  const held = (of: ObjectFacts) => objectHoldsOf(of).map(({ part, isHard }) => `${part}${isHard ? '!' : ''}`)
  it('is nothing when all is done', () => expect(objectHoldsOf(facts())).toEqual([]))
  it.each([
    ['an unfinished list', withPart('LEGAL', { 'a-answer': 'Да' }), ['LEGAL!']],
    [
      'an answer that stops',
      withPart('LEGAL', { 'a-answer': 'Нет', 'a-words': 'x', 'b-answer': 'Нет', 'c-words': 'x' }),
      ['LEGAL!'],
    ],
    [
      'a remark',
      withPart('LEGAL', { 'a-answer': 'Истекает', 'a-words': 'x', 'b-answer': 'Нет', 'c-words': 'x' }),
      ['LEGAL'],
    ],
    ['no list for the goal', facts({ questions: null }), ['LEGAL!']],
    ['a lawyer who has not answered', facts({ opinions: [{ conclusion: null }] }), ['LEGAL!']],
    [
      'a negative opinion',
      facts({ opinions: [{ conclusion: 'NEGATIVE' }, { conclusion: 'POSITIVE' }] }),
      ['LEGAL!'],
    ],
    ['an opinion with conditions', facts({ opinions: [{ conclusion: 'CONDITIONS' }] }), ['LEGAL']],
    [
      'a later opinion that is positive',
      facts({ opinions: [{ conclusion: 'POSITIVE' }, { conclusion: 'NEGATIVE' }] }),
      [],
    ],
    ['no extract', withPart('RIGHTS', {}), ['RIGHTS!']],
    ['an extract too old', withPart('RIGHTS', { ...extract, extractDate: '2026-10-01' }), ['RIGHTS!']],
    [
      'shares that do not make one',
      withPart('RIGHTS', {
        ...extract,
        extractOwnership: 'SHARED_PROPERTY',
        extractOwners: [share('Ёлкин Пётр Ильич', 1, 2)],
      }),
      ['RIGHTS!'],
    ],
    [
      'owners whose number differs',
      withPart('RIGHTS', { ...extract, extractOwners: [share('Ёлкин Пётр Ильич'), share('Б')] }),
      ['RIGHTS!'],
    ],
    [
      'the same people under two entries',
      withPart('RIGHTS', {
        ...extract,
        mismatch: 'SAME',
        extractOwners: [share('Ёлкин Пётр Ильич'), share('Ёлкин Пётр Ильич')],
      }),
      [],
    ],
    ['no verdict on the report', withPart('APPRAISAL', {}), ['APPRAISAL!']],
    ['an appraiser without accreditation', facts({ isAppraiserAccredited: false }), ['APPRAISAL!']],
    ...(
      [
        ['62.5', '62.50', '62.5', []],
        ['80', null, '80.00', []],
        ['80.01', null, '80', ['APPRAISAL!']],
        // Who signed more than the norm has signed so much and no more.
        ['85', '85', '80', []],
        ['85.01', '85', '80', ['APPRAISAL!']],
      ] as const
    ).map(
      ([now, decided, allowed, holds]) =>
        [
          `К/З of ${now} where ${decided} was decided and ${allowed} is allowed`,
          facts({ loanToValue: { now, decided, allowed } }),
          [...holds],
        ] as [string, ObjectFacts, string[]],
    ),
    ['no report', facts({ object: { ...object, appraisals: [] } }), ['APPRAISAL!']],
    [
      'a report too old',
      facts({
        object: {
          ...object,
          appraisals: object.appraisals.map((one) => ({ ...one, reportDate: '2026-05-01' })),
        },
      }),
      ['APPRAISAL!'],
    ],
    [
      'a replanning to be agreed',
      withPart('OBJECT', { layout: 'TO_AGREE', emergency: 'NO', layoutUntil: '2027-01-01' }),
      ['OBJECT'],
    ],
    ['a house in disrepair', withPart('OBJECT', { layout: 'MATCHES', emergency: 'EMERGENCY' }), ['OBJECT!']],
    ['nothing said of the seller', withPart('SELLER', {}), ['SELLER!']],
  ])('%s', (_, of, expected) => expect(held(of)).toEqual(expected))
  it('asks neither extract nor appraisal of what is being built', () => {
    const built = facts({ object: { ...object, type: 'DDU_RIGHT', appraisals: [] } })
    expect(held({ ...built, parts: { ...built.parts, RIGHTS: {}, APPRAISAL: {} } })).toEqual([])
  })
})
