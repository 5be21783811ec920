import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  documentStages,
  ruleSubjects,
  ruleTypes,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { type ExportReader, listExport } from '#features/exports/list-export.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { RuleParts } from './document-rules.service.ts'
import { loadNames } from './rule-names.service.ts'
import { toRow } from './rule-texts.rules.ts'
import { findListed } from './rules-list.repo.ts'

/** Far more than a bank has. */
const maxRules = 10_000

const namesOf = (list: readonly { readonly name: string }[], empty: string) =>
  list.length === 0 ? empty : list.map(({ name }) => name).join(', ')

const cells: Record<api.RuleColumn, { width: number; value: (row: api.RuleRow) => string | number | null }> =
  {
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
        api.ruleStates[state] + (hasDraft && state !== 'DRAFT' ? ', есть черновик' : ''),
    },
    validFrom: { width: 14, value: ({ validFrom }) => dayText(validFrom) },
    validTo: { width: 14, value: ({ validTo }) => dayText(validTo) },
  }

/** The list of rules as a file; a bank has few enough to be read together. */
export const rulesExport = ({ references, clock }: RuleParts) =>
  listExport(api.rulesExport, {
    work: 'rules-export',
    timeZone: clock.timeZone,
    of: () => {
      const listed = ({ db }: ExportReader, { filter, sort }: api.RuleExport) =>
        findListed(db, filter, sort, bankDay(clock), { limit: maxRules, offset: 0 })
      return {
        title: 'Правила комплектности',
        count: async (reader, body) => (await listed(reader, body)).length,
        findIds: listed,
        findRows: async ({ db }, rules) => {
          const names = await loadNames(db, references, { contents: rules.map(({ content }) => content) })
          return rules.map((rule) => toRow(rule, names))
        },
        columns: ({ columns }) =>
          columns.map((column) => ({ heading: api.ruleColumns[column], ...cells[column] })),
      }
    },
  })
