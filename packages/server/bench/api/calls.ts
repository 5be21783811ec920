import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'

/** One request of the load. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string
}

/** An approver as its form sends it. */
export type Saved = Omit<Approver, 'version'>

const narrow = {
  mortgageApplicationLevels: ['LEVEL_4'],
  regions: ['16', '63', '66'],
  workStatus: 'ACTIVE',
}

/** The list that is measured: three filters, sorted, 20 rows, with the total. */
export const listCall: Call = {
  method: 'POST',
  path: '/api/partner/oic/list?page=1&size=20&sort=fullName,asc',
  body: JSON.stringify(narrow),
}

/** The list as it opens: one tab, nothing else chosen. */
export const wideListCall: Call = {
  method: 'POST',
  path: '/api/partner/oic/list?page=0&size=20&sort=fullName,asc',
  body: JSON.stringify({ workStatus: 'ACTIVE' }),
}

export const readCall = (id: number): Call => ({ method: 'GET', path: `/api/partner/nis/${id}` })

/** Saves the approver with this limit, without a version. */
export const saveCall = (approver: Saved, limit: number): Call => ({
  method: 'PUT',
  path: `/api/partner/nis/${approver.id}`,
  body: JSON.stringify({ ...approver, mortgageApplicationsLimit: limit }),
})

/** Limits of a round, so that every save of it and of the next one changes something. */
export const limitsOf = (round: number): readonly [number, number] => [100 + round * 2, 101 + round * 2]

/** What a request puts into the statements of its call. */
export type Fields = Readonly<Record<string, unknown>>

/** What a save puts into its statements. */
export function fieldsOf(id: number, input: Saved, requestId: string): Fields {
  return {
    id,
    requestId,
    workStatus: input.workStatus,
    levels: input.mortgageApplicationLevels.map((one) => one.code),
    statuses: input.mortgageApplicationStatuses.map((one) => one.code),
    partnerIds: input.partners.map((one) => one.partnerId),
    // As they are stored: a list that only comes in another order is written as it stood.
    storedPartnerIds: input.partners.map((one) => one.partnerId).toSorted((a, b) => a - b),
    allPartners: input.allPartners,
    regions: input.regions.map((one) => one.code),
    storedRegions: input.regions.map((one) => one.code).toSorted(),
    allRegions: input.allRegions,
    shiftFrom: input.workingShiftFrom,
    shiftBy: input.workingShiftBy,
    limit: input.mortgageApplicationsLimit,
  }
}
