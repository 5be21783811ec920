import { choice, email, flag, line, namePart, pastDay, phone, reference } from '../common/fields.ts'
import { sexes } from '../common/person/person-name.ts'

/** What is entered of an employee's card. */
export const employeeFields = {
  lastName: namePart('Фамилия'),
  firstName: namePart('Имя'),
  middleName: namePart('Отчество'),
  sex: choice('Пол', sexes),
  jobTitle: line('Должность'),
  birthDate: pastDay('Дата рождения'),
  email: email('Эл. почта'),
  phone: phone('Телефон'),
  login: line('Логин'),
  headId: reference('Руководитель', 'employee'),
  notActive: flag('Отключён'),
}
