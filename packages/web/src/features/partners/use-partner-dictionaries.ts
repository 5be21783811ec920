import {
  listBranchTypes,
  listBusinessProfiles,
  listTenancyTypes,
  listTenantTypes,
} from '@ipoteka-office/contract/partners/partner-reads.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'

/** The dictionaries of a partner's form by its fields; one that failed is empty. */
export function usePartnerDictionaries() {
  return {
    okopfCode: useReferenceOptions(referenceLists.okopf).options,
    branchTypeCode: useReferenceOptions(listBranchTypes).options,
    businessProfileCodes: useReferenceOptions(listBusinessProfiles).options,
    companyGroupCode: useReferenceOptions(referenceLists.companyGroup).options,
    regionCode: useReferenceOptions(referenceLists.region).options,
    tenancyTypeCode: useReferenceOptions(listTenancyTypes).options,
    tenantTypeCode: useReferenceOptions(listTenantTypes).options,
  }
}
export type PartnerDictionaries = ReturnType<typeof usePartnerDictionaries>
