import {
  type Approver,
  ApproverInput,
  type ApproverType,
  activeApproverIssues,
  type WorkStatus,
} from '@ipoteka-office/contract/approvers.ts'
import type { FieldErrors } from 'react-hook-form'
import type { MultiValue } from '#ui/multi-select-value.ts'
import type { Option } from '#ui/option-search.ts'

/** What the form of an approver edits. */
export interface ApproverFormValues {
  workStatus: WorkStatus
  mortgageApplicationsLimit: number | null
  mortgageApplicationLevels: string[]
  mortgageApplicationStatuses: string[]
  partners: MultiValue
  regions: MultiValue
  workingShiftFrom: string
  workingShiftBy: string
}
export type ApproverField = keyof ApproverFormValues

/** Labels of specification 1 §2, in the order of the form. */
export const approverFieldLabels: Readonly<Record<ApproverField, string>> = {
  workStatus: 'Статус',
  mortgageApplicationsLimit: 'Лимит',
  mortgageApplicationLevels: 'Уровень кредитных заявок',
  mortgageApplicationStatuses: 'Статус кредитных заявок',
  partners: 'Рассматриваемые партнеры',
  regions: 'Рассматриваемые регионы',
  workingShiftFrom: 'Смена (с)',
  workingShiftBy: 'Смена (по)',
}

/** The fields of a department's form: the statuses are asked of nis only. */
export const approverFieldsOf = (type: ApproverType): ApproverField[] =>
  (Object.keys(approverFieldLabels) as ApproverField[]).filter(
    (field) => type === 'nis' || field !== 'mortgageApplicationStatuses',
  )

const codesOf = (options: readonly { code: string }[]) => options.map(({ code }) => code)

/** «Lastname Firstname Middlename» as headings and lists show it. */
export const fullNameOf = ({
  lastName,
  firstName,
  middleName,
}: Pick<Approver, 'lastName' | 'firstName' | 'middleName'>): string =>
  [lastName, firstName, middleName].filter(Boolean).join(' ')

/** Partners of an approver as options of a select: their ids are the codes. */
export const partnerOptionsOf = (partners: Approver['partners']): Option[] =>
  partners.map(({ partnerId, shortName }) => ({ code: String(partnerId), name: shortName }))

/** The form of a loaded or just saved approver. */
export const toFormValues = (approver: Approver): ApproverFormValues => ({
  workStatus: approver.workStatus,
  mortgageApplicationsLimit: approver.mortgageApplicationsLimit,
  mortgageApplicationLevels: codesOf(approver.mortgageApplicationLevels),
  mortgageApplicationStatuses: codesOf(approver.mortgageApplicationStatuses),
  partners: {
    all: approver.allPartners,
    codes: approver.allPartners ? [] : approver.partners.map((partner) => String(partner.partnerId)),
  },
  regions: { all: approver.allRegions, codes: approver.allRegions ? [] : codesOf(approver.regions) },
  workingShiftFrom: approver.workingShiftFrom ?? '',
  workingShiftBy: approver.workingShiftBy ?? '',
})

const withCode = (codes: readonly string[]) => codes.map((code) => ({ code }))

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
    regions: regions.all ? [] : withCode(regions.codes),
    allRegions: regions.all,
    workingShiftFrom: values.workingShiftFrom || null,
    workingShiftBy: values.workingShiftBy || null,
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
