import type { FieldError } from '../../common/errors.ts'
import type { Asked } from '../version/version-parts.ts'
import { type Asker, paramIssue } from './asker.ts'
import {
  amountByArea,
  balancesCovered,
  firstPreferential,
  lastDay,
  maxRate,
  sumsMeet,
} from './credit-askers.ts'
import {
  itEmployer,
  itSalary,
  savingsAmount,
  savingsDownPayment,
  savingsMember,
  savingsYears,
} from './employment-askers.ts'
import { employmentOnly, salaryClient } from './loan-askers.ts'
import { familyChildren, farEastBasis, maxAgeNow, spouseTogether } from './person-askers.ts'
import {
  goals,
  listedHousing,
  newHousing,
  regionsExcluded,
  regionsOnly,
  ruralHousing,
  ruralPlace,
} from './place-askers.ts'

/** Every question that a version may ask of a mortgage or of a consumer loan, by the name that versions keep. */
export const askers = {
  goals,
  newHousing,
  listedHousing,
  ruralHousing,
  regionsOnly,
  regionsExcluded,
  ruralPlace,
  maxRate,
  amountByArea,
  sumsMeet,
  balancesCovered,
  familyChildren,
  spouseTogether,
  firstPreferential,
  maxAgeNow,
  farEastBasis,
  itEmployer,
  itSalary,
  savingsMember,
  savingsYears,
  savingsAmount,
  savingsDownPayment,
  lastDay,
  salaryClient,
  employmentOnly,
} as const satisfies Readonly<Record<string, Asker>>
export type AskerCode = keyof typeof askers

/** Those that have a sense for a consumer loan: the others ask of a mortgaged object or of a programme of the state. */
const ofLoans = [
  'salaryClient',
  'employmentOnly',
  'maxAgeNow',
  'regionsOnly',
  'regionsExcluded',
  'maxRate',
  'lastDay',
] as const satisfies readonly AskerCode[]

/** Whether a requirement may be asked of a loan of the kind. */
export const isAskedOf = (code: string, { isLoan }: { readonly isLoan: boolean }): boolean =>
  !isLoan || ofLoans.some((one) => one === code)

/** The asker of this name; undefined: there is none. */
export const askerOf = (code: string): Asker | undefined =>
  Object.hasOwn(askers, code) ? askers[code as AskerCode] : undefined

/** What is wrong with the requirements of a version: a name that nobody knows, one twice, a figure that is lacking. */
export const eligibilityIssues = (eligibility: readonly Asked[]): FieldError[] =>
  eligibility.flatMap(({ asker, values }, at): FieldError[] => {
    const path = `eligibility.${at}`
    const known = askerOf(asker)
    if (known === undefined) return [{ path: `${path}.asker`, message: 'Такого требования нет' }]
    const isRepeated = eligibility.findIndex((one) => one.asker === asker) < at
    return [
      ...(isRepeated ? [{ path: `${path}.asker`, message: 'Такое требование уже есть' }] : []),
      ...Object.entries(known.params).flatMap(([name, spec]) => {
        const message = paramIssue(spec, values[name])
        return message === null ? [] : [{ path: `${path}.values.${name}`, message }]
      }),
      ...Object.keys(values)
        .filter((name) => !Object.hasOwn(known.params, name))
        .map((name) => ({ path: `${path}.values.${name}`, message: 'У требования нет такого значения' })),
    ]
  })
