import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { selfBanStates } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { conditionMachine } from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import type { CaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import type { Db } from '#db/database.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { namesFrom } from '#features/cases/sections/reference-names.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { getLoan } from '#features/loan-applications/loan-applications.service.ts'
import type { Context } from '#http/route.ts'
import { findConditions } from './conditions/conditions.repo.ts'
import { conditionsOf } from './conditions/decided-conditions.service.ts'
import { residualsOf } from './form/indicators.service.ts'
import { type Grounds, productOf } from './grounds.service.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Percent of the income, with two decimals. */
function shareOf(payment: string | null, income: string | null): string | null {
  if (payment === null || income === null || toUnits(income, 2) <= 0n) return null
  return fromUnits(divideHalfUp(toUnits(payment, 2) * 10_000n, toUnits(income, 2)), 2)
}

/** What those who owe live on. */
export async function budgetOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  { grounds, figures }: { readonly grounds: Grounds; readonly figures: Figures },
): Promise<CaseSummary['budget']> {
  const { family, income, residual } = await residualsOf(engine, db, row, { grounds, figures })
  return { family, income, residual, paymentShare: shareOf(grounds.before.payment, income) }
}

const listOf = (values: SectionValues, key: string): SectionValues[] =>
  Array.isArray(values[key]) ? (values[key] as SectionValues[]) : []

/** What a consumer loan is for and what the law asks of it; null of a mortgage. */
export async function loanOf(
  parts: SectionParts,
  context: Context,
  row: CaseRow,
  { stored }: Grounds,
): Promise<CaseSummary['loan']> {
  const loan = stored.sections.LOAN
  if (productOf(row) !== 'CASH_LOAN' || loan === undefined) return null
  const { coolingOff, selfBan } = await getLoan(parts, context, row.id)
  const goal = textOf(loan['goal'])
  const nameOf = await namesFrom(parts.references, ['LOAN'])
  return {
    goal: goal === null ? null : nameOf('cashLoanGoals', goal),
    refinanced: listOf(loan, 'refinancedCredits').map((one) => ({
      creditor: textOf(one['creditor']) ?? 'Кредитор не назван',
      balance: textOf(one['balance']),
      rate: textOf(one['rate']),
    })),
    coolingOff: coolingOff === null ? null : { hours: coolingOff.hours, reason: coolingOff.reason },
    selfBan: selfBan.map(({ participantName, state, answeredAt }) => ({
      ...{ name: participantName, stateName: selfBanStates[state], answeredAt },
    })),
  }
}

/** Conditions of the decision that stands; before it those that an approval would bring by itself. */
export async function conditionsIn(
  engine: Engine,
  db: Db,
  row: CaseRow,
  grounds: Grounds,
): Promise<CaseSummary['conditions']> {
  const standing = await findConditions(db, row.id)
  if (standing.length > 0)
    return standing.map(({ text, point, owner, dueOn, state }) => ({
      ...{ text, point, owner, dueOn, stateName: conditionMachine.states[state].name },
    }))
  const coming = await conditionsOf(engine, db, row, { set: [], grounds })
  return coming.map(({ text, point, owner, dueOn }) => ({ text, point, owner, dueOn, stateName: null }))
}
