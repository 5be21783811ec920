import { purchaseGoals } from '../cases/sections/credit.ts'
import {
  type Answer,
  type Asked,
  answer,
  credit,
  creditSource,
  type RuleSpec,
  text,
  unknown,
} from './rule.ts'
import { familyTerms, farEastTerms, ruralTerms } from './state-terms.ts'

const goalOf = (asked: Asked) => text(credit(asked)['goal'])
const regionOf = (asked: Asked) => text(credit(asked)['regionCode'])
const unknownGoal = unknown('цель кредита не указана', creditSource('goal'))
const unknownRegion = unknown('регион сделки не указан', creditSource('regionCode'))

/** What a flag of the place says; without it nobody knows. */
function byFlag(asked: Asked, field: string, [yes, no, open]: readonly [string, string, string]): Answer {
  const value = credit(asked)[field]
  return typeof value === 'boolean'
    ? answer(value, value ? yes : no, creditSource(field))
    : unknown(open, creditSource(field))
}

export const goalIs = (title: string, ...goals: string[]): RuleSpec => ({
  code: 'goal',
  title,
  ask: (asked) => {
    const goal = goalOf(asked)
    if (goal === null) return unknownGoal
    const fits = goals.includes(goal)
    return answer(fits, fits ? 'цель подходит' : 'цель другая', creditSource('goal'))
  },
})

/** Housing that a state programme pays for: new always, ready as `ready` says; a purchase in any case. */
const subsidisedHousing = (title: string, ready: (asked: Asked) => Answer): RuleSpec => ({
  code: 'goal',
  title,
  ask: (asked) => {
    const goal = goalOf(asked)
    const source = creditSource('goal')
    if (goal === null) return unknownGoal
    if (goal === 'SECONDARY_MARKET') return ready(asked)
    if ((purchaseGoals as readonly string[]).includes(goal))
      return answer(true, 'жильё от застройщика', source)
    return goal === 'REFINANCING'
      ? unknown('рефинансирование: решают дата и условия прежнего кредита', source)
      : answer(false, 'по программе жильё покупают', source)
  },
})

const readyByList = (act: string, without: readonly string[]) => (asked: Asked) => {
  const region = regionOf(asked)
  if (region !== null && without.includes(region))
    return answer(
      false,
      `вторичный рынок, в регионе ${region} нет мест из перечня`,
      creditSource('regionCode'),
    )
  return byFlag(asked, 'secondaryPlace', [
    `вторичный рынок, место есть в перечне (${act})`,
    `вторичный рынок, места нет в перечне (${act})`,
    `вторичный рынок: решает, есть ли место в перечне (${act})`,
  ])
}

export const familyHousing = subsidisedHousing(
  'Жильё от застройщика, готовое — в городах из перечня',
  readyByList(familyTerms.act, familyTerms.withoutReadyHousing),
)
export const farEastHousing = subsidisedHousing(
  'Жильё от застройщика, готовое — там, где допускает программа',
  readyByList(farEastTerms.act, []),
)
export const newHousing = subsidisedHousing('Жильё от застройщика', () =>
  answer(false, 'вторичный рынок', creditSource('goal')),
)
export const ruralHousing = subsidisedHousing('Жильё по условиям сельской ипотеки', () =>
  unknown('вторичный рынок: решают вид и год постройки дома', creditSource('goal')),
)

export const notIn = (title: string, excluded: readonly string[]): RuleSpec => ({
  code: 'region',
  title,
  ask: (asked) => {
    const region = regionOf(asked)
    if (region === null) return unknownRegion
    return answer(!excluded.includes(region), `регион ${region}`, creditSource('regionCode'))
  },
})

export const farEastRegion: RuleSpec = {
  code: 'region',
  title: 'Дальний Восток или Арктическая зона',
  ask: (asked) => {
    const region = regionOf(asked)
    if (region === null) return unknownRegion
    const part = farEastTerms.partly[region]
    if (part !== undefined)
      return byFlag(asked, 'arcticPlace', [
        `регион ${region}, место в Арктической зоне`,
        `регион ${region}, место вне Арктической зоны`,
        `регион ${region}: решает место, в программу входят ${part}`,
      ])
    return answer(farEastTerms.regions.includes(region), `регион ${region}`, creditSource('regionCode'))
  },
}

export const ruralPlace: RuleSpec = {
  code: 'region',
  title: 'Сельская местность или опорный населённый пункт, кроме Москвы и Санкт-Петербурга',
  ask: (asked) => {
    const region = regionOf(asked)
    if (region === null) return unknownRegion
    if (ruralTerms.excluded.includes(region))
      return answer(false, `регион ${region}`, creditSource('regionCode'))
    return byFlag(asked, 'ruralPlace', [
      'место подходит',
      'место не подходит',
      'решает место: есть ли оно в перечне сельских территорий региона',
    ])
  },
}
