import { byRight } from '../common/field-rights.ts'
import {
  choice,
  email,
  flag,
  line,
  namePart,
  pastDay,
  phone,
  reference,
  references,
} from '../common/fields.ts'
import { sexes } from '../common/person/person-name.ts'

const seenBy = byRight('PartnerEmployee', 'Read', 'Карточка сотрудника: просмотр')

/** What is entered of an employee's card; a list shows contacts to those who may open it. */
export const employeeFields = {
  lastName: namePart('Фамилия'),
  firstName: namePart('Имя'),
  middleName: namePart('Отчество'),
  sex: choice('Пол', sexes),
  jobTitle: line('Должность'),
  birthDate: pastDay('Дата рождения'),
  email: email('Эл. почта', { seenBy }),
  phone: phone('Телефон', { seenBy }),
  login: line('Логин'),
  headId: reference('Руководитель', 'employee'),
  notActive: flag('Отключён'),
}

/** What is entered of a new employee: the first sign-in and roles too. */
export const newEmployeeFields = {
  ...employeeFields,
  createAccount: flag('Учётная запись', {
    changedBy: byRight('PartnerEmployee', 'UpdateIdentity', 'Учётная запись сотрудника'),
  }),
  userRoleIds: references('Роли', 'userRole', {
    changedBy: byRight('PartnerEmployee', 'UpdateRoles', 'Назначение ролей сотруднику'),
  }),
}
