import { changeRequestCalls } from '../change-requests/change-requests.ts'
import { can } from '../endpoint.ts'

/** Changes of roles, of who holds them, of accounts and of the check itself that wait for a second person. */
export const roleRequests = changeRequestCalls('/userRole/request', 'изменение роли', {
  see: can('UserRole', 'List'),
  decide: can('UserRole', 'Approve'),
  make: can('UserRole', 'Update'),
})
