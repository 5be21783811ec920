import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import {
  listLoanApplicationLevels,
  listLoanApplicationStatuses,
  listRegions,
  listWorkStatuses,
} from '@ipoteka-office/contract/references/reference-options.ts'
import { usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'

/** The dictionaries of the approver's screen; one that failed is empty and says nothing (specification 1 §8). */
export interface ApproverDictionaries {
  readonly levels: readonly Option[]
  readonly statuses: readonly Option[]
  readonly workStatuses: readonly Option[]
  readonly partners: readonly Option[]
  readonly regions: readonly Option[]
}

/** Reads the dictionaries of the form; the statuses of applications are asked for by nis only. */
export function useApproverDictionaries(type: ApproverType): ApproverDictionaries {
  return {
    levels: useReferenceOptions(listLoanApplicationLevels).options,
    statuses: useReferenceOptions(listLoanApplicationStatuses, type === 'nis').options,
    workStatuses: useReferenceOptions(listWorkStatuses).options,
    partners: usePartnerOptions().options,
    regions: useReferenceOptions(listRegions).options,
  }
}
