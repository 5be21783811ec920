import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { Version } from '../common/items.ts'
import { IdParam, keyOf, requiredText } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** What has changed since an approval. */
export const reconsiderationCauses = {
  AMOUNT: 'Сумма',
  TERM: 'Срок',
  PROGRAMME: 'Программа',
  PARTICIPANT: 'Состав участников',
  FACTS: 'Сведения о заёмщике или объекте',
} as const
export type ReconsiderationCause = keyof typeof reconsiderationCauses
export const ReconsiderationCause = keyOf(reconsiderationCauses)

/** Suspends the approval that a case stands on and leads the case back to underwriting. */
export const reconsider = endpoint({
  method: 'POST',
  path: '/underwriting/:id/reconsider',
  summary: 'Пересмотр условий одобренного кредита',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: z.object({
    version: Version,
    causes: z
      .array(ReconsiderationCause)
      .min(1, 'Отметьте, что изменилось')
      .max(Object.keys(reconsiderationCauses).length)
      .transform((causes) => [...new Set(causes)]),
    text: requiredText(2_000),
  }),
  response: CaseHead,
  idempotent: true,
})
