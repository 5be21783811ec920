import type { AskerCode } from '@ipoteka-office/contract/products/eligibility/askers.ts'
import type { Asked } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { familyTerms, farEastTerms, itTerms, millionCities, ruralTerms, savingsTerms } from './state-terms.ts'

const ask = (asker: AskerCode, values: Asked['values'] = {}): Asked => ({ asker, values })

const family = [
  ask('listedHousing', {
    words: 'Жильё от застройщика, готовое — в городах из перечня',
    act: familyTerms.act,
    without: [...familyTerms.withoutReadyHousing],
  }),
  ask('maxRate', { rate: familyTerms.rate }),
  ask('familyChildren', { age: familyTerms.oldestChild }),
  ask('spouseTogether', { since: familyTerms.spousesTogetherSince }),
  ask('firstPreferential'),
  ask('lastDay', { day: familyTerms.lastDay }),
]
const savings = (ownPart: boolean) => [
  ask('savingsMember'),
  ask('savingsYears', { years: savingsTerms.years }),
  ask('savingsAmount', { ownPart }),
  ask('savingsDownPayment'),
]
const capitals = { regions: [...itTerms.excluded], words: 'Кроме Москвы и Санкт-Петербурга' }
const market = [ask('sumsMeet')]

/** What the mortgages of a programme ask of clients and deals beside the limits: the state's and the bank's own conditions. */
export const mortgageEligibility: Readonly<Record<string, readonly Asked[]>> = {
  '1': [ask('goals', { goals: ['PRIMARY_MARKET'], words: 'Покупка строящегося жилья' }), ...market],
  '2': [
    ask('goals', {
      goals: ['SECONDARY_MARKET', 'PRIMARY_MARKET_FINISHED'],
      words: 'Покупка готового жилья',
    }),
    ...market,
  ],
  '3': market,
  '4': market,
  '5': [...savings(false), ...market],
  '6': [...savings(false), ...market, ...family],
  '7': [...savings(true), ...market],
  '9': [ask('goals', { goals: ['REFINANCING'], words: 'Рефинансирование' }), ask('balancesCovered')],
  '10': [ask('goals', { goals: ['COLLATERAL_AVAILABLE'], words: 'Под залог имеющегося жилья' })],
  '105': [...family, ...market],
  '106': [
    ask('newHousing'),
    ask('maxRate', { rate: itTerms.rate }),
    ask('regionsExcluded', capitals),
    ask('itEmployer'),
    ask('itSalary', {
      salary: itTerms.salary,
      higherSalary: itTerms.metropolitanSalary,
      regions: [...familyTerms.metropolitan],
      cities: { ...millionCities },
      words: 'в городах-миллионниках, Московской и Ленинградской областях',
    }),
    ask('maxAgeNow', { years: itTerms.oldest }),
    ask('firstPreferential'),
    ask('lastDay', { day: itTerms.lastDay }),
    ...market,
  ],
  '107': [
    ask('listedHousing', {
      words: 'Жильё от застройщика, готовое — там, где допускает программа',
      act: farEastTerms.act,
    }),
    ask('amountByArea', { amount: farEastTerms.limit, area: farEastTerms.areaOfLargeLimit }),
    ask('maxRate', { rate: farEastTerms.rate }),
    ask('regionsOnly', {
      regions: [...farEastTerms.regions],
      parts: { ...farEastTerms.partly },
      words: 'Дальний Восток или Арктическая зона',
    }),
    ask('farEastBasis', { age: farEastTerms.youngFamilyAge }),
    ask('firstPreferential'),
    ask('lastDay', { day: farEastTerms.lastDay }),
    ...market,
  ],
  '108': [
    ask('ruralHousing'),
    ask('maxRate', { rate: ruralTerms.rate, lowest: ruralTerms.lowestRate }),
    ask('ruralPlace', {
      excluded: [...ruralTerms.excluded],
      words: 'Сельская местность или опорный населённый пункт, кроме Москвы и Санкт-Петербурга',
    }),
    ...market,
  ],
  '109': market,
  '110': market,
  '111': market,
}
