import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { z } from 'zod'
import { askJson, NoAnswer } from '../ask-json.ts'
import { type CheckAnswer, type CheckedPerson, type CheckService, personIn } from './check-service.ts'

/** Where the registry's service is and who asks: access is given by an agreement with its operator. */
export interface BankruptcyOptions {
  readonly url: string
  readonly login: string
  readonly password: string
}

const text = z.string().max(1_000).nullish()
const Entry = z.object({
  guid: z.string().max(100),
  data: z.object({
    lastName: text,
    firstName: text,
    middleName: text,
    inn: text,
    snils: text,
    birthdate: text,
  }),
})
const Entries = z.object({ pageData: z.array(Entry) })
const Messages = z.object({ pageData: z.array(z.object({ number: text, datePublish: text })) })
const Token = z.object({ jwt: z.string().min(1).max(10_000) })
type Entry = z.output<typeof Entry>

const service = 'ЕФРСБ'
const mostEntries = 20

const digits = (value: string | null | undefined) => (value ?? '').replaceAll(/\D/g, '')
const plainName = (name: string) => name.toUpperCase().replaceAll('Ё', 'Е').replaceAll(/\s+/g, ' ').trim()
const nameOf = ({ data }: Entry) => [data.lastName, data.firstName, data.middleName].filter(Boolean).join(' ')

/** By everything that names the person: an entry of the registry may lack any of it. */
function searchesFor({ inn, snils, fullName, birthDate }: CheckedPerson): Record<string, string>[] {
  return [
    ...(inn === null ? [] : [{ inn }]),
    ...(snils === null ? [] : [{ snils: digits(snils) }]),
    ...(birthDate === null ? [] : [{ name: fullName, birthDate }]),
  ]
}

/** `SURE`: the numbers are the person's; `LIKELY`: the name and the day of birth are, and no number speaks against it. */
function matchOf(entry: Entry, person: CheckedPerson): 'SURE' | 'LIKELY' | null {
  const [inn, snils] = [digits(entry.data.inn), digits(entry.data.snils)]
  const isSame = (found: string, own: string | null) => found !== '' && own !== null && found === digits(own)
  if (isSame(inn, person.inn) || isSame(snils, person.snils)) return 'SURE'
  const isOther = (found: string, own: string | null) => found !== '' && own !== null && found !== digits(own)
  if (isOther(inn, person.inn) || isOther(snils, person.snils)) return null
  const isNamed =
    plainName(nameOf(entry)) === plainName(person.fullName) &&
    entry.data.birthdate?.slice(0, 10) === person.birthDate
  return isNamed ? 'LIKELY' : null
}

const dayOf = (published: string | null | undefined) => dayText(published?.slice(0, 10) ?? '')

/** The client of the registry of bankruptcies: the service of publications for banks, by its public description. */
export function bankruptcyCheck({ url, login, password }: BankruptcyOptions): CheckService {
  let known: Promise<string> | null = null

  const signIn = async (signal: AbortSignal) => {
    const answer = await askJson({ service, url: `${url}/v1/auth`, body: { login, password }, signal })
    return Token.parse(answer).jwt
  }

  const get = async (path: string, asked: Record<string, string>, signal: AbortSignal): Promise<unknown> => {
    const question = async (token: string) =>
      askJson({
        service,
        method: 'GET',
        url: `${url}${path}?${new URLSearchParams({ ...asked, offset: '0' }).toString()}`,
        headers: { authorization: `Bearer ${token}` },
        signal,
      })
    known ??= signIn(signal)
    try {
      return await question(await known)
    } catch (error) {
      known = null
      const isOver = error instanceof NoAnswer && error.status === 401
      if (!isOver) throw error
      known = signIn(signal)
      return question(await known)
    }
  }

  const lastMessage = async ({ guid }: Entry, signal: AbortSignal): Promise<string> => {
    const asked = { bankruptGUID: guid, sort: 'DatePublish:desc', limit: '1' }
    const [last] = Messages.parse(await get('/v1/messages', asked, signal)).pageData
    return last === undefined
      ? ''
      : `, последнее сообщение № ${last.number ?? ''} от ${dayOf(last.datePublish)}`
  }

  return {
    kind: 'SERVICE',
    async ask(question, signal): Promise<CheckAnswer> {
      const person = personIn(question)
      const searches = searchesFor(person)
      if (searches.length === 0)
        return { state: 'WARN', text: 'Для поиска нужны ИНН, СНИЛС или дата рождения' }
      let likely: CheckAnswer | null = null
      for (const search of searches) {
        const asked = { type: 'Person', ...search, limit: String(mostEntries) }
        const { pageData } = Entries.parse(await get('/v1/bankrupts', asked, signal))
        const sure = pageData.find((entry) => matchOf(entry, person) === 'SURE')
        if (sure !== undefined)
          return { state: 'FAIL', text: `Значится в реестре банкротств${await lastMessage(sure, signal)}` }
        const doubt = pageData.find((entry) => matchOf(entry, person) === 'LIKELY')
        if (doubt !== undefined)
          likely = {
            state: 'WARN',
            text: `Совпали ФИО и дата рождения с записью реестра банкротств${await lastMessage(doubt, signal)}`,
          }
      }
      return likely ?? { state: 'OK', text: 'Сведений о банкротстве нет' }
    },
  }
}
