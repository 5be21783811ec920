import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { type CheckService, personIn } from './check-service.ts'

/** The service takes two questions in a minute from one address and refuses the rest (npd.nalog.ru, description of the API). */
const perMinute = 2

/** Where the service of the Federal Tax Service is; it is open to everybody and takes no key. */
export interface SelfEmployedOptions {
  readonly url: string
  /** The day of the bank, `YYYY-MM-DD`. */
  readonly today: () => string
}

const Answer = z.object({ status: z.boolean(), message: z.string().max(2_000).nullish() })

/** The client of the public service that tells who pays the tax on professional income (422-ФЗ), by INN and day. */
export function selfEmployedCheck({ url, today }: SelfEmployedOptions): CheckService {
  return {
    kind: 'SERVICE',
    perMinute,
    async ask(question, signal) {
      const { inn } = personIn(question)
      if (inn === null) return { state: 'WARN', text: 'ИНН не указан: статус самозанятого не проверить' }
      const day = today()
      const answer = await askJson({
        service: 'Служба статуса самозанятых ФНС',
        url,
        body: { inn, requestDate: day },
        signal,
      })
      const { status } = Answer.parse(answer)
      const details = { inn, day, isTaxpayer: status }
      return status
        ? { state: 'OK', text: 'Плательщик налога на профессиональный доход', details }
        : { state: 'WARN', text: 'Плательщиком налога на профессиональный доход не является', details }
    },
  }
}
