import type {
  WorkgroupInput,
  WorkgroupRole,
  WorkgroupRoleInput,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'

const rightsOf = (role: Pick<WorkgroupRole, 'operations'>) =>
  role.operations
    .map((o) => `${o.process}.${o.operation}`)
    .sort()
    .join()

/** Whether saving the role would change nothing. */
export const sameRole = (role: WorkgroupRole, input: WorkgroupRoleInput): boolean =>
  role.name === input.name &&
  role.partnerRoleId === input.partnerRoleId &&
  role.isDisabled === input.isDisabled &&
  role.description === input.description &&
  rightsOf(role) === rightsOf(input)

/** Whether saving the group would change nothing. */
export const sameGroup = (
  group: { name: string; description: string; notActive: boolean; headId: number | null },
  input: WorkgroupInput,
): boolean =>
  group.name === input.name &&
  group.description === input.description &&
  group.notActive === input.notActive &&
  group.headId === input.headId

/** Whether groups of a partner with these roles may hold the role; a disabled role fits nobody. */
export const isSuitable = (
  role: Pick<WorkgroupRole, 'partnerRoleId' | 'isDisabled'>,
  partnerRoles: readonly string[],
): boolean => !role.isDisabled && (role.partnerRoleId === null || partnerRoles.includes(role.partnerRoleId))

/** Why the role cannot be given to a group of this partner; null when it can. */
export function refusalOfRole(
  role: Pick<WorkgroupRole, 'partnerRoleId' | 'partnerRoleName' | 'isDisabled'> | undefined,
  partnerRoles: readonly string[],
  held: boolean,
): string | null {
  if (role === undefined) return 'Роль рабочей группы не найдена'
  if (held) return 'Роль уже есть у группы'
  if (role.isDisabled) return 'Роль отключена'
  return isSuitable(role, partnerRoles)
    ? null
    : `Нужна роль партнёра «${role.partnerRoleName ?? role.partnerRoleId}»`
}

/** What decides whether an employee may be a member. */
export interface Applicant {
  readonly notActive: boolean
  /** Works for the group's partner or for one under it. */
  readonly within: boolean
  readonly member: boolean
}

/** Why the employee cannot join; null when they can. One whom the caller may not see does not exist. */
export function refusalOfMember(applicant: Applicant | undefined): string | null {
  if (applicant === undefined) return 'Сотрудник не найден'
  if (applicant.member) return 'Уже состоит в группе'
  if (applicant.notActive) return 'Сотрудник не работает'
  return applicant.within ? null : 'Сотрудник работает у другого партнёра'
}
