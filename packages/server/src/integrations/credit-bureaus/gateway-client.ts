import { askBytes, NoAnswer } from '../ask-json.ts'
import { type BureauClient, BureauUnavailable } from './bureau-client.ts'
import { xmlLimits } from '#lib/xml/safe-xml.ts'

const second = 1_000

/** The bank's own gateway to the bureaus (docs/outside-services.md): it signs the request and gives the report back as it came. */
export function bureauGateway({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): BureauClient {
  return {
    kind: 'SERVICE',
    async ask({ requestId, bureau, person, consent, purpose }, signal) {
      try {
        return await askBytes({
          service: 'Шлюз кредитных отчётов',
          url: `${url}/reports/${bureau}`,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': requestId },
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
  }
}
