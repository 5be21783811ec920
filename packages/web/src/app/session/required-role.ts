import { requiredRoles } from '@ipoteka-office/contract/session/identity.ts'

/** The roles that a token carries. */
export interface TokenRoles {
  readonly realm: readonly string[]
  readonly resource: readonly string[]
}

/** Whether one of the required roles is held, as a role of the resource or of the realm. */
export const hasRequiredRole = ({ realm, resource }: TokenRoles): boolean =>
  requiredRoles.some((role) => realm.includes(role) || resource.includes(role))

/** What a person without the role reads. */
export const missingRoleText = `Для доступа к системе нужна одна из ролей: ${requiredRoles.slice(0, 2).join(', ')}`
