import { choice, day, line, whole } from '../common/fields.ts'
import { coolingOffExemptions } from './cooling-off.ts'

/** What is fixed when the terms of a loan are signed: the card and the history take their words from here. */
export const signingFields = {
  signedAt: day('Условия подписаны'),
  coolingHours: whole('Период охлаждения, ч', 0, 10_000),
  exemption: choice('Исключение из периода охлаждения', coolingOffExemptions),
  reason: line('Основание срока'),
  releaseAt: day('Выдача не раньше'),
}
