import type { ObjectWorth } from '../cases/monthly-means.ts'
import type { QuestionnaireData } from '../cases/section-completeness.ts'
import {
  balancesCovered,
  familyLimit,
  farEastLimit,
  firstPreferential,
  maxLoanToValue,
  minDownPayment,
  rateIs,
  sumsMeet,
  until,
  upTo,
} from './credit-rules.ts'
import { employmentFlag, itSalary, savingsLimit, savingsPayment, savingsYears } from './employment-rules.ts'
import { ageAtEnd, currentAge, familyChildren, farEastBasis, spouseTogether } from './person-rules.ts'
import {
  familyHousing,
  farEastHousing,
  farEastRegion,
  goalIs,
  newHousing,
  notIn,
  ruralHousing,
  ruralPlace,
} from './place-rules.ts'
import { credit, creditSource, type ProgrammeRule, type RuleSpec, text, unknown } from './rule.ts'
import { familyTerms, farEastTerms, itTerms, marketTerms, ruralTerms, savingsTerms } from './state-terms.ts'

const base = [ageAtEnd(marketTerms.oldestAtEnd), sumsMeet] as const
const family = [
  familyHousing,
  familyLimit,
  rateIs(familyTerms.rate),
  familyChildren,
  spouseTogether,
  firstPreferential,
  until(familyTerms.lastDay),
]
const savings = [
  employmentFlag('savings', 'Заёмщик — участник НИС', 'savingsParticipant', [
    'участник НИС',
    'не участник НИС',
  ]),
  savingsYears,
  savingsPayment,
  ageAtEnd(savingsTerms.oldest),
  sumsMeet,
]
const military = [savingsLimit(false), ...savings]
const market = [upTo(marketTerms.limit), minDownPayment(marketTerms.downPayment), ...base]

const rulesByProgramme: Readonly<Record<string, readonly RuleSpec[]>> = {
  '1': [goalIs('Покупка строящегося жилья', 'PRIMARY_MARKET'), ...market],
  '2': [goalIs('Покупка готового жилья', 'SECONDARY_MARKET', 'PRIMARY_MARKET_FINISHED'), ...market],
  '3': market,
  '4': market,
  '5': military,
  '6': [...military, ...family],
  '7': [savingsLimit(true), ...savings],
  '9': [
    goalIs('Рефинансирование', 'REFINANCING'),
    balancesCovered,
    maxLoanToValue(marketTerms.refinancingLoanToValue),
    upTo(marketTerms.limit),
    ageAtEnd(marketTerms.oldestAtEnd),
  ],
  '10': [
    goalIs('Под залог имеющегося жилья', 'COLLATERAL_AVAILABLE'),
    maxLoanToValue(marketTerms.pledgeLoanToValue),
    upTo(marketTerms.limit),
    ageAtEnd(marketTerms.oldestAtEnd),
  ],
  '105': [...family, minDownPayment(familyTerms.downPayment), ...base],
  '106': [
    newHousing,
    upTo(itTerms.limit),
    rateIs(itTerms.rate),
    minDownPayment(itTerms.downPayment),
    notIn('Кроме Москвы и Санкт-Петербурга', itTerms.excluded),
    employmentFlag('accredited', 'Работодатель — аккредитованная ИТ-компания', 'itAccredited', [
      'аккредитован',
      'не аккредитован',
    ]),
    itSalary,
    currentAge(itTerms.oldest),
    firstPreferential,
    until(itTerms.lastDay),
    ...base,
  ],
  '107': [
    farEastHousing,
    farEastLimit,
    rateIs(farEastTerms.rate),
    minDownPayment(farEastTerms.downPayment),
    farEastRegion,
    farEastBasis,
    firstPreferential,
    until(farEastTerms.lastDay),
    ...base,
  ],
  '108': [
    ruralHousing,
    upTo(ruralTerms.limit),
    rateIs(ruralTerms.rate, ruralTerms.lowestRate),
    minDownPayment(ruralTerms.downPayment),
    ruralPlace,
    ...base,
  ],
  '109': market,
  '110': market,
  '111': market,
}

/** A programme whose conditions nobody wrote down passes nothing. */
const conditionsUnknown: RuleSpec = {
  code: 'programme',
  title: 'Условия программы',
  ask: () => unknown('для этой программы условия не заданы', creditSource('programme')),
}

/** What the programme of a questionnaire asks for and what is known of it; live in the form, the same on the server. */
export function programmeRules(
  data: QuestionnaireData,
  today: string,
  objects: readonly ObjectWorth[] = [],
): ProgrammeRule[] {
  const asked = { data, today, objects }
  const programme = text(credit(asked)['programme'])
  if (programme === null) return []
  const specs = rulesByProgramme[programme] ?? [conditionsUnknown]
  return specs.map(({ code, title, ask }) => ({ code, title, ...ask(asked) }))
}
