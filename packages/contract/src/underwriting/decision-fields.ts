import { day, longText, money, months, percent, references } from '#common/fields.ts'
import { decisionReasons } from './decisions.ts'

/** What a decision is written with. */
export const decisionFields = {
  amount: money('Сумма кредита'),
  termMonths: months('Срок кредита'),
  rate: percent('Ставка'),
  validTo: day('Действует по', { hint: 'Пусто: сколько действуют решения по продукту' }),
  reasons: references('Причины', decisionReasons),
  clientText: longText('Что сказать клиенту', {
    hint: 'Увидят клиент и партнёр. Причин, которые банк не раскрывает, здесь быть не должно',
  }),
  comment: longText('Обоснование', { hint: 'Для банка: на чём основано решение' }, 4_000),
}
