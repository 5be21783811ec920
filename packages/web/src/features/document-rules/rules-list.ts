import {
  documentStages,
  type RuleType,
  ruleTypes,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { listDocumentRules, ruleStates } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import type { Option } from '#ui/select/option-search.ts'
import { codes, flag, onDay, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const stages = Object.fromEntries(
  Object.entries(documentStages).map(([code, { name }]) => [code, name]),
) as Record<keyof typeof documentStages, string>

/** Stages as options. */
export const stageOptions: Option[] = Object.entries(stages).map(([code, name]) => ({ code, name }))

/** The list of rules: what its address holds, and what the server is asked. */
export const rulesList = serverList(listDocumentRules, {
  key: 'document-rules',
  filters: [
    search('text', 'Название, основание или документ', {
      placeholder: 'Название или документ',
      as: 'search',
    }),
    words('types', 'Тип', ruleTypes, { as: 'ruleTypes' }),
    codes('documents', 'Документ', { dictionary: 'docType' }),
    codes('programmes', 'Программа', { dictionary: 'product/type' }),
    words('stages', 'Этап', stages),
    words('states', 'Состояние', ruleStates),
    flag('drafts', 'Черновики', { label: 'Черновик', value: 'есть', as: 'hasDraft' }),
    onDay('on', 'На дату', 'Правила на дату'),
  ],
  sortable: ['name', 'priority', 'stage', 'validFrom', 'documents'],
  order: { key: 'stage', direction: 'asc' },
  ask: ({ filter, paging, sort }) => ({ query: { ...paging, sort }, body: filter }),
})

/** Types of rules with how many of each the filter has. */
export const countedTypes = (counts: Partial<Record<RuleType, number>> | undefined): Option[] =>
  Object.entries(ruleTypes).map(([code, name]) => {
    const count = counts?.[code as RuleType]
    return { code, name: count === undefined ? name : `${name} (${count})` }
  })
