import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import { z } from 'zod'
import { askJson, NoAnswer } from '../ask-json.ts'
import { type InsurerClient, InsurerUnavailable } from './insurer-client.ts'

const Answer = z.object({
  decision: z.enum(['ACCEPT', 'REFUSE']),
  premium: Money.refine((value) => /[1-9]/.test(value)).nullable(),
  text: z.string().trim().min(1).max(1_000),
})

/** The bank's own gateway to insurers (docs/outside-services.md). */
export function insurerGateway({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): InsurerClient {
  return {
    kind: 'SERVICE',
    async ask({ insurerInn, ...question }, signal) {
      const answer = await askJson({
        service: 'Шлюз страховщиков',
        url: `${url}/insurers/${insurerInn}/underwriting`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': question.requestId },
        body: question,
        signal,
      }).catch((cause: unknown) => {
        if (cause instanceof NoAnswer)
          throw new InsurerUnavailable(cause.message, { cause, isFinal: cause.isFinal })
        throw cause
      })
      const parsed = Answer.safeParse(answer)
      if (!parsed.success)
        throw new InsurerUnavailable('Ответ страховщика не разобран', { cause: parsed.error, isFinal: true })
      return parsed.data
    },
  }
}
