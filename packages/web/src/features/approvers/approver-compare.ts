import {
  type Approver,
  type ApproverType,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { emptyValue } from '#lib/format.ts'
import type { Difference } from '#widgets/record/difference.ts'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import type { Option } from '#ui/select/option-search.ts'
import {
  type ApproverField,
  type ApproverFormValues,
  approverFieldLabels,
  approverFieldsOf,
  partnerOptionsOf,
  toFormValues,
} from './approver-form-values.ts'

/** Names of everything that a side of the comparison may hold. */
export type ApproverNames = Readonly<
  Record<
    'mortgageApplicationLevels' | 'mortgageApplicationStatuses' | 'partners' | 'regions',
    readonly Option[]
  >
>

/** The names an approver brings along: its own choices, whether or not the dictionaries have loaded. */
export const namesFrom = (approver: Approver): ApproverNames => ({
  mortgageApplicationLevels: approver.mortgageApplicationLevels,
  mortgageApplicationStatuses: approver.mortgageApplicationStatuses,
  partners: partnerOptionsOf(approver.partners),
  regions: approver.regions,
})

const allWords: Partial<Record<ApproverField, string>> = { partners: 'Все партнеры', regions: 'Все регионы' }

function listText(field: keyof ApproverNames, { codes, all }: MultiValue, names: ApproverNames): string {
  if (all) return allWords[field] ?? 'Все'
  const known = names[field]
  return codes
    .map((code) => known.find((option) => option.code === code)?.name ?? code)
    .sort((a, b) => a.localeCompare(b, 'ru'))
    .join(', ')
}

/** A field's value in words, the same words for the same value. */
export function fieldText(field: ApproverField, values: ApproverFormValues, names: ApproverNames): string {
  switch (field) {
    case 'workStatus':
      return workStatuses[values.workStatus]
    case 'mortgageApplicationsLimit':
      return values.mortgageApplicationsLimit === null ? emptyValue : String(values.mortgageApplicationsLimit)
    case 'workingShiftFrom':
    case 'workingShiftBy':
      return values[field] || emptyValue
    case 'mortgageApplicationLevels':
    case 'mortgageApplicationStatuses':
    case 'partners':
    case 'regions':
      return listText(field, values[field], names) || emptyValue
  }
}

/** The fields in which the form and the approver on the server differ, both sides in words. */
export function differencesOf(
  mine: ApproverFormValues,
  server: Approver,
  type: ApproverType,
  names: ApproverNames,
): Difference[] {
  const theirs = toFormValues(server)
  const own = namesFrom(server)
  const all: ApproverNames = {
    mortgageApplicationLevels: [...names.mortgageApplicationLevels, ...own.mortgageApplicationLevels],
    mortgageApplicationStatuses: [...names.mortgageApplicationStatuses, ...own.mortgageApplicationStatuses],
    partners: [...names.partners, ...own.partners],
    regions: [...names.regions, ...own.regions],
  }
  return approverFieldsOf(type)
    .map((field) => ({
      key: field,
      label: approverFieldLabels[field],
      mine: fieldText(field, mine, all),
      server: fieldText(field, theirs, all),
    }))
    .filter((difference) => difference.mine !== difference.server)
}
