import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { listApprovers } from '@ipoteka-office/contract/approvers/approvers.ts'
import { searchBlacklist } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import { getCalendarYear } from '@ipoteka-office/contract/calendar/calendar.ts'
import { searchCases } from '@ipoteka-office/contract/cases/case-lists.ts'
import { caseListPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { CaseList } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { listDocumentRules } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { can, type EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { listParameters } from '@ipoteka-office/contract/parameters/parameters.ts'
import { listFeatureToggles } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { listMyChecks } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { listDistributions } from '@ipoteka-office/contract/insurance/distributions.ts'
import { listOrganisationLoads } from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { listFilteredPartners } from '@ipoteka-office/contract/partners/partners.ts'
import { listQr } from '@ipoteka-office/contract/qr/qr.ts'
import { searchRealtyObjects } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { listDictionaries } from '@ipoteka-office/contract/references/reference-items.ts'
import { searchRateLimits } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { searchJournal } from '@ipoteka-office/contract/underwriting/journal.ts'
import type { UserData } from '@ipoteka-office/contract/session/session.ts'
import { startListLoad } from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { listComplianceHits } from '@ipoteka-office/contract/compliance/compliance.ts'
import { searchUnderwritingGroups } from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { searchUnderwriters } from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { searchProducts } from '@ipoteka-office/contract/products/products.ts'
import { getReadiness } from '@ipoteka-office/contract/system/readiness.ts'
import { getSystemState } from '@ipoteka-office/contract/system/system.ts'
import { listRoles } from '@ipoteka-office/contract/roles/roles.ts'
import { describe, expect, it } from 'vitest'
import { rightsOf } from '#api/rights.ts'
import { menuPages, visibleMenu } from '#widgets/menu/menu.ts'
import { menuEntries } from '#widgets/menu/menu-entries.ts'
import { absentScreenAt } from '../absent-screens.ts'

/** The call without which a page is a refusal, and what it is asked about; null: the page is everybody's. */
const pageCalls: Record<string, readonly [EndpointSpec, Record<string, string>?] | null> = {
  '/': null,
  '/tasks': null,
  ...Object.fromEntries(
    CaseList.options.map((list) => [caseListPath(list), [searchCases, { list }] as const]),
  ),
  '/application-checks': [listMyChecks],
  '/realty-objects': [searchRealtyObjects],
  '/underwriting-employees': [searchUnderwriters],
  '/underwriting': [searchJournal, { journal: 'work' }],
  '/underwriting-all': [searchJournal, { journal: 'all' }],
  '/underwriting-groups': [searchUnderwritingGroups],
  '/compliance': [listComplianceHits],
  '/insurance-distribution': [listDistributions],
  '/insurance-loan-distribution': [listDistributions],
  '/blacklist-load/authority/new': [startListLoad, { target: 'authority' }],
  // Which right they need follows from the list of rules that is asked for: each page asks for that of its entry.
  '/responsible-assignment-config': null,
  '/application-assignment-config': null,
  '/assignment-rules': null,
  '/documentAdmin': [listDocumentRules],
  '/calculator': [calculateLoan],
  '/partners': [listFilteredPartners],
  '/qr': [listQr],
  '/references': [listDictionaries],
  '/featureToggle': [listFeatureToggles],
  '/calendar': [getCalendarYear],
  '/parameters': [listParameters],
  '/max-rate-control': [searchRateLimits],
  '/blacklist/individuals/viewAll': [searchBlacklist, { kind: 'individuals' }],
  '/blacklist/legalPersons/viewAll': [searchBlacklist, { kind: 'legalPersons' }],
  '/blacklist/phones/viewAll': [searchBlacklist, { kind: 'phones' }],
  '/roles': [listRoles],
  '/access-log': [searchAccessLog],
  '/system': [getSystemState],
  '/bank-readiness': [getReadiness],
  '/organisation-loads': [listOrganisationLoads],
  // Any call of a product is for who is signed in: the right is of the product's lending.
  '/products': [{ ...searchProducts, access: can('CreditProduct', 'List') }],
  '/loan-products': [{ ...searchProducts, access: can('LoanProduct', 'List') }],
  '/list-workload-employees/oic': [listApprovers, { type: 'oic' }],
  '/list-workload-employees/nis': [listApprovers, { type: 'nis' }],
}

const operator: UserData = {
  id: 1,
  descriptor: 'Кузнецова Мария Викторовна',
  notActive: false,
  partner: { id: 1, name: 'Ипотечный банк', roles: [{ code: 'Ahml' }] },
  workgroups: [],
  bankTimeZone: 'Europe/Moscow',
}

const built = menuPages(menuEntries)
  .map(({ page }) => page)
  .filter(({ to }) => absentScreenAt(to) === null)

/** The sets of operations that are just enough for some entry or group of the menu. */
const enough: OperationsMap[] = menuEntries.flatMap((entry) => [
  ...('needs' in entry && entry.needs ? [entry.needs] : []),
  ...menuPages([entry]).flatMap(({ page }) => [
    ...(page.needs ? [page.needs] : []),
    ...(page.needsAny ?? []),
  ]),
]) as OperationsMap[]

describe('an entry of the menu', () => {
  it('is known with the call of its page, for every page that is built', () => {
    expect(built.map(({ to }) => to).toSorted()).toEqual(Object.keys(pageCalls).toSorted())
  })

  it.each(enough.map((held) => [JSON.stringify(held), held] as const))(
    'that %s shows opens its page',
    (_, held) => {
      // Some pages are the bank's own: its people alone are asked about.
      const rights = rightsOf(held, operator, false)
      const refused = menuPages(visibleMenu(menuEntries, rights.all)).filter(({ page }) => {
        const needed = pageCalls[page.to]
        return needed ? !rights.mayCall(...needed) : false
      })
      expect(refused.map(({ page }) => page.label)).toEqual([])
    },
  )
})
