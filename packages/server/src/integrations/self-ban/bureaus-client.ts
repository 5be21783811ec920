import { z } from 'zod'
import { Day } from '@ipoteka-office/contract/common/items.ts'
import { askJson, NoAnswer } from '../ask-json.ts'
import { type SelfBanClient, SelfBanUnavailable } from './self-ban-client.ts'

const Answer = z.object({
  bureaus: z
    .array(
      z.object({
        name: z.string().min(1).max(200),
        answer: z.enum(['NO_BAN', 'BAN']),
        since: Day.nullable(),
      }),
    )
    .min(1)
    .max(20),
})

/**
 * The bank's own gateway to the bureaus of credit histories (docs/outside-services.md): it asks all of them and answers
 * when all have answered.
 */
export function bureausClient({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): SelfBanClient {
  return {
    kind: 'SERVICE',
    async ask(person, requestId, signal) {
      const answer = await askJson({
        service: 'Шлюз бюро кредитных историй',
        url: `${url}/self-ban`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': requestId },
        body: { requestId, person },
        signal,
      }).catch((cause: unknown) => {
        if (cause instanceof NoAnswer) throw new SelfBanUnavailable(cause.message, { cause })
        throw cause
      })
      const parsed = Answer.safeParse(answer)
      if (!parsed.success)
        throw new SelfBanUnavailable('Ответ шлюза бюро не разобран', { cause: parsed.error })
      return parsed.data.bureaus
    },
  }
}
