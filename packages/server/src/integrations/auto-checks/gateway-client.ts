import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import type { CheckService } from './check-service.ts'

const Answer = z.object({
  state: z.enum(['OK', 'WARN', 'FAIL']),
  text: z.string().trim().min(1).max(1_000),
  details: z.unknown().optional(),
})
/** Kept with every run: more than this of somebody's own words is no answer but a file. */
const mostDetails = 20_000

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
    async ask({ requestId, code, person, object }, signal) {
      const answer = await askJson({
        service: 'Шлюз проверок',
        url: `${url}/checks/${code}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': requestId },
        body: { requestId, person, ...(object !== undefined && { object }) },
        signal,
      })
      const { details, ...said } = Answer.parse(answer)
      if (details === undefined) return said
      const isTooMuch = JSON.stringify(details).length > mostDetails
      return { ...said, details: isTooMuch ? 'Подробности длиннее 20 000 знаков не хранятся' : details }
    },
  }
}
