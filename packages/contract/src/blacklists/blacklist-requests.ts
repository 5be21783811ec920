import { changeRequestCalls } from '../change-requests/change-requests.ts'
import { canInBank } from '../endpoint.ts'
import type { BlacklistObject } from './blacklist-kinds.ts'

const rightsOf = (object: BlacklistObject) => ({
  see: canInBank(object, 'Read'),
  decide: canInBank(object, 'Read', 'Approve'),
  make: canInBank(object, 'Read', 'Update'),
})

/** Requests to change entries of individuals and phones that act; reasons in them are for those who may read them. */
export const individualEntryRequests = changeRequestCalls(
  '/blacklist/requests/individuals',
  'запись чёрного списка физлиц и телефонов',
  rightsOf('IndividualBlacklist'),
)
/** The same of legal persons. */
export const legalPersonEntryRequests = changeRequestCalls(
  '/blacklist/requests/legalPersons',
  'запись чёрного списка юрлиц',
  rightsOf('LegalPersonBlacklist'),
)
