import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { type CheckAnswer, type CheckService, personIn } from './check-service.ts'

/** Where DaData's standardisation is and who asks: it wants a secret beside the key. */
export interface CleanOptions {
  readonly url: string
  readonly token: string
  readonly secret: string
}

const Answer = z.tuple([z.object({ qc: z.int() })])
const service = 'Проверка паспортов DaData'

const verdicts: Readonly<Record<number, CheckAnswer>> = {
  // The list of the Ministry has not been renewed since June 2023, and whoever decides is to know it.
  0: { state: 'OK', text: 'Среди недействительных не значится (список МВД в DaData, июнь 2023)' },
  1: { state: 'WARN', text: 'У паспорта неверный формат серии или номера' },
  2: { state: 'WARN', text: 'Паспорт не указан' },
  10: { state: 'FAIL', text: 'Паспорт в реестре недействительных' },
  100: { state: 'FAIL', text: 'Паспорт в реестре недействительных' },
}

/** The client of DaData's check of passports against the Ministry's list (dadata.ru/api/clean/passport). */
export function passportCheck({ url, token, secret }: CleanOptions): CheckService {
  return {
    kind: 'SERVICE',
    async ask(question, signal) {
      const { passport } = personIn(question)
      if (passport === null) return { state: 'WARN', text: 'Паспорт не указан' }
      const answer = await askJson({
        service,
        url: `${url}/passport`,
        headers: { authorization: `Token ${token}`, 'x-secret': secret },
        body: [`${passport.slice(0, 4)} ${passport.slice(4)}`],
        signal,
      })
      const [{ qc }] = Answer.parse(answer)
      return verdicts[qc] ?? { state: 'WARN', text: `Неизвестный код проверки паспорта: ${qc}` }
    },
  }
}
