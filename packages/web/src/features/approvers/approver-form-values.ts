import { approverFields } from '@ipoteka-office/contract/approvers/approver-fields.ts'
import { labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import {
  type Approver,
  ApproverInput,
  type ApproverState,
  type ApproverType,
  activeApproverIssues,
  WorkStatus,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { FieldErrors } from 'react-hook-form'
import { z } from 'zod'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import type { Option } from '#ui/select/option-search.ts'

const Chosen = z.object({ codes: z.array(z.string()), all: z.boolean() })

/** What the form of an approver edits; a draft of an older shape does not pass. */
export const ApproverFormValues = z.object({
  workStatus: WorkStatus,
  mortgageApplicationsLimit: z.number().nullable(),
  mortgageApplicationLevels: Chosen,
  mortgageApplicationStatuses: Chosen,
  partners: Chosen,
  regions: Chosen,
  workingShiftFrom: z.string(),
  workingShiftBy: z.string(),
})
export type ApproverFormValues = z.output<typeof ApproverFormValues>
export type ApproverField = keyof ApproverFormValues

/** Labels of the form, in its order. */
export const approverFieldLabels: Readonly<Record<ApproverField, string>> = labelsOf(approverFields)

/** The fields of a department's form: the statuses are asked of nis only. */
export const approverFieldsOf = (type: ApproverType): ApproverField[] =>
  (Object.keys(approverFieldLabels) as ApproverField[]).filter(
    (field) => type === 'nis' || field !== 'mortgageApplicationStatuses',
  )

const chosen = (options: readonly { code: string }[], all = false): MultiValue => ({
  codes: all ? [] : options.map(({ code }) => code),
  all,
})

/** Partners of an approver as options of a select: their ids are the codes. */
export const partnerOptionsOf = (partners: Approver['partners']): Option[] =>
  partners.map(({ partnerId, shortName }) => ({ code: String(partnerId), name: shortName }))

/** The form of a loaded or just saved approver, or of an earlier state of it. */
export const toFormValues = (approver: ApproverState): ApproverFormValues => ({
  workStatus: approver.workStatus,
  mortgageApplicationsLimit: approver.mortgageApplicationsLimit,
  mortgageApplicationLevels: chosen(approver.mortgageApplicationLevels),
  mortgageApplicationStatuses: chosen(approver.mortgageApplicationStatuses),
  partners: chosen(partnerOptionsOf(approver.partners), approver.allPartners),
  regions: chosen(approver.regions, approver.allRegions),
  workingShiftFrom: approver.workingShiftFrom ?? '',
  workingShiftBy: approver.workingShiftBy ?? '',
})

const withCode = ({ codes, all }: MultiValue) => (all ? [] : codes.map((code) => ({ code })))

/** A time as it is saved: only who is ACTIVE must have whole ones; of another a half-typed time is none, and no mistake. */
const timeOf = (workStatus: ApproverFormValues['workStatus'], typed: string): string | null =>
  typed === '' || (workStatus !== 'ACTIVE' && !isTime(typed)) ? null : typed

/** The body of the save: lists are empty where everything is chosen; an empty time is sent as none. */
export function toApproverInput(
  values: ApproverFormValues,
  type: ApproverType,
  version: number | undefined,
): ApproverInput {
  const { partners, regions } = values
  return {
    workStatus: values.workStatus,
    mortgageApplicationsLimit: values.mortgageApplicationsLimit,
    mortgageApplicationLevels: withCode(values.mortgageApplicationLevels),
    mortgageApplicationStatuses: type === 'nis' ? withCode(values.mortgageApplicationStatuses) : [],
    partners: partners.all ? [] : partners.codes.map((code) => ({ partnerId: Number(code) })),
    allPartners: partners.all,
    regions: withCode(regions),
    allRegions: regions.all,
    workingShiftFrom: timeOf(values.workStatus, values.workingShiftFrom),
    workingShiftBy: timeOf(values.workStatus, values.workingShiftBy),
    ...(version !== undefined && { version }),
  }
}

/** The first message of each wrong field, by the rules that the server holds too. */
export function approverErrors(
  values: ApproverFormValues,
  type: ApproverType,
): Partial<Record<ApproverField, string>> {
  const input = toApproverInput(values, type, undefined)
  const shape = ApproverInput.safeParse(input).error?.issues ?? []
  const issues = [
    ...activeApproverIssues(type, input),
    ...shape.map(({ path, message }) => ({ path: String(path[0]), message })),
  ]
  const errors: Partial<Record<ApproverField, string>> = {}
  for (const field of approverFieldsOf(type)) {
    const issue = issues.find(({ path }) => path.split('.')[0] === field)
    if (issue) errors[field] = issue.message
  }
  return errors
}

/** The same as react-hook-form takes it; its focus goes to the first one in the order of the form. */
export function approverFieldErrors(
  values: ApproverFormValues,
  type: ApproverType,
): FieldErrors<ApproverFormValues> {
  return Object.fromEntries(
    Object.entries(approverErrors(values, type)).map(([field, message]) => [
      field,
      { type: 'rule', message },
    ]),
  )
}

/** Only leaving another state for INACTIVE hands the applications over, so only that is asked about. */
export const asksToRedistribute = (saved: WorkStatus, next: WorkStatus): boolean =>
  saved !== 'INACTIVE' && next === 'INACTIVE'
