import type { ServiceMode, SystemReplica } from '@ipoteka-office/contract/system/system.ts'
import { caseEngine } from './case-behaviours.ts'
import { changeKinds } from './change-kinds.ts'
import { trainingKey } from './config-values.ts'
import { accessLogRoutes } from './features/access-log/access-log.routes.ts'
import { addressesRoutes } from './features/addresses/addresses.routes.ts'
import { assignmentRulesRoutes } from './features/assignment-rules/assignment-rules.routes.ts'
import { approversRoutes } from './features/approvers/approvers.routes.ts'
import { blacklistsRoutes } from './features/blacklists/blacklists.routes.ts'
import { matchingRoutes } from './features/blacklists/matching/matching.routes.ts'
import { loadsRoutes } from './features/blacklists/loads/loads.routes.ts'
import { calculationsRoutes } from './features/calculator/calculations/calculations.routes.ts'
import { calculatorsRoutes } from './features/calculator/calculators.routes.ts'
import { calendarRoutes } from './features/calendar/calendar.routes.ts'
import { caseDuplicatesRoutes } from './features/cases/duplicates/case-duplicates.routes.ts'
import { formRoutes } from './features/underwriting/form/form.routes.ts'
import { peopleRoutes } from './features/underwriting/people.routes.ts'
import { obligationsRoutes } from './features/underwriting/form/obligations/obligations.routes.ts'
import { underwritingRoutes } from './features/underwriting/underwriting.routes.ts'
import type { Engine } from './features/cases/engine/engine.ts'
import { processesRoutes } from './features/cases/engine/processes.routes.ts'
import { caseListsRoutes } from './features/cases/lists/case-lists.routes.ts'
import { caseMeansRoutes } from './features/cases/means/case-means.routes.ts'
import { caseSectionsRoutes } from './features/cases/sections/case-sections.routes.ts'
import { caseTalkRoutes } from './features/cases/talk/case-talk.routes.ts'
import { caseChangesRoutes } from './features/cases/talk/changes.routes.ts'
import { changeRequestsRoutes } from './features/change-requests/change-requests.routes.ts'
import { complianceRoutes } from './features/compliance/compliance.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { documentRulesRoutes } from './features/document-rules/document-rules.routes.ts'
import { documentsRoutes } from './features/documents/documents.routes.ts'
import { employeeLookupRoutes } from './features/employees/employee-lookups.routes.ts'
import { employeesRoutes } from './features/employees/employees.routes.ts'
import { employeePartRoutes } from './features/employees/parts/employee-parts.routes.ts'
import { errorReportsRoutes } from './features/error-reports/error-reports.routes.ts'
import { featureTogglesRoutes } from './features/feature-toggles/feature-toggles.routes.ts'
import { fullApplicationsRoutes } from './features/full-applications/full-applications.routes.ts'
import { agreementsRoutes } from './features/insurance/agreements/agreements.routes.ts'
import { distributionsRoutes } from './features/insurance/distribution/distributions.routes.ts'
import { tariffsRoutes } from './features/insurance/tariffs/tariffs.routes.ts'
import { leadsRoutes } from './features/leads/leads.routes.ts'
import { loanApplicationsRoutes } from './features/loan-applications/loan-applications.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import type { BankFigures, ParameterReader } from './features/parameters/parameter-reader.service.ts'
import { organisationLoadsRoutes } from './features/organisation-loads/loads.routes.ts'
import { parametersRoutes } from './features/parameters/parameters.routes.ts'
import { partnerWorkRoutes } from './features/partner-work/partner-work.routes.ts'
import { partnersRoutes } from './features/partners/partners.routes.ts'
import { branchesRoutes } from './features/partners/parts/branches.routes.ts'
import { partnerPartsRoutes } from './features/partners/parts/partner-parts.routes.ts'
import { partnerRolesRoutes } from './features/partners/parts/partner-roles.routes.ts'
import { offeredRoutes } from './features/products/offered/offered.routes.ts'
import { CatalogueReader } from './features/products/pricing/catalogue-reader.ts'
import { productLoans } from './features/products/pricing/loans/product-loan.service.ts'
import { pricingRoutes } from './features/products/pricing/pricing.routes.ts'
import { productsRoutes } from './features/products/products.routes.ts'
import { ratesFileRoutes } from './features/products/rates/rates-file.routes.ts'
import { qrRoutes } from './features/qr/qr.routes.ts'
import { applicationsRoutes } from './features/queue/queue.routes.ts'
import { realtyObjectsRoutes } from './features/realty-objects/realty-objects.routes.ts'
import { recognisedPapersRoutes } from './features/recognised-papers/recognised-papers.routes.ts'
import { openRecogniser, type Recogniser } from './features/recognition/recogniser.ts'
import { recognitionRoutes } from './features/recognition/recognition.routes.ts'
import { dictionariesRoutes } from './features/references/dictionaries.routes.ts'
import type { ReferenceReader } from './features/references/reference-reader.service.ts'
import { referencesRoutes } from './features/references/references.routes.ts'
import { rolesRoutes } from './features/roles/roles.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sessionRoutes } from './features/session/session.routes.ts'
import { shortApplicationsRoutes } from './features/short-applications/short-applications.routes.ts'
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { togetherRoutes } from './features/together/together.routes.ts'
import { bureausRoutes } from './features/underwriting/bureaus/bureaus.routes.ts'
import { uploadsRoutes } from './features/uploads/uploads.routes.ts'
import { qualityRoutes } from './features/underwriting/quality/quality.routes.ts'
import { paymentsRoutes } from './features/underwriting/payments/payments.routes.ts'
import { statisticsRoutes } from './features/underwriting/statistics/statistics.routes.ts'
import { rateLimitsRoutes } from './features/rate-limits/rate-limits.routes.ts'
import { scorecardRoutes } from './features/underwriting/scorecard/scorecard.routes.ts'
import { objectRoutes } from './features/underwriting/objects/objects.routes.ts'
import { underwritingStaffRoutes } from './features/underwriting/staff/staff.routes.ts'
import { viewsRoutes } from './features/views/views.routes.ts'
import { workgroupsRoutes } from './features/workgroups/workgroups.routes.ts'
import type { FileStore } from './files/file-store.ts'
import type { FileGate } from './files/receive.ts'
import type { Route } from './http/route.ts'
import { type ServiceCode, standIns } from './integrations/connected.ts'
import { standInClient } from './integrations/dadata/stand-in.ts'
import type { SuggestionClient } from './integrations/dadata/suggestion-client.ts'
import type { ErrorReporter } from './integrations/error-reports/error-reporter.ts'
import type { IdentityAdmin } from './integrations/identity/identity-admin.ts'
import type { BankClock } from './lib/bank-time.ts'
import type { SealKey } from './lib/sealing.ts'

/** What some areas need beside the database. */
export interface RouteParts {
  /** The stand-in when absent. */
  readonly suggestions?: SuggestionClient
  /** Finds tesseract by its name when absent. */
  readonly recogniser?: Recogniser
  readonly files: FileStore
  /** The way in for files. */
  readonly gate: FileGate
  readonly clock: BankClock
  readonly references: ReferenceReader
  readonly parameters: ParameterReader
  /** Where accounts of employees are kept; null: not from here. */
  readonly identity: IdentityAdmin | null
  /** Address of the short links of QR codes. */
  readonly linkUrl: string
  /** Open credit reports; those of a training stand when absent, which open nothing of production. */
  readonly reportKeys?: readonly [SealKey, ...SealKey[]]
  /** Whom unexpected errors of pages are told; nobody when absent. */
  readonly reporter?: ErrorReporter | null
  /** Insurers can be asked from here: the stand-in can when absent. */
  readonly asksInsurers?: boolean
  /** How outside services are connected: stand-ins when absent. */
  readonly modes?: Readonly<Record<ServiceCode, ServiceMode>>
  /** How cases of each type live; built of the other parts when absent. */
  readonly engine?: Engine
  /** How the copies of the database are that lists are read from; none when absent. */
  readonly replicas?: () => readonly SystemReplica[]
}

/** The server's table of contents: the routes of every area. */
export const allRoutes = ({
  suggestions = standInClient(),
  replicas = () => [],
  recogniser = openRecogniser({ tesseract: 'tesseract' }),
  files,
  gate,
  clock,
  references,
  parameters,
  identity,
  linkUrl,
  reportKeys = [trainingKey],
  reporter = null,
  asksInsurers = true,
  modes = standIns,
  bank = { clock, parameters },
  engine = caseEngine({ clock, references, parameters }),
  catalogues = new CatalogueReader(),
}: RouteParts & { readonly bank?: BankFigures; readonly catalogues?: CatalogueReader }): Route[] => [
  ...sessionRoutes({ clock, identity }),
  ...togetherRoutes,
  ...errorReportsRoutes(reporter),
  ...dictionariesRoutes({ references, clock, gate }),
  ...featureTogglesRoutes(bank),
  ...parametersRoutes({ clock, references, parameters }),
  ...referencesRoutes({ references, clock }),
  ...partnersRoutes(bank),
  ...branchesRoutes(bank),
  ...partnerPartsRoutes(bank),
  ...partnerRolesRoutes(bank),
  ...employeesRoutes({ bank, files, identity }),
  ...organisationLoadsRoutes({ bank, gate, identity }),
  ...employeePartRoutes({ bank, files, gate, identity }),
  ...employeeLookupRoutes({ bank, identity }),
  ...approversRoutes(bank),
  ...assignmentRulesRoutes({ clock, references, parameters }),
  ...applicationsRoutes({ engine }),
  ...processesRoutes({ engine }),
  ...underwritingRoutes({ engine, references, files, catalogues }),
  ...bureausRoutes({ engine, references, keys: reportKeys }),
  ...formRoutes({ engine, references }),
  ...peopleRoutes({ engine, references }),
  ...obligationsRoutes({ engine, references }),
  ...objectRoutes({ engine, files }),
  ...underwritingStaffRoutes({ engine, clock, parameters, references }),
  ...scorecardRoutes({ clock, parameters, references }),
  ...statisticsRoutes(clock),
  ...paymentsRoutes({ gate, clock }),
  ...qualityRoutes(engine),
  ...rateLimitsRoutes({ bank, gate, catalogues }),
  ...caseListsRoutes({ engine }),
  ...caseDuplicatesRoutes(engine),
  ...leadsRoutes({ engine }),
  ...shortApplicationsRoutes({ engine }),
  ...caseMeansRoutes({ engine }),
  ...caseChangesRoutes({ engine }),
  ...caseTalkRoutes({ engine }),
  ...caseSectionsRoutes({ engine, references }),
  ...fullApplicationsRoutes({ engine, references }),
  ...documentsRoutes({ bank, gate }),
  ...documentRulesRoutes({ references, clock, parameters }),
  ...accessLogRoutes({ clock, files }),
  ...systemRoutes(modes, bank, replicas),
  ...dashboardRoutes({ engine }),
  ...notificationsRoutes({ files }),
  ...calculatorsRoutes(bank),
  ...calculationsRoutes({
    gate,
    bank: { ...bank, byProduct: productLoans({ clock, parameters, references, catalogues }) },
  }),
  ...calendarRoutes({ gate }),
  ...uploadsRoutes({ files, clock }),
  ...viewsRoutes,
  ...rolesRoutes(bank),
  ...changeRequestsRoutes(changeKinds({ clock, parameters, references, engine, catalogues })),
  ...productsRoutes(bank),
  ...offeredRoutes({ clock, parameters, references }),
  ...ratesFileRoutes({ clock, parameters, gate }),
  ...pricingRoutes({ clock, parameters, references, engine, catalogues }),
  ...qrRoutes({ clock, linkUrl }),
  ...searchRoutes,
  ...addressesRoutes,
  ...workgroupsRoutes(bank),
  ...partnerWorkRoutes(bank),
  ...blacklistsRoutes({ clock, parameters, references }),
  ...matchingRoutes({ clock }),
  ...complianceRoutes({ engine }),
  ...loadsRoutes({ gate, clock, parameters }),
  ...suggestionsRoutes({ client: suggestions }),
  ...realtyObjectsRoutes(bank),
  ...loanApplicationsRoutes({ engine, references }),
  ...agreementsRoutes({ clock, parameters, asksInsurers }),
  ...distributionsRoutes({ gate, clock, parameters, references }),
  ...tariffsRoutes({ gate, clock, parameters, references }),
  ...recognitionRoutes({ files, gate, clock, recogniser }),
  ...recognisedPapersRoutes({ engine, references }),
]
