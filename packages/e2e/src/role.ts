import type { EmployeeRoles } from '@ipoteka-office/contract/employees/employee-rights.ts'
import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { RoleCard, RoleInput, RoleSaved } from '@ipoteka-office/contract/roles/roles.ts'
import type { Bank } from './bank.ts'

/** Employees of the demo sign-ins. */
export const people = { admin: 1, workload: 2, underwriter: 3, viewer: 9 } as const

let made = 0

/** A role that no other test uses. */
export async function newRole(bank: Bank, input: Partial<RoleInput> = {}): Promise<RoleCard> {
  made += 1
  const code = `E2E_${Date.now()}_${made}`
  const saved = await bank.call<RoleSaved>('POST', '/userRole/', { code, name: `Проверка ${code}`, ...input })
  if (saved.role === null) throw new Error('the role waits for a second person')
  return saved.role
}

export const roleOf = (bank: Bank, id: number): Promise<RoleCard> => bank.call('GET', `/userRole/${id}`)

/** Gives or takes a role of an employee. */
export async function setRole(bank: Bank, employeeId: number, roleId: number, on: boolean): Promise<void> {
  const path = `/employee/${employeeId}/userRole`
  const now = await bank.call<EmployeeRoles>('GET', path)
  const kept = now.held.map(({ id }) => id).filter((id) => id !== roleId)
  await bank.call('PUT', path, { userRoleIds: on ? [...kept, roleId] : kept, version: now.version })
}

/** Switches on or off that changes of roles wait for a second person; off takes one itself: `workload`, who may decide. */
export async function setFourEyes(bank: Bank, enabled: boolean): Promise<void> {
  const { content } = await bank.call<{ content: FeatureToggle[] }>(
    'GET',
    '/feature-toggles?search=roles.fourEyes',
  )
  const toggle = content.find(({ key }) => key === 'roles.fourEyes')
  if (!toggle) throw new Error('no toggle roles.fourEyes')
  const { id, title, description, owner, rules, expiresOn, version } = toggle
  const { pendingRequestId } = await bank.call<FeatureToggle>('PUT', `/feature-toggles/${id}`, {
    title,
    description,
    owner,
    rules,
    expiresOn,
    version,
    enabled,
  })
  if (pendingRequestId === null) return
  const decision = { version: 1, comment: '' }
  await bank.call('POST', `/userRole/request/${pendingRequestId}/approve`, decision, 'workload')
}
