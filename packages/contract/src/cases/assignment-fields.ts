import { byOperator } from '../common/field-rights.ts'
import { day, flag, line, longText, reference } from '../common/fields.ts'

/** What is entered of an assignment: something that somebody is asked to do about a case. */
export const assignmentFields = {
  employeeId: reference('Кому поручить', 'employee'),
  workgroupId: reference('Группа', 'workgroup'),
  title: line('Что сделать'),
  details: longText('Подробности (необязательно)'),
  dueAt: day('Срок, до конца дня', { hint: 'Если не указать, срок назначит регламент' }),
  holdsMoves: flag('Не вести дело дальше, пока нет ответа', { changedBy: byOperator }),
}
