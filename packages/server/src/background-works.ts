import { journalExport } from './features/access-log/journal-export.service.ts'
import { approversExport } from './features/approvers/approvers-export.service.ts'
import { runWork } from './features/assignment-rules/run-work.service.ts'
import { runWorkName } from './features/assignment-rules/runs.service.ts'
import { batchWork, batchWorkName } from './features/calculator/calculations/batch.service.ts'
import { employeesExport } from './features/employees/employees-export.service.ts'
import { changesExport } from './features/cases/talk/changes-export.service.ts'
import { caseExport } from './features/cases/lists/case-lists-export.service.ts'
import { reassignmentWork, reassignmentWorkName } from './features/partner-work/reassignment-run.service.ts'
import { parametersExport } from './features/parameters/parameters-export.service.ts'
import { rulesExport } from './features/document-rules/rules-export.service.ts'
import { CatalogueReader } from './features/products/pricing/catalogue-reader.ts'
import { batchPricer } from './features/products/pricing/loans/batch-by-product.service.ts'
import { impactWorkName } from './features/products/impact/impact.service.ts'
import { impactWork } from './features/products/impact/impact-work.service.ts'
import { productsExport } from './features/products/products-export.service.ts'
import { partnersExport } from './features/partners/partners-export.service.ts'
import { blacklistExport } from './features/blacklists/blacklist-export.service.ts'
import { underwritersExport } from './features/underwriting/staff/underwriters-list.service.ts'
import { vintagesExport } from './features/underwriting/payments/vintages.service.ts'
import {
  paymentApplyName,
  paymentApplyWork,
  paymentCheckName,
  paymentCheckWork,
} from './features/underwriting/payments/payment-works.service.ts'
import { limitCasesExport, limitsExport } from './features/rate-limits/rate-exports.service.ts'
import { statisticsExport } from './features/underwriting/statistics/statistics-export.service.ts'
import { realtyExport } from './features/realty-objects/realty-export.service.ts'
import { journalExport as underwritingJournalExport } from './features/underwriting/journal-export.service.ts'
import {
  dictionaryExportName,
  dictionaryExportWork,
} from './features/references/dictionary-export.service.ts'
import {
  applyWork,
  applyWorkName,
  checkWork,
  checkWorkName,
} from './features/references/reference-import-works.service.ts'
import {
  loadApplyName,
  loadApplyWork,
  loadCheckName,
  loadCheckWork,
} from './features/blacklists/loads/load-works.service.ts'
import {
  type LoadWorkParts,
  organisationApplyName,
  organisationApplyWork,
  organisationCheckName,
  organisationCheckWork,
} from './features/organisation-loads/load-works.service.ts'
import type { Engine } from './features/cases/engine/engine.ts'
import type { TaskWork } from './features/notifications/run-task.service.ts'
import type { ParameterReader } from './features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from './features/references/reference-reader.service.ts'
import type { FileStore } from './files/file-store.ts'
import type { BankClock } from './lib/bank-time.ts'

interface WorkParts extends Pick<LoadWorkParts, 'identity' | 'log'> {
  readonly clock: BankClock
  readonly parameters: ParameterReader
  readonly references: ReferenceReader
  readonly engine: Engine
  readonly files: FileStore
}

/** Long works that people start, by the name that `startTask` gives. */
export const backgroundWorks = ({
  clock,
  parameters,
  references,
  engine,
  files,
  identity,
  log,
}: WorkParts) => {
  const catalogues = new CatalogueReader()
  return {
    ...caseExport(engine).works,
    ...changesExport(engine).works,
    ...realtyExport(engine).works,
    ...productsExport({ clock, parameters }).works,
    ...underwritingJournalExport(engine).works,
    ...statisticsExport(clock).works,
    ...limitsExport({ clock }).works,
    ...limitCasesExport({ clock, parameters }).works,
    ...vintagesExport(clock).works,
    [paymentCheckName]: paymentCheckWork(files, clock),
    [paymentApplyName]: paymentApplyWork(clock),
    ...blacklistExport({ clock, parameters }).works,
    ...journalExport(clock).works,
    ...approversExport(clock).works,
    ...underwritersExport(clock).works,
    [dictionaryExportName]: dictionaryExportWork,
    [checkWorkName]: checkWork(files),
    [applyWorkName]: applyWork(references),
    ...employeesExport(engine).works,
    [reassignmentWorkName]: reassignmentWork(clock),
    ...partnersExport(engine).works,
    ...parametersExport({ clock, references, parameters }).works,
    ...rulesExport({ clock, references, parameters }).works,
    [loadCheckName]: loadCheckWork(files, clock),
    [loadApplyName]: loadApplyWork(clock),
    [organisationCheckName]: organisationCheckWork({ bank: { clock, parameters }, identity, log }),
    [organisationApplyName]: organisationApplyWork({ bank: { clock, parameters }, identity, log }),
    [runWorkName]: runWork(engine),
    [batchWorkName]: batchWork(files, batchPricer({ clock, parameters, references, catalogues })),
    [impactWorkName]: impactWork({
      clock,
      parameters,
      references,
      engine,
      catalogues,
    }),
  } satisfies Record<string, TaskWork>
}
