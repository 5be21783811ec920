import type { ChangeKinds } from '#features/change-requests/change-requests.service.ts'
import type { BlacklistParts } from '#features/blacklists/entries.service.ts'
import { entryChanges } from '#features/blacklists/entry-changes.service.ts'
import { loadChanges } from '#features/blacklists/loads/load-changes.service.ts'
import { accountAccess } from '#features/employees/employee-access.service.ts'
import { employeeRoleChanges } from '#features/employees/employee-role-requests.service.ts'
import { toggleChanges } from '#features/feature-toggles/toggle-requests.service.ts'
import {
  type ParameterChangeParts,
  parameterChanges,
} from '#features/parameters/parameter-changes.service.ts'
import type { CasePricingParts } from '#features/products/pricing/case-price.service.ts'
import { individualChanges } from '#features/products/pricing/individual-rate.service.ts'
import { capChanges } from '#features/rate-limits/cap-requests.service.ts'
import { limitChanges } from '#features/rate-limits/limit-requests.service.ts'
import { authorityChanges } from '#features/underwriting/staff/authority-changes.service.ts'
import { groupMemberChanges, groupRoleChanges } from '#features/workgroups/workgroup-requests.service.ts'
import { roleChanges } from '#features/roles/role-requests.service.ts'

/** What a second person decides on: a new kind is a line here, its code and name stand in the contract. */
export const changeKinds = (
  parts: ParameterChangeParts & BlacklistParts & CasePricingParts,
): ChangeKinds => ({
  user_role: roleChanges,
  employee_roles: employeeRoleChanges,
  employee_account: accountAccess,
  workgroup_roles: groupRoleChanges,
  workgroup_members: groupMemberChanges,
  feature_toggle: toggleChanges,
  parameter: parameterChanges(parts),
  blacklist_individual: entryChanges(parts, 'individuals'),
  blacklist_phone: entryChanges(parts, 'phones'),
  blacklist_legal_person: entryChanges(parts, 'legalPersons'),
  load_authority: loadChanges(parts),
  load_individuals: loadChanges(parts),
  load_phones: loadChanges(parts),
  load_legal_persons: loadChanges(parts),
  decision_authority: authorityChanges(parts),
  rate_limits: limitChanges(parts),
  rate_cap: capChanges(parts),
  individual_rate: individualChanges(parts),
  individual_loan_rate: individualChanges(parts),
})
