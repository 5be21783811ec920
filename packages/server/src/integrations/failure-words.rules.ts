import { stripPersonal } from './error-reports/strip.ts'

/** Words that our clients of outside services say: they name the service and its status, and nobody. */
const ofServices =
  /^[\p{L}\d ,.:«»-]{1,80}(?: не отвечает| не подключен[аоы]?|: ответ \d{3}|: ответ не разобран|: ответ оборвался)$/u

/** Why a job failed, without what could name a person: an error of the database may carry a whole row. */
export const failureWords = (message: string | null): string | null =>
  message === null || ofServices.test(message) ? message : stripPersonal(message)
