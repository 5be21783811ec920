import { choice, day, line, list, money, type FieldSpecs } from '#common/fields.ts'
import { encumbranceKinds, encumbrancePlans } from '#realty-objects/realty-objects.ts'

/** Repeating parts of an object as its form shows them. */
export const realtyListFields = {
  appraisals: list('Отчёты об оценке', 'Отчёт', {
    appraiser: line('Оценщик', {}, 300),
    reportNumber: line('Номер отчёта', {}, 64),
    reportDate: day('Дата отчёта', { hint: 'Отчёт действует шесть месяцев' }),
    marketValue: money('Рыночная стоимость'),
    liquidationValue: money('Ликвидационная стоимость', { hint: 'Если названа в отчёте' }),
  }),
  encumbrances: list('Обременения', 'Обременение', {
    kind: choice('Вид', encumbranceKinds),
    record: line('Номер записи', { hint: 'Из выписки ЕГРН' }, 100),
    registeredOn: day('Зарегистрировано'),
    beneficiary: line('В пользу кого', {}, 300),
    plan: choice('Что с ним будет', encumbrancePlans),
    comment: line('Комментарий', {}, 500),
  }),
} as const satisfies FieldSpecs
