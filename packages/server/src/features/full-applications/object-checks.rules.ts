import { lowered } from '@ipoteka-office/contract/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import {
  encumbranceKinds,
  type RealtyAppraisal,
  type RealtyEncumbrance,
  type RealtyOwner,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { divideHalfUp, fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { CheckCode, CheckVerdict, OwnCheckFacts } from './auto-checks.rules.ts'

/** An object as far as checks ask of it. */
export interface CheckedObject {
  readonly id: number
  readonly name: string
  readonly number: string
  readonly address: string | null
  readonly price: string | null
  readonly extractDate: string | null
  readonly encumbrances: readonly RealtyEncumbrance[]
  readonly appraisals: readonly RealtyAppraisal[]
  readonly owners: readonly RealtyOwner[]
}

/** What was found, or that nothing was. */
export const noted = (found: readonly string[], fine: string): CheckVerdict =>
  found.length === 0 ? { state: 'OK', text: fine } : { state: 'WARN', text: found.join('; ') }

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

function extractVerdict(
  { extractDate, encumbrances, owners }: CheckedObject,
  { today, figures }: Pick<OwnCheckFacts, 'today' | 'figures'>,
): CheckVerdict {
  const oldest = figures['realty-extract-age']
  const isOld = extractDate !== null && daysBetween(extractDate, today) > oldest
  const standing = encumbrances.filter(({ plan }) => plan === 'REMAINS')
  return noted(
    [
      ...(extractDate === null ? ['Дата выписки не указана'] : []),
      ...(isOld ? [`Выписка от ${dayText(extractDate)} старше ${oldest} дн.`] : []),
      ...(owners.length === 0 ? ['Правообладатели не указаны'] : []),
      ...standing.map(({ kind }) => `Остаётся обременение: ${lowered(encumbranceKinds[kind])}`),
    ],
    'Выписка свежая, обременений не остаётся',
  )
}

/** By how many percent the price is above the latest appraisal; negative: below. */
function priceAbove(price: string, value: string): string {
  const [asked, worth] = [toUnits(price, 2), toUnits(value, 2)]
  return fromUnits(divideHalfUp((asked - worth) * 10_000n, worth), 2)
}

function priceVerdict(
  { price, appraisals }: CheckedObject,
  { figures }: Pick<OwnCheckFacts, 'figures'>,
): CheckVerdict {
  const latest = appraisals.toSorted((a, b) => b.reportDate.localeCompare(a.reportDate))[0]
  if (price === null) return { state: 'WARN', text: 'Цена предмета не указана' }
  if (latest === undefined) return { state: 'WARN', text: 'Отчёта об оценке нет' }
  const above = priceAbove(price, latest.marketValue)
  const most = figures['realty-price-above']
  const words = `Цена ${above.startsWith('-') ? 'ниже' : 'выше'} оценки на ${above.replace('-', '').replace('.', ',')} %`
  return compareDecimals(above, most) > 0
    ? { state: 'WARN', text: `${words}, допустимо ${most.replace('.', ',')} %` }
    : { state: 'OK', text: words }
}

/** What the bank itself says of an object. */
export function objectVerdict(
  code: CheckCode,
  facts: Pick<OwnCheckFacts, 'today' | 'figures' | 'object'>,
): CheckVerdict {
  if (facts.object === undefined) return { state: 'OK', text: 'Предмета больше нет в заявке' }
  return code === 'REALTY_PRICE' ? priceVerdict(facts.object, facts) : extractVerdict(facts.object, facts)
}

type Values = Readonly<Record<string, unknown>>
const addressOf = (personal: Values): Values | undefined => {
  const address = personal['registrationAddress']
  return typeof address === 'object' && address !== null ? (address as Values) : undefined
}

/** An address that was chosen from the register is one that exists. */
export function addressVerdict({ sections }: QuestionnaireParticipant): CheckVerdict {
  const address = addressOf(sections.PERSONAL ?? {})
  if (address === undefined) return { state: 'WARN', text: 'Адрес регистрации не указан' }
  return typeof address['fiasId'] === 'string'
    ? { state: 'OK', text: 'Адрес регистрации есть в ФИАС' }
    : { state: 'WARN', text: 'Адрес регистрации введён словами: в ФИАС он не найден' }
}

const marks = [
  ['общий телефон', ({ phone }: Values) => phone],
  ['общая почта', ({ email }: Values) => email],
  ['один паспорт', ({ passport }: Values) => passport],
  ['один адрес', (personal: Values) => addressOf(personal)?.['value']],
  ['одна фамилия', ({ lastName }: Values) => lastName],
] as const

/** What those who owe have in common with those who take part otherwise: sellers and pledgers. */
export function affinitiesOf(participants: readonly QuestionnaireParticipant[]): string[] {
  const others = participants.filter(({ role }) => !isDebtor(role) && role !== 'SPOUSE_NOT_BORROWER')
  return participants
    .filter(({ role }) => isDebtor(role))
    .flatMap((debtor) =>
      others.flatMap((other) => {
        const [one, two] = [debtor, other].map(({ sections }) => sections.PERSONAL ?? {})
        const common = marks.filter(([, read]) => {
          const value = read(one ?? {})
          return typeof value === 'string' && value !== '' && value === read(two ?? {})
        })
        return common.length === 0
          ? []
          : [`${debtor.name} и ${other.name}: ${common.map(([words]) => words).join(', ')}`]
      }),
    )
}
