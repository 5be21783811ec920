import type { KeptDifference } from '@ipoteka-office/contract/common/items.ts'
import type { Offer, Price } from '@ipoteka-office/contract/products/pricing/offers.ts'

const figures = {
  rate: 'Ставка, %',
  payment: 'Платёж',
  overpayment: 'Переплата',
  fullLoanCost: 'ПСК, %',
} as const satisfies Record<keyof Price, string>

const nothing = '−'

/** Steps that count: what was considered and left out changes nothing of a rate. */
const applied = ({ steps }: Offer) =>
  steps.filter(({ state, kind }) => state === 'APPLIED' && kind !== 'SUBSIDISED')

/** What two answers to one question differ in. */
export function priceDifferences(kept: Offer, now: Offer): KeptDifference[] {
  const sums = (Object.keys(figures) as (keyof Price)[]).flatMap((key): KeptDifference[] => {
    const [before, after] = [kept.highest[key], now.highest[key]]
    return before === after ? [] : [{ label: figures[key], kept: before ?? nothing, now: after ?? nothing }]
  })
  const points = (offer: Offer) => new Map(applied(offer).map(({ name, points: of }) => [name, of]))
  const [before, after] = [points(kept), points(now)]
  const steps = [...new Set([...before.keys(), ...after.keys()])].flatMap((name): KeptDifference[] => {
    const [was, is] = [before.get(name), after.get(name)]
    return was === is ? [] : [{ label: `Шаг «${name}»`, kept: was ?? nothing, now: is ?? nothing }]
  })
  return [...sums, ...steps]
}
