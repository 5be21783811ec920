import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { partyState } from '../dadata/party-states.ts'
import { type CheckAnswer, type CheckService, personIn } from './check-service.ts'

/** Where DaData's suggestions are and who asks. */
export interface FindOptions {
  readonly url: string
  readonly token: string
}

const Found = z.object({
  value: z.string().max(1_000),
  data: z.object({
    type: z.enum(['LEGAL', 'INDIVIDUAL']).nullish(),
    state: z
      .object({
        status: z.string().max(100).nullish(),
        code: z.string().max(10).nullish(),
        /** Milliseconds. */
        registration_date: z.int().nullish(),
      })
      .nullish(),
  }),
})
const Answer = z.object({ suggestions: z.array(Found) })

const states: Readonly<Record<string, readonly [CheckAnswer['state'], string]>> = {
  ACTIVE: ['OK', 'действует'],
  REORGANIZING: ['WARN', 'в процессе реорганизации'],
  LIQUIDATING: ['WARN', 'ликвидируется'],
  BANKRUPT: ['WARN', 'признан банкротом'],
  LIQUIDATED: ['WARN', 'прекратил деятельность'],
}

/** What the code of the register means, else the status beside it. */
function verdictOf({ state, type }: z.output<typeof Found>['data']): readonly [CheckAnswer['state'], string] {
  const known = partyState(state?.code, type)
  const status = known?.status ?? state?.status ?? ''
  const [verdict, word] = states[status] ?? ['WARN', `состояние не известно (${status || 'не указано'})`]
  return [verdict, known === null ? word : `${word} («${known.text}»)`]
}

/** A day of the register: it is midnight of Moscow. */
const dayOf = (moment: number): string =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO('Europe/Moscow').toPlainDate().toString()

/** The client of DaData's extract from the state registers of legal persons and entrepreneurs, by their INN. */
export function employerCheck({ url, token }: FindOptions): CheckService {
  return {
    kind: 'SERVICE',
    async ask(question, signal) {
      const { employerInn } = personIn(question)
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
      const [state, text] = verdictOf(found.data)
      const registered = found.data.state?.registration_date ?? null
      const details = registered === null ? undefined : { registeredOn: dayOf(registered) }
      return { state, text: `${found.value}: ${text}`, ...(details && { details }) }
    },
  }
}
