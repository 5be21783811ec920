import { choice, day, reference } from '../common/fields.ts'
import { consentKinds, consentSignatures, consentTemplates } from './short-applications.ts'

/** What is entered of a consent. */
export const consentFields = {
  kind: choice('На что', consentKinds, { historyLabel: 'Вид' }),
  coBorrowerKey: reference('Чьё', 'coBorrower'),
  templateCode: choice('Форма', consentTemplates),
  signature: choice('Подпись', consentSignatures),
  signedOn: day('Подписано'),
  validTo: day('Действует до', { hint: 'Пусто — по виду согласия: для БКИ и СФР 180 дней' }),
  documentId: reference('Скан', 'document'),
}
