import { purchaseGoals } from '../../cases/sections/credit.ts'
import { asker, byRegion, loanGoals, optional, plain, regions, words } from './asker.ts'
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

export const goals = asker({
  label: 'Цель кредита',
  params: { goals: loanGoals('Цели'), words: words('Как сказать') },
  rule: ({ goals: wanted, words: title }) => ({
    code: 'goal',
    title,
    ask: (asked) => {
      const goal = goalOf(asked)
      if (goal === null) return unknownGoal
      const fits = wanted.includes(goal)
      return answer(fits, fits ? 'цель подходит' : 'цель другая', creditSource('goal'))
    },
  }),
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

export const listedHousing = asker({
  label: 'Жильё от застройщика, готовое — по перечню',
  params: {
    words: words('Как сказать'),
    act: words('Чей перечень'),
    without: optional(regions('Регионы, в которых мест из перечня нет')),
  },
  rule: ({ words: title, act, without }) => subsidisedHousing(title, readyByList(act, without ?? [])),
})
export const newHousing = plain(
  'Жильё от застройщика',
  subsidisedHousing('Жильё от застройщика', () => answer(false, 'вторичный рынок', creditSource('goal'))),
)
export const ruralHousing = plain(
  'Жильё по условиям сельской ипотеки',
  subsidisedHousing('Жильё по условиям сельской ипотеки', () =>
    unknown('вторичный рынок: решают вид и год постройки дома', creditSource('goal')),
  ),
)

export const regionsExcluded = asker({
  label: 'Кроме регионов',
  params: { regions: regions('Регионы'), words: words('Как сказать') },
  rule: ({ regions: excluded, words: title }) => ({
    code: 'region',
    title,
    ask: (asked) => {
      const region = regionOf(asked)
      if (region === null) return unknownRegion
      return answer(!excluded.includes(region), `регион ${region}`, creditSource('regionCode'))
    },
  }),
})

/** Whole regions, and parts of others: which part, the questionnaire asks by `arcticPlace`. */
export const regionsOnly = asker({
  label: 'Только регионы и их арктические части',
  params: {
    regions: regions('Регионы целиком'),
    parts: byRegion('Части регионов', 'Что входит в программу'),
    words: words('Как сказать'),
  },
  rule: ({ regions: whole, parts, words: title }) => ({
    code: 'region',
    title,
    ask: (asked) => {
      const region = regionOf(asked)
      if (region === null) return unknownRegion
      const part = parts[region]
      if (part !== undefined)
        return byFlag(asked, 'arcticPlace', [
          `регион ${region}, место в Арктической зоне`,
          `регион ${region}, место вне Арктической зоны`,
          `регион ${region}: решает место, в программу входят ${part}`,
        ])
      return answer(whole.includes(region), `регион ${region}`, creditSource('regionCode'))
    },
  }),
})

export const ruralPlace = asker({
  label: 'Сельская местность',
  params: { excluded: regions('Кроме регионов'), words: words('Как сказать') },
  rule: ({ excluded, words: title }) => ({
    code: 'region',
    title,
    ask: (asked) => {
      const region = regionOf(asked)
      if (region === null) return unknownRegion
      if (excluded.includes(region)) return answer(false, `регион ${region}`, creditSource('regionCode'))
      return byFlag(asked, 'ruralPlace', [
        'место подходит',
        'место не подходит',
        'решает место: есть ли оно в перечне сельских территорий региона',
      ])
    },
  }),
})
