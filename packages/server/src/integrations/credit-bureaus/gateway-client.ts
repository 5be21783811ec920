import { z } from 'zod'
import { askBytes, askJson, NoAnswer } from '../ask-json.ts'
import { type BureauClient, BureauUnavailable } from './bureau-client.ts'
import { xmlLimits } from '#lib/xml/safe-xml.ts'

const second = 1_000
/** What the gateway answers to a notice that the bureau has taken. */
const Taken = z.object({ receipt: z.string().min(1).max(100) })

/** The bank's own gateway to the bureaus (docs/outside-services.md): it signs the request and gives the report back as it came. */
export function bureauGateway({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): BureauClient {
  const headersFor = (key: string) => ({ authorization: `Bearer ${token}`, 'idempotency-key': key })
  return {
    kind: 'SERVICE',
    async ask({ requestId, bureau, person, consent, purpose }, signal) {
      try {
        return await askBytes({
          service: 'Шлюз кредитных отчётов',
          url: `${url}/reports/${bureau}`,
          headers: headersFor(requestId),
          body: { requestId, person, consent, purpose },
          signal,
          timeoutMs: 60 * second,
          mostBytes: xmlLimits.bytes,
        })
      } catch (cause) {
        if (cause instanceof NoAnswer)
          throw new BureauUnavailable(cause.message, { isFinal: cause.isFinal, cause })
        throw cause
      }
    },
    async tell({ noticeId, bureau, event, person, consentOn, application }, signal) {
      try {
        const answer = await askJson({
          service: 'Шлюз бюро кредитных историй',
          url: `${url}/notices/${bureau}`,
          headers: headersFor(noticeId),
          body: { noticeId, event, person, consentOn, application },
          signal,
          timeoutMs: 60 * second,
        })
        const { data } = Taken.safeParse(answer)
        if (data === undefined)
          throw new BureauUnavailable('Шлюз бюро кредитных историй: ответ без номера приёма')
        return data.receipt
      } catch (cause) {
        if (cause instanceof NoAnswer)
          throw new BureauUnavailable(cause.message, { isFinal: cause.isFinal, cause })
        throw cause
      }
    },
  }
}
