import type { QuestionnaireData } from './section-completeness.ts'
import {
  balancesCovered,
  farEastBasis,
  firstPreferential,
  goalIs,
  maxAmount,
  maxLoanToValue,
  minDownPayment,
  rateIs,
  regionRule,
  sumsMeet,
  upTo,
} from './programmes/credit-rules.ts'
import {
  ageAtEnd,
  currentAge,
  employmentFlag,
  familyChildren,
  savingsYears,
  spouseTogether,
} from './programmes/person-rules.ts'
import { credit, type ProgrammeRule, type RuleSpec, text } from './programmes/rule.ts'

const metropolitan = ['77', '50', '78', '47']
/** Far Eastern Federal District and the regions of the Arctic zone as a whole. */
const farEastern = ['14', '25', '27', '28', '41', '49', '65', '79', '75', '03', '87', '51', '83', '89']

const base = [ageAtEnd(75), sumsMeet] as const
const twenty = minDownPayment(2_000n)
const subsidised = minDownPayment(2_010n)
const familyLimit = maxAmount((asked) => {
  const region = text(credit(asked)['regionCode'])
  if (region === null) return null
  return metropolitan.includes(region) ? '12000000' : '6000000'
}, 'Сумма до 12 млн ₽ в Москве, Петербурге и их областях, до 6 млн ₽ в других регионах')
const family = [familyLimit, rateIs('6'), familyChildren, spouseTogether, firstPreferential]
const military = [
  employmentFlag('savings', 'Заёмщик — участник НИС', 'savingsParticipant', [
    'участник НИС',
    'не участник НИС',
  ]),
  savingsYears,
  ageAtEnd(50),
  sumsMeet,
]
const market = [upTo('30000000'), twenty, ...base]

const rulesByProgramme: Readonly<Record<string, readonly RuleSpec[]>> = {
  '1': [goalIs('Покупка строящегося жилья', 'PRIMARY_MARKET'), ...market],
  '2': [goalIs('Покупка готового жилья', 'SECONDARY_MARKET', 'PRIMARY_MARKET_FINISHED'), ...market],
  '5': military,
  '6': [...military, ...family],
  '7': military,
  '9': [
    goalIs('Рефинансирование', 'REFINANCING'),
    balancesCovered,
    maxLoanToValue(8_000n),
    upTo('30000000'),
    ageAtEnd(75),
  ],
  '10': [
    goalIs('Под залог имеющегося жилья', 'COLLATERAL_AVAILABLE'),
    maxLoanToValue(7_000n),
    upTo('30000000'),
    ageAtEnd(75),
  ],
  '105': [...family, subsidised, ...base],
  '106': [
    upTo('9000000'),
    rateIs('6'),
    subsidised,
    regionRule('Кроме Москвы и Санкт-Петербурга', (region) => !['77', '78'].includes(region)),
    employmentFlag('accredited', 'Работодатель — аккредитованная ИТ-компания', 'itAccredited', [
      'аккредитован',
      'не аккредитован',
    ]),
    currentAge(50),
    firstPreferential,
    ...base,
  ],
  '107': [
    upTo('9000000'),
    rateIs('2'),
    subsidised,
    regionRule('Дальний Восток или Арктическая зона', (region) => farEastern.includes(region)),
    farEastBasis,
    firstPreferential,
    ...base,
  ],
  '108': [
    upTo('6000000'),
    rateIs('3'),
    twenty,
    regionRule('Кроме Москвы и Санкт-Петербурга', (region) => !['77', '78'].includes(region)),
    ...base,
  ],
}

/** What the programme of a questionnaire asks for and what is known of it; live in the form, the same on the server. */
export function programmeRules(data: QuestionnaireData, today: string): ProgrammeRule[] {
  const programme = text(credit({ data, today })['programme'])
  if (programme === null) return []
  const specs = rulesByProgramme[programme] ?? market
  return specs.map(({ code, title, ask }) => ({ code, title, ...ask({ data, today }) }))
}
