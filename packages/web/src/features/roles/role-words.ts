import type { RightPath } from '@ipoteka-office/contract/roles/role-insight.ts'
import type { OperationRef } from '@ipoteka-office/contract/roles/role-operations.ts'
import type { RolePerson } from '@ipoteka-office/contract/roles/roles.ts'
import { countOf } from '#lib/plural.ts'

export const peopleText = (count: number): string => countOf(count, 'сотрудник', 'сотрудника', 'сотрудников')
export const operationsText = (count: number): string => countOf(count, 'операция', 'операции', 'операций')

/** «сама роль», «через группу «Согласование ОИК»». */
export const throughText = ({ workgroup }: RightPath): string =>
  workgroup === null ? 'назначена сотруднику' : `через группу «${workgroup.name}»`

export const operationText = ({ objectTypeName, descriptor }: OperationRef): string =>
  `${objectTypeName}: ${descriptor}`

/** The card of an employee. */
export const personHref = ({ id, partner }: RolePerson): string => `/partner/${partner.id}/employee/${id}`

export const noUpdateText = 'Нет права на изменение ролей. Обратитесь к администратору'
export const waitingText = 'Роль ждёт подтверждения прежнего изменения'
