import { byRight } from '../common/field-rights.ts'
import { day, line, reference } from '../common/fields.ts'

/** What is entered of a QR code: the form, its card and the history take their words from here. */
export const qrFields = {
  partnerId: reference('Партнёр', 'partner', {
    changedBy: byRight('Qr', 'ListAll', 'QR-коды всех сотрудников'),
  }),
  employeeId: reference('Сотрудник', 'employee', {
    hint: 'Необязательно: чтобы считать обращения сотрудника',
  }),
  partnerTypeCode: reference('Вид партнёра', 'partnerQr'),
  productCode: reference('Продукт', 'creditProductQr'),
  campaign: line('Кампания', { hint: 'Например, «Весна 2027»' }, 100),
  validTo: day('Действует до', { historyLabel: 'Действует по' }),
}
