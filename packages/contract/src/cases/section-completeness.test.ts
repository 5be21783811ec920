import { describe, expect, it } from 'vitest'
import { sectionDefinitions, sectionSchema } from './case-sections.ts'
import {
  fromKopecks,
  type QuestionnaireData,
  questionnaireCompleteness,
  sectionCompleteness,
  toKopecks,
} from './section-completeness.ts'
import { fieldText } from '../common/field-texts.ts'
import { questionnaireDifferences, sectionDifferences } from './section-texts.ts'

const place = (credit: Record<string, unknown>) => ({ sections: { CREDIT: credit } })
const gapsOf = (credit: Record<string, unknown>) =>
  sectionCompleteness('CREDIT', place(credit), null).gaps.map(({ field }) => field)

describe('what is needed', () => {
  it('follows from the data', () => {
    expect(gapsOf({})).toEqual(expect.arrayContaining(['programme', 'goal', 'amount']))
    expect(gapsOf({})).not.toContain('downPayment')
    expect(gapsOf({ goal: 'SECONDARY_MARKET' })).toContain('downPayment')
    expect(gapsOf({ goal: 'REFINANCING' })).toContain('refinancedCredits')
    expect(gapsOf({ maternityCapital: true })).toContain('maternityCapitalAmount')
    expect(gapsOf({ maternityCapital: false })).not.toContain('maternityCapitalAmount')
  })
  it('follows from what the product of the programme asks for, in the region of the deal', () => {
    const asks = {
      '107': [
        { field: 'CREDIT.farEastBasis', regions: null },
        { field: 'CREDIT.arcticPlace', regions: ['24'] },
      ],
      '106': [{ field: 'EMPLOYMENT.itAccredited', regions: null }],
    }
    const gapsBy = (credit: Record<string, unknown>) =>
      sectionCompleteness('CREDIT', { ...place(credit), asks }, null).gaps.map(({ field }) => field)
    expect(gapsBy({ programme: '107' })).toContain('farEastBasis')
    expect(gapsBy({ programme: '106' })).not.toContain('farEastBasis')
    expect(gapsOf({ programme: '107' })).not.toContain('farEastBasis')
    expect(gapsBy({ programme: '107', regionCode: '24' })).toContain('arcticPlace')
    expect(gapsBy({ programme: '107', regionCode: '25' })).not.toContain('arcticPlace')
    const worker = {
      ...{ id: 1, role: 'MAIN_BORROWER', name: '' },
      sections: { EMPLOYMENT: { employmentType: 'HIRED' } },
    }
    const ofWorker = (programme: string) =>
      sectionCompleteness('EMPLOYMENT', { ...place({ programme }), asks }, worker).gaps.map(
        ({ field }) => field,
      )
    expect(ofWorker('106')).toContain('itAccredited')
    expect(ofWorker('107')).not.toContain('itAccredited')
  })
  it('in rows names the row', () => {
    const participant = {
      id: 1,
      role: 'MAIN_BORROWER',
      name: 'Сомова',
      sections: { INCOME: { incomes: [{ key: 'a', type: 'SALARY_MAIN' }] } },
    }
    const { gaps, filled, needed } = sectionCompleteness('INCOME', place({}), participant)
    expect(gaps).toEqual([
      expect.objectContaining({
        field: 'incomes.0.verification',
        label: 'Доход 1: Подтверждение',
        participantId: 1,
      }),
      expect.objectContaining({ field: 'incomes.0.declared' }),
    ])
    expect([filled, needed]).toEqual([2, 4])
  })
  it('is asked as whether there is any: one answer opens the list, and the other closes it', () => {
    const participant = { id: 1, role: 'MAIN_BORROWER', name: 'Сомова' }
    const gaps = (section: 'INCOME' | 'OBLIGATIONS' | 'ASSETS', data: Record<string, unknown>) =>
      sectionCompleteness(section, place({}), { ...participant, sections: { [section]: data } }).gaps.map(
        ({ label }) => label,
      )
    expect(gaps('OBLIGATIONS', {})).toEqual(['Есть кредиты и займы'])
    expect(gaps('OBLIGATIONS', { noObligations: false })).toEqual(['Обязательства'])
    expect(gaps('OBLIGATIONS', { noObligations: true })).toEqual([])
    expect(gaps('INCOME', {})).toEqual(['Есть доходы'])
    expect(gaps('ASSETS', {})).toEqual(['Есть имущество'])
    const row = { key: 'a', type: 'CAR', value: '1' }
    expect(gaps('ASSETS', { assets: [row] })).toEqual([])
    const { noAssets } = sectionDefinitions.ASSETS.fields
    expect([true, false].map((value) => fieldText(noAssets, value, (_, code) => code))).toEqual(['нет', 'да'])
  })
  it('«нет» and 0 are answers, an empty list and an empty text are not', () => {
    expect(gapsOf({ lifeInsurance: false })).not.toContain('lifeInsurance')
    expect(gapsOf({ amount: '0' })).not.toContain('amount')
    expect(gapsOf({ goal: 'REFINANCING', refinancedCredits: [] })).toContain('refinancedCredits')
    expect(gapsOf({ programme: '' })).toContain('programme')
  })
  it('asks a pledger only who they are, and a seller only when something is chosen', () => {
    const data = (chosen: boolean): QuestionnaireData => ({
      type: 'FULL_APPLICATION',
      sections: { CREDIT: { goal: 'SECONDARY_MARKET' }, REALTY: { chosen } },
      participants: [{ id: 5, role: 'PLEDGER', name: '', sections: {} }],
    })
    const found = questionnaireCompleteness(data(true))
    expect(found.filter(({ participantId }) => participantId === 5).map(({ section }) => section)).toEqual([
      'PERSONAL',
      'CONSENTS',
    ])
    expect(found.find(({ section }) => section === 'SELLER')?.needed).toBeGreaterThan(0)
    expect(questionnaireCompleteness(data(false)).find(({ section }) => section === 'SELLER')?.needed).toBe(0)
  })
})

describe('values', () => {
  it.each([
    ['PERSONAL', { passport: '36 10 123456' }, { passport: '3610123456' }],
    ['PERSONAL', { snils: '112-233-445 95' }, { snils: '11223344595' }],
    ['PERSONAL', { phone: '8 (917) 123-45-67' }, { phone: '+79171234567' }],
  ] as const)('of %s %j are kept as %j', (section, given, kept) => {
    expect(sectionSchema(section).parse(given)).toEqual(kept)
  })
  it.each([
    ['PERSONAL', { passport: '0000123456' }],
    ['PERSONAL', { inn: '7707083893' }],
    ['PERSONAL', { snils: '11223344596' }],
    ['CREDIT', { termMonths: 601 }],
    ['INCOME', { incomes: [{ key: 'a' }, { key: 'a' }] }],
    ['INCOME', { incomes: [{ key: 'a', months: [{ key: 'm', month: '2026-13' }] }] }],
  ] as const)('of %s %j are refused', (section, given) => {
    expect(sectionSchema(section).safeParse(given).success).toBe(false)
  })
  it('every field of a dictionary names it, every list names its row', () => {
    for (const { fields } of Object.values(sectionDefinitions))
      for (const field of Object.values(fields)) {
        expect(field.kind === 'REFERENCE').toBe(field.dictionary !== undefined)
        expect(field.kind === 'LIST').toBe(field.itemLabel !== undefined)
      }
  })
  it.each(['0', '0.01', '6480000', '83217.44', '9999999999999.99'])(
    '%s roubles survive kopecks',
    (amount) => {
      expect(fromKopecks(toKopecks(amount))).toBe(amount)
    },
  )
})

describe('texts', () => {
  const { amount, maternityCapital } = sectionDefinitions.CREDIT.fields
  const { sex, birthDate } = sectionDefinitions.PERSONAL.fields
  const same = (_: string, code: string) => code
  it.each([
    [amount, '6480000.5', '6\u00a0480\u00a0000,50\u00a0₽'],
    [maternityCapital, false, 'нет'],
    [sex, 'FEMALE', 'Женский'],
    [birthDate, '1990-04-12', '12.04.1990'],
    [amount, undefined, '−'],
  ])('a value is told in words', (field, value, text) => {
    expect(fieldText(field, value, same)).toBe(text)
  })
  it('differences follow rows by their key', () => {
    const row = (key: string, declared: string) => ({ key, type: 'SALARY_MAIN', declared })
    const before = { incomes: [row('a', '100'), row('b', '200')] }
    const after = { incomes: [row('b', '250')] }
    expect(
      sectionDifferences('INCOME', before, after, same).map((one) => [
        one.label,
        one.before.slice(-5),
        one.after.slice(-5),
      ]),
    ).toEqual([
      ['Доход 1', '100\u00a0₽', '−'],
      ['Доход 2', '200\u00a0₽', '250\u00a0₽'],
    ])
  })
  it('differences tell who came and who went', () => {
    const one = { id: 1, role: 'MAIN_BORROWER', name: 'Сомова', sections: {} }
    const two = { id: 2, role: 'CO_BORROWER', name: 'Ёлкин', sections: {} }
    const data = (...participants: (typeof one)[]): QuestionnaireData => ({
      type: 'FULL_APPLICATION',
      sections: {},
      participants,
    })
    expect(questionnaireDifferences(data(one), data(one, two), same)).toEqual([
      expect.objectContaining({ section: 'PARTICIPANTS', before: '−', after: 'CO_BORROWER: Ёлкин' }),
    ])
  })
})
