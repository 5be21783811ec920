import type { AgreementFilter, AgreementRow } from '@ipoteka-office/contract/insurance/agreements-list.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type AgreementScope, findInsurers, findListed } from './agreements-list.repo.ts'

/** Cases of a lending that the person may read. */
const scopeOf = ({ actor }: Context, lending: Lending | null): AgreementScope => ({
  actor,
  types: caseTypesWith(
    ({ object, product }) =>
      product !== null &&
      (lending === null || (product === 'MORTGAGE') === (lending === 'MORTGAGE')) &&
      (actor.operations[object]?.includes('Read') ?? false),
  ),
})

export const searchListed = (
  clock: BankClock,
  context: Context,
  filter: AgreementFilter,
  query: PageQuery,
): Promise<Page<AgreementRow>> =>
  findListed(context.db, scopeOf(context, filter.lending), filter, { ...query, today: bankDay(clock) })

export const listInsurers = (context: Context) => findInsurers(context.db, scopeOf(context, null))
