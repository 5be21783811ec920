import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import { z } from 'zod'

/** The last answer of a check about somebody, with what was asked. */
export interface RegisterRun {
  readonly code: string
  readonly participantId: number
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
  readonly at: string
  /** Whether a training stand has invented the answer. */
  readonly standIn?: boolean
  readonly request: unknown
  readonly response: unknown
}

const loose = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const Text = z.string().trim().min(1).max(500)
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const Sum = z
  .union([z.string(), z.number()])
  .transform((sum) => String(sum))
  .pipe(z.string().regex(/^\d{1,13}(\.\d{1,2})?$/))
const Month = z.string().regex(/^\d{4}-\d{2}$/)

/** What a register may say beside the words (docs/outside-services.md); whatever it says otherwise is left out. */
const Details = z.object({
  passport: loose(Text),
  inn: loose(Text),
  snils: loose(Text),
  phone: loose(Text),
  enforcement: loose(Sum),
  employer: loose(
    z.object({
      name: loose(Text),
      inn: loose(Text),
      ogrn: loose(Text),
      status: loose(Text),
      registeredOn: loose(Day),
      activityCode: loose(Text),
      activity: loose(Text),
      headcount: loose(z.int().min(0).max(10_000_000)),
      address: loose(Text),
    }),
  ),
  /** Of the employer, as the register's own client tells it. */
  registeredOn: loose(Day),
  employment: loose(z.object({ since: loose(Day), position: loose(Text) })),
  incomes: loose(z.array(z.object({ month: Month, amount: Sum })).max(60)),
})
export type RegisterDetails = z.output<typeof Details>
const nothing = Details.parse({})

const Response = z.object({ details: z.unknown() })
const Request = z.object({
  person: loose(
    z.object({
      passport: loose(Text),
      inn: loose(Text),
      snils: loose(Text),
      phone: loose(Text),
      employerName: loose(Text),
      employerInn: loose(Text),
    }),
  ),
})

/** What a register has told beside its words; an answer in another form tells nothing. */
export function detailsOf({ response }: Pick<RegisterRun, 'response'>): RegisterDetails {
  const parsed = Response.safeParse(response)
  return parsed.success ? (Details.safeParse(parsed.data.details).data ?? nothing) : nothing
}
const personOf = ({ request }: RegisterRun) => Request.safeParse(request).data?.person ?? null

/** What a register says of a field: a value, or only words that it is not so. */
export interface RegisterSaying {
  readonly field: ComparedFieldKey
  readonly value: string | null
  /** Words in place of a value, of what a register denies without telling what is right. */
  readonly denial: string | null
  readonly note: string
}

type Read = (run: RegisterRun) => RegisterSaying[]

/** A register that says yes or no to a number: yes confirms what was asked, no without a number of its own only denies. */
const confirms =
  (field: 'passport' | 'inn' | 'snils' | 'phone', denial: string): Read =>
  (run) => {
    const own = detailsOf(run)[field] ?? null
    if (run.state !== 'OK')
      return [{ field, value: own, denial: own === null ? denial : null, note: run.text }]
    const value = own ?? personOf(run)?.[field] ?? null
    return value === null ? [] : [{ field, value, denial: null, note: run.text }]
  }

const ofEmployer: Read = (run) => {
  const { employer } = detailsOf(run)
  const person = personOf(run)
  const isFound = run.state === 'OK'
  const told = [
    ['employerName', employer?.name ?? (isFound ? person?.employerName : null)],
    ['employerInn', employer?.inn ?? (isFound ? person?.employerInn : null)],
  ] as const
  return told.flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [{ field, value, denial: null, note: run.text }],
  )
}

const ofFund: Read = (run) => {
  const { employment } = detailsOf(run)
  const told = [
    ['employedSince', employment?.since],
    ['position', employment?.position],
  ] as const
  return told.flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [{ field, value, denial: null, note: run.text }],
  )
}

/** The first sum in roubles of a text: «Исполнительное производство на 18 400 ₽». */
const sumIn = (text: string): string | null =>
  /(\d[\d\s\u00a0\u202f]{0,20})(?:[.,]\d{1,2})?[\s\u00a0\u202f]{0,2}(?:₽|руб)/
    .exec(text)?.[1]
    ?.replace(/\D/g, '') ?? null

const ofBailiffs: Read = (run) => {
  const value = detailsOf(run).enforcement ?? (run.state === 'OK' ? '0' : sumIn(run.text))
  const denial = value === null ? 'есть взыскания' : null
  return [{ field: 'enforcement', value, denial, note: run.text }]
}

const readers: Readonly<Record<string, Read>> = {
  PASSPORT_INVALID: confirms('passport', 'недействителен'),
  INN_MATCH: confirms('inn', 'не подтверждён'),
  SNILS_MATCH: confirms('snils', 'не подтверждён'),
  PHONE_OWNERSHIP: confirms('phone', 'чужой номер'),
  EMPLOYER_EGRUL: ofEmployer,
  INCOME_PFR: ofFund,
  FSSP: ofBailiffs,
}

/** Checks that tell of compared fields. */
export const registerChecks = Object.keys(readers)

/** What the registers say of somebody. */
export const registerSayings = (runs: readonly RegisterRun[]): RegisterSaying[] =>
  runs.flatMap((run) => readers[run.code]?.(run) ?? [])

/** Sums that the fund has told, by month, before tax. */
export const fundIncomes = (runs: readonly RegisterRun[]): { month: string; amount: string }[] =>
  runs.filter(({ code }) => code === 'INCOME_PFR').flatMap((run) => detailsOf(run).incomes ?? [])
