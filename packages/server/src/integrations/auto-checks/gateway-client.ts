import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import type { CheckService } from './check-service.ts'

const Answer = z.object({ state: z.enum(['OK', 'WARN', 'FAIL']), text: z.string().trim().min(1).max(1_000) })

/**
 * The bank's own gateway of checks (docs/outside-services.md): services whose protocol is given by an agreement only are
 * asked through it.
 */
export function gatewayChecks({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): CheckService {
  return {
    kind: 'SERVICE',
    async ask({ requestId, code, person }, signal) {
      const answer = await askJson({
        service: 'Шлюз проверок',
        url: `${url}/checks/${code}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': requestId },
        body: { requestId, person },
        signal,
      })
      return Answer.parse(answer)
    },
  }
}
