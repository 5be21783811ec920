import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import type { CheckAnswer, CheckService } from './check-service.ts'

/** Where DaData's suggestions are and who asks. */
export interface FindOptions {
  readonly url: string
  readonly token: string
}

const Answer = z.object({
  suggestions: z.array(
    z.object({
      value: z.string().max(1_000),
      data: z.object({ state: z.object({ status: z.string().max(100) }).nullish() }),
    }),
  ),
})

const states: Readonly<Record<string, readonly [CheckAnswer['state'], string]>> = {
  ACTIVE: ['OK', 'действует'],
  REORGANIZING: ['WARN', 'в процессе реорганизации'],
  LIQUIDATING: ['WARN', 'ликвидируется'],
  BANKRUPT: ['WARN', 'признан банкротом'],
  LIQUIDATED: ['WARN', 'прекратил деятельность'],
}

/** The client of DaData's extract from the state registers of legal persons and entrepreneurs, by their INN. */
export function employerCheck({ url, token }: FindOptions): CheckService {
  return {
    kind: 'SERVICE',
    async ask({ person: { employerInn } }, signal) {
      if (employerInn === null) return { state: 'WARN', text: 'ИНН работодателя не указан' }
      const answer = await askJson({
        service: 'Реестр юридических лиц DaData',
        url: `${url}/findById/party`,
        headers: { authorization: `Token ${token}` },
        body: { query: employerInn, count: 1 },
        signal,
      })
      const [found] = Answer.parse(answer).suggestions
      if (found === undefined) return { state: 'WARN', text: `По ИНН ${employerInn} никого нет в реестре` }
      const status = found.data.state?.status ?? ''
      const [state, word] = states[status] ?? ['WARN', `состояние не известно (${status || 'не указано'})`]
      return { state, text: `${found.value}: ${word}` }
    },
  }
}
