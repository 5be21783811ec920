import {
  documentStages,
  ruleSubjects,
  ruleTypes,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  type RuleColumn,
  type RuleExport,
  type RuleRow,
  ruleColumns,
  ruleStates,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { Context, FileReply } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import type { RuleParts } from './document-rules.service.ts'
import { loadNames } from './rule-names.service.ts'
import { toRow } from './rule-texts.rules.ts'
import { findListed } from './rules-list.repo.ts'

/** Far more than a bank has. */
const maxRules = 10_000

const dayText = (day: string | null) => (day === null ? null : day.split('-').toReversed().join('.'))
const namesOf = (list: readonly { readonly name: string }[], empty: string) =>
  list.length === 0 ? empty : list.map(({ name }) => name).join(', ')

const cells: Record<RuleColumn, { width: number; value: (row: RuleRow) => string | number | null }> = {
  ruleType: { width: 24, value: ({ ruleType }) => ruleTypes[ruleType] },
  name: { width: 44, value: ({ name }) => name },
  documents: { width: 60, value: ({ documents }) => namesOf(documents, '') },
  decision: { width: 24, value: ({ decision }) => decision },
  subject: {
    width: 32,
    value: ({ subject, roles }) =>
      subject === 'CASE' ? ruleSubjects.CASE : namesOf(roles, ruleSubjects.PARTICIPANT),
  },
  programmes: { width: 32, value: ({ programmes }) => namesOf(programmes, 'Все') },
  conditionText: { width: 60, value: ({ conditionText }) => conditionText },
  stage: { width: 24, value: ({ stage }) => (stage === null ? null : documentStages[stage].name) },
  quantity: { width: 12, value: ({ quantity }) => quantity },
  priority: { width: 12, value: ({ priority }) => priority },
  state: {
    width: 16,
    value: ({ state, hasDraft }) =>
      ruleStates[state] + (hasDraft && state !== 'DRAFT' ? ', есть черновик' : ''),
  },
  validFrom: { width: 14, value: ({ validFrom }) => dayText(validFrom) },
  validTo: { width: 14, value: ({ validTo }) => dayText(validTo) },
}

/** The whole filter as a file, in the order of the list. */
export async function exportRules(
  { db, actor, requestId }: Context,
  { references, clock }: RuleParts,
  { format, filter, sort, columns }: RuleExport,
): Promise<FileReply> {
  const found = await findListed(db, filter, sort, bankDay(clock), { limit: maxRules, offset: 0 })
  const names = await loadNames(db, references, { contents: found.map(({ content }) => content) })
  await recordExport({ db, actor, requestId }, 'Rule', found.length, { format, filter, columns })
  async function* rows() {
    for (const rule of found) yield toRow(rule, names)
  }
  const sheet: SheetColumn<RuleRow>[] = columns.map((column) => ({
    heading: ruleColumns[column],
    ...cells[column],
  }))
  return {
    name: `Правила комплектности.${format}`,
    contentType: sheetContentTypes[format],
    body: toSpreadsheet(format, sheet, rows(), { sheetName: 'Правила', timeZone: clock.timeZone }),
  }
}
