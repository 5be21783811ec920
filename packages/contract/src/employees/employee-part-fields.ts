import { choice, day, line, reference } from '../common/fields.ts'
import { absenceReasons } from './employees.ts'

/* What is entered of the parts of an employee's card: forms, comparison and history take their words from here. */

export const employeeDocumentFields = {
  typeCode: reference('Вид документа', 'docType', { historyLabel: 'вид' }),
  number: line('Номер', { historyLabel: 'номер' }),
  issuer: line('Кем выдан', { historyLabel: 'кем выдан' }),
  issuedOn: day('Дата выдачи', { historyLabel: 'дата выдачи' }),
  validTo: day('Действует до', { historyLabel: 'действует до' }),
  comment: line('Комментарий', { historyLabel: 'комментарий' }),
}

export const procuracyFields = {
  number: line('Номер', { historyLabel: 'номер' }),
  dateFrom: day('Действует с', { historyLabel: 'действует с' }),
  dateTo: day('по', { historyLabel: 'действует до' }),
  scope: line('Полномочия', { historyLabel: 'полномочия' }),
  issuer: line('Кем выдана', { historyLabel: 'кем выдана' }),
  notary: line('Нотариус', { historyLabel: 'нотариус' }),
  revokedOn: day('Отозвана', { hint: 'Пусто — не отозвана', historyLabel: 'отозвана' }),
}

export const absenceFields = {
  reason: choice('Причина', absenceReasons, { historyLabel: 'причина' }),
  dateFrom: day('С', { historyLabel: 'начало' }),
  dateTo: day('По', { hint: 'Оба дня входят', historyLabel: 'окончание' }),
  deputyId: reference('Замещает', 'employee', { historyLabel: 'заместитель' }),
  comment: line('Комментарий', { historyLabel: 'комментарий' }),
}
