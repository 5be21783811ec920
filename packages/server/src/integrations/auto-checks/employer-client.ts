import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { partyState } from '../dadata/party-states.ts'
import { type CheckAnswer, type CheckService, personIn } from './check-service.ts'

/** Where DaData's suggestions are and who asks. */
export interface FindOptions {
  readonly url: string
  readonly token: string
}

/** What is told beside the verdict: an answer in another form leaves it out. */
const Line = z.string().max(500).nullish().catch(null)
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
    ogrn: Line,
    inn: Line,
    okved: Line,
    /** Who heads an organisation; an entrepreneur is their own. */
    management: z.object({ name: Line }).nullish().catch(null),
    employee_count: z.int().min(0).nullish().catch(null),
    address: z.object({ value: Line }).nullish().catch(null),
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

/** What the register tells of the firm, in the form of the gateway's answers (docs/outside-services.md). */
function detailsOf({ value, data }: z.output<typeof Found>, status: string) {
  const registered = data.state?.registration_date ?? null
  const registeredOn = registered === null ? null : dayOf(registered)
  return {
    registeredOn,
    employer: {
      ...{ name: value, status, registeredOn },
      ...{ inn: data.inn ?? null, ogrn: data.ogrn ?? null, activityCode: data.okved ?? null },
      ...{ headcount: data.employee_count ?? null, address: data.address?.value ?? null },
      // How many organisations they head, and how many have this address, DaData does not tell.
      head: data.management?.name ? { name: data.management.name } : null,
    },
  }
}

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
      return { state, text: `${found.value}: ${text}`, details: detailsOf(found, text) }
    },
  }
}
