import { downPaymentSources, purchaseGoals } from '@ipoteka-office/contract/cases/sections/credit.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { FraudFacts } from './fraud-facts.ts'
import {
  dayOf,
  evidence,
  fired,
  monthsBefore,
  quiet,
  type SignRule,
  type SignRules,
  textOf,
  unknown,
} from './sign.rules.ts'

/** Whether something is bought, so that there is a seller and a price. */
const isPurchase = ({ own }: FraudFacts): boolean =>
  (purchaseGoals as readonly string[]).includes(textOf(own.sections.CREDIT?.['goal']))

/** The rule has a sense only where something is bought. */
const ofPurchase =
  (rule: SignRule): SignRule =>
  (facts, figures) =>
    isPurchase(facts) ? rule(facts, figures) : null

/** «Сомова» and «Сомов» are one family name; «Сомовский» is another. */
const stemOf = (lastName: string): string =>
  lastName
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')
    .replace(/ая$/, 'ий')
    .replace(/(ов|ев|ин|ын)а$/, '$1')
    .replace(/(ой|ый)$/, 'ий')

const digits = (value: unknown) => textOf(value).replace(/\D/g, '')
const same = (one: unknown, other: unknown) => digits(one) !== '' && digits(one) === digits(other)

const relativeSeller: SignRule = ({ own }) => {
  const norm = 'продавец не родственник и не участник заявки'
  const seller = own.sections.SELLER ?? {}
  const kind = textOf(seller['kind'])
  if (kind === 'DEVELOPER' || kind === 'LEGAL') return quiet('продаёт организация', norm)
  const name = textOf(seller['name'])
  if (name === '') return unknown('Продавец не указан', norm)
  const stem = stemOf(name.trim().split(/\s+/)[0] ?? '')
  const found = own.participants.flatMap(({ id, sections }) => {
    const personal = sections.PERSONAL ?? {}
    const names = [
      textOf(personal['lastName']),
      ...(Array.isArray(personal['previousNames'])
        ? (personal['previousNames'] as { fullName?: unknown }[])
        : []
      ).map(({ fullName }) => textOf(fullName).split(/\s+/)[0] ?? ''),
    ]
    const why = [
      ...(names.some((one) => one !== '' && stemOf(one) === stem) ? ['та же фамилия'] : []),
      ...(same(personal['passport'], seller['passport']) ? ['тот же паспорт'] : []),
      ...(same(personal['phone'], seller['phone']) ? ['тот же телефон'] : []),
    ]
    const who = textOf(personal['lastName'])
    return why.length === 0
      ? []
      : [evidence(`Продавец ${name} и ${who}: ${why.join(', ')}`, { section: 'SELLER', participantId: id })]
  })
  return found.length === 0 ? quiet(name, norm) : fired(name, norm, found)
}

const priceAboveMedian: SignRule = ({ object }, figures) => {
  const limit = Number(figures['fraud-price-above'])
  const norm = `не больше чем на ${limit} % выше медианы`
  if (object === null || object.perMetre === null)
    return unknown('Цена или площадь предмета не указаны', norm)
  const { median, perMetre } = object
  if (median === null || median.count < figures['fraud-median-sample'])
    return unknown(
      `Похожих предметов в регионе ${median?.count ?? 0}: для медианы нужно ${figures['fraud-median-sample']}`,
      norm,
    )
  const above = Math.round((perMetre / median.value - 1) * 100)
  const value = above > 0 ? `на ${above} % выше` : 'не выше медианы'
  const told = [
    evidence(
      `${object.name}: ${roublesText(String(Math.round(perMetre)))} за м², медиана ${roublesText(String(Math.round(median.value)))} по ${counted(median.count, ['предмету', 'предметам', 'предметам'])}`,
      { section: 'REALTY_OBJECTS' },
    ),
  ]
  return above > limit ? fired(value, norm, told) : quiet(value, norm, told)
}

const shortOwnership: SignRule = ({ own, openedOn }, figures) => {
  const months = figures['fraud-ownership']
  const norm = `не меньше ${counted(months, ['месяца', 'месяцев', 'месяцев'])}`
  const seller = own.sections.SELLER ?? {}
  if (textOf(seller['kind']) === 'DEVELOPER') return quiet('продаёт застройщик', norm)
  const since = dayOf(seller['rightSince'])
  if (since === '') return unknown('С какого дня продавец владеет, не указано', norm)
  const value = `с ${dayText(since)}`
  return since > monthsBefore(openedOn, months)
    ? fired(value, norm, [evidence(`Право собственности с ${dayText(since)}`, { section: 'SELLER' })])
    : quiet(value, norm)
}

const othersPay: readonly string[] = ['GIFT', 'OTHER'] satisfies readonly (keyof typeof downPaymentSources)[]

const thirdPartyDownPayment: SignRule = ({ own }) => {
  const norm = 'взнос из своих средств или субсидии'
  const source = textOf(own.sections.CREDIT?.['downPaymentSource'])
  if (source === '') return unknown('Источник взноса не указан', norm)
  const name = (downPaymentSources as Readonly<Record<string, string>>)[source] ?? source
  return othersPay.includes(source)
    ? fired(name, norm, [evidence(`Источник взноса: ${name}`, { section: 'CREDIT' })])
    : quiet(name, norm)
}

/** Signs in what is bought, of whom and for what money. */
export const dealSignals: SignRules = {
  RELATIVE_SELLER: ofPurchase(relativeSeller),
  PRICE_ABOVE_MEDIAN: ofPurchase(priceAboveMedian),
  SHORT_OWNERSHIP: ofPurchase(shortOwnership),
  THIRD_PARTY_DOWN_PAYMENT: ofPurchase(thirdPartyDownPayment),
}
