import { maxDocumentBytes } from '@ipoteka-office/contract/employees/employee-parts.ts'
import type { EmployeeInput } from '@ipoteka-office/contract/employees/employees.ts'
import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'

/** What documents and procuracies of employees may be. */
export const employeeFileRules = { kinds: ['PDF', 'PNG', 'JPEG'], maxBytes: maxDocumentBytes } as const

const fields = [
  'lastName',
  'firstName',
  'middleName',
  'sex',
  'jobTitle',
  'birthDate',
  'email',
  'phone',
  'login',
  'headId',
  'notActive',
] as const satisfies (keyof EmployeeInput)[]

/** What the form sends for «nothing» as the columns have it. */
export const tidy = <T extends EmployeeInput>(input: T): T => ({
  ...input,
  email: input.email || null,
  phone: input.phone || null,
})

/** Whether a save would change nothing. */
export const isSame = (before: EmployeeInput, after: EmployeeInput): boolean =>
  fields.every((field) => before[field] === after[field])

/** Why a person cannot be the head of another; null: they can. */
export function refusalOfHead(
  candidate: { notActive: boolean; sameTree: boolean; isUnder: boolean } | undefined,
): string | null {
  if (candidate === undefined) return 'Сотрудник не найден'
  if (candidate.isUnder) return 'Сотрудник не может быть руководителем самого себя или своего руководителя'
  if (!candidate.sameTree)
    return 'Руководитель должен работать у того же партнёра, у вышестоящего или в филиале'
  return candidate.notActive ? 'Руководитель отключён, выберите другого' : null
}

/** A right in one text: `UserRole.Update`. */
export interface Right {
  readonly objectType: string
  readonly operation: string
}

/** The rights that the caller does not hold; nobody hands on what they do not have, whoever edits roles neither. */
export const missingRights = (held: OperationsMap, rights: readonly Right[]): Right[] =>
  rights.filter(({ objectType, operation }) => !held[objectType]?.includes(operation))

/** A role as far as it decides who may give it. */
export interface GivenRole {
  readonly isDisabled: boolean
  readonly partnerMayGive: boolean
  readonly rights: readonly Right[]
}

/**
 * Why the caller may not give or take a role; null when they may. To people of partners everybody with the right gives
 * what the bank has marked; beyond that the bank's people give what they hold themselves, and partners nothing.
 */
export function refusalToGive(
  giver: { readonly isAhml: boolean; readonly operations: OperationsMap; readonly fourEyes: boolean },
  role: GivenRole,
  toBankStaff: boolean,
): string | null {
  if (role.partnerMayGive && !toBankStaff) return null
  if (!giver.isAhml) return 'Эту роль выдаёт банк: обратитесь к оператору'
  // A second person decides on it then, whatever the first one holds.
  if (giver.fourEyes) return null
  return missingRights(giver.operations, role.rights).length > 0
    ? 'Роль даёт права, которых нет у вас: обратитесь к администратору ролей'
    : null
}
