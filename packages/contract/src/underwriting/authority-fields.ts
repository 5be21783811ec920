import { choice, choices, day, longText, money, percent, references } from '#common/fields.ts'
import { authorityProducts, deviationKinds } from './authority.ts'

/** What an authority is given with: its form, its history and the request of a second person say the same words. */
export const authorityFields = {
  product: choice('Продукт', authorityProducts),
  regions: references('Регионы сделок', 'region', { hint: 'Пусто: все регионы' }),
  maxExposure: money('Экспозиция до', {
    hint: 'Этот кредит и всё, что банк уже выдал или одобрил тем же заёмщикам',
  }),
  maxLoanToValue: percent('К/З до', { hint: 'Пусто: не ограничен' }),
  maxDebtLoad: percent('ПДН до', { hint: 'Пусто: не ограничен' }),
  deviations: choices('Отклонения, которые вправе согласовать', deviationKinds),
  validFrom: day('Действуют с', { hint: 'Не раньше дня, когда изменение подтвердят' }),
  validTo: day('Действуют по', { hint: 'Последний день. Пусто: пока не прекратят' }),
  reason: longText('Основание', {}, 1_000),
}
