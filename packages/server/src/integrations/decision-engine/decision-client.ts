import { z } from 'zod'
import { type DecisionAnswer, type DecisionEngine, DecisionUnavailable } from './decision-engine.ts'

/** Where the engine is and who asks. */
export interface DecisionOptions {
  readonly url: string
  readonly token: string
  /** How long one answer may take. */
  readonly timeoutMs?: number
}

const Decimal = z.string().regex(/^\d{1,13}(\.\d{1,4})?$/)
const Answer = z.object({
  approved: z.boolean(),
  requestNumber: z.string().min(1).max(100),
  score: z.int().nullable().default(null),
  maxAmount: Decimal.nullable().default(null),
  rate: Decimal.nullable().default(null),
  debtLoad: Decimal.nullable().default(null),
  notes: z.array(z.string().max(500)).max(50).default([]),
})

/** The client of the bank's decision engine: one call an attempt, the job repeats. */
export function decisionClient({ url, token, timeoutMs = 60_000 }: DecisionOptions): DecisionEngine {
  return {
    kind: 'SERVICE',
    async decide(request, signal): Promise<DecisionAnswer> {
      const response = await fetch(`${url}/pre-decision`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': request.requestId,
        },
        body: JSON.stringify(request),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((cause: unknown) => {
        throw new DecisionUnavailable('СПР не отвечает', { cause })
      })
      if (!response.ok) {
        // 408, 425 and 429 pass by themselves; the other refusals do not.
        const passes = response.status >= 500 || [408, 425, 429].includes(response.status)
        throw new DecisionUnavailable(`СПР ответила ${response.status}`, { isFinal: !passes })
      }
      const parsed = Answer.safeParse(await response.json().catch(() => null))
      if (!parsed.success) throw new DecisionUnavailable('Ответ СПР не разобран', { cause: parsed.error })
      return parsed.data
    },
  }
}
