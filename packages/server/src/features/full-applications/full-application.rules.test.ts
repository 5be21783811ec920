import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { affinitiesOf } from './object-checks.rules.ts'
import { describe, expect, it } from 'vitest'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { checksFor, debtLoad, outcomeOf, ownVerdict } from './auto-checks.rules.ts'

const figures = deliveredFigures('2026-11-20')

describe('the queue', () => {
  it.each([
    ['3000000', 'LEVEL_1'],
    ['3000000.01', 'LEVEL_2'],
    ['20000000', 'LEVEL_3'],
    ['50000000.01', 'LEVEL_5'],
    [null, 'LEVEL_2'],
  ])('%s is of %s', (amount, level) => {
    expect(levelOf(figures, amount)).toBe(level)
  })
})

describe('automatic checks', () => {
  const person = (role: string, sections: QuestionnaireData['participants'][number]['sections'] = {}) => ({
    id: role.length,
    role,
    name: role,
    sections,
  })
  const data = (people: ReturnType<typeof person>[], credit = {}): QuestionnaireData => ({
    type: 'FULL_APPLICATION',
    sections: { CREDIT: credit },
    participants: people,
  })
  it('ask about debtors, and the blacklists about everybody who takes part', () => {
    const asked = checksFor(data([person('MAIN_BORROWER'), person('PLEDGER')]))
    const ofPledger = asked.filter(({ participantId }) => participantId === 'PLEDGER'.length)
    expect(ofPledger.map(({ code }) => code)).toEqual(['BLACKLIST_PERSON', 'BLACKLIST_PHONE'])
    expect(asked).toContainEqual({
      code: 'BLACKLIST_LEGAL',
      participantId: 'MAIN_BORROWER'.length,
      realtyId: null,
    })
  })
  it.each([
    [['OK', 'OK'], 'LEVEL_1', 'approveAutomatically'],
    [['OK', 'WARN'], 'LEVEL_1', 'checksPassed'],
    [['OK', 'OK'], 'LEVEL_2', 'checksPassed'],
    [['OK', 'ERROR'], 'LEVEL_1', null],
    [['WAITING', 'OK'], 'LEVEL_2', null],
    [['ERROR', 'FAIL'], 'LEVEL_2', 'stopFactor'],
    [[], 'LEVEL_1', 'checksPassed'],
  ])('%j at %s end with %s', (states, level, outcome) => {
    expect(
      outcomeOf(
        states.map((state) => ({ code: 'FSSP', state })),
        level,
      ),
    ).toBe(outcome)
  })
  it('of services that an old gateway does not know hold nothing up, and stop what they find', () => {
    const answers = (state: string) => [
      { code: 'FSSP', state: 'OK' },
      { code: 'BKI_OKB', state },
    ]
    expect(['ERROR', 'WARN', 'FAIL'].map((state) => outcomeOf(answers(state), 'LEVEL_1'))).toEqual([
      'approveAutomatically',
      'checksPassed',
      'stopFactor',
    ])
  })
  it('of objects are asked of each of them', () => {
    const asked = checksFor(data([person('MAIN_BORROWER')]), [7, 8])
    expect(asked.filter(({ code }) => code === 'REALTY_PRICE').map(({ realtyId }) => realtyId)).toEqual([
      7, 8,
    ])
  })
  it.each([
    ['115000', 'OK', 'Цена выше оценки на 15,00 %'],
    ['115010', 'WARN', 'Цена выше оценки на 15,01 %, допустимо 15 %'],
    ['90000', 'OK', 'Цена ниже оценки на 10,00 %'],
  ])('a price of %s against an appraisal is %s', (price, state, text) => {
    const appraisal = {
      appraiser: 'Оценщик',
      reportNumber: '1',
      marketValue: '100000.00',
      liquidationValue: null,
    }
    const object = {
      id: 1,
      name: 'Квартира',
      number: '',
      address: null,
      price,
      extractDate: null,
      encumbrances: [],
      owners: [],
      appraisals: [
        { ...appraisal, reportDate: '2026-10-01' },
        { ...appraisal, reportDate: '2026-01-01', marketValue: '1.00' },
      ],
    }
    const facts = {
      today: '2026-11-20',
      figures,
      duplicates: 0,
      means: { payment: null, debtLoad: null, objects: [] },
    }
    expect(ownVerdict('REALTY_PRICE', data([]), undefined, { ...facts, object })).toEqual({ state, text })
    expect(ownVerdict('REALTY_EGRN', data([]), undefined, { ...facts, object }).text).toBe(
      'Дата выписки не указана; Правообладатели не указаны',
    )
  })
  it('tell what a seller has in common with a borrower', () => {
    const personal = (lastName: string) => ({ PERSONAL: { lastName, phone: '+79170000001' } })
    const people = [person('MAIN_BORROWER', personal('Сомова')), person('PARTICIPANT', personal('Котов'))]
    expect(affinitiesOf(people)).toEqual(['MAIN_BORROWER и PARTICIPANT: общий телефон'])
    expect(
      affinitiesOf([person('MAIN_BORROWER', personal('А')), person('CO_BORROWER', personal('А'))]),
    ).toEqual([])
  })
  it.each([
    ['79.99', 'OK', 'ПДН 79,99 %'],
    ['80.00', 'OK', 'ПДН 80,00 %'],
    ['80.01', 'WARN', 'ПДН 80,01 %'],
    [null, 'WARN', 'Доход не указан, ПДН не посчитать'],
  ])('a debt load of %s is %s', (percent, state, text) => {
    expect(debtLoad({ payment: '1', debtLoad: percent }, figures)).toEqual({ state, text })
  })
  it('a debt load is not passed while the loan is not known', () => {
    expect(debtLoad({ payment: null, debtLoad: null }, figures).state).toBe('WARN')
  })
  it('stop above the age, warn of an old passport and of other applications', () => {
    const facts = {
      today: '2026-11-20',
      figures,
      duplicates: 2,
      means: { payment: null, debtLoad: null, objects: [] },
    }
    const old = person('MAIN_BORROWER', {
      PERSONAL: { birthDate: '1960-01-01', passport: '3610123456', passportIssuedOn: '2000-01-01' },
    })
    const given = data([old], { termMonths: 240 })
    expect(ownVerdict('AGE_LIMIT', given, old, facts).state).toBe('FAIL')
    expect(ownVerdict('PASSPORT_FORMAT', given, old, facts).state).toBe('WARN')
    expect(ownVerdict('DUPLICATE_APPS', given, old, facts)).toEqual({
      state: 'WARN',
      text: 'Других заявок за 90\u00a0дней: 2',
    })
    expect(ownVerdict('AGE_LIMIT', given, undefined, facts).state).toBe('OK')
    expect(ownVerdict('PROGRAMME', data([]), undefined, facts)).toEqual({
      state: 'WARN',
      text: 'Программа не выбрана',
    })
  })
})
