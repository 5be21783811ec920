import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { percentText } from '@ipoteka-office/contract/common/number-formats.ts'
import { counted, ofYears } from '@ipoteka-office/contract/common/counted.ts'
import type { PublicOffer } from '#features/products/pricing/public-offers.service.ts'
import { escaped } from './public-pages.ts'

const percent = (value: string) => `${percentText(value, 3)}\u00A0%`
const term = (months: number) =>
  months % 12 === 0 ? ofYears(months / 12) : counted(months, ['месяца', 'месяцев', 'месяцев'])

function offerItem({ name, about, rateFrom, cost, maxAmount, maxMonths }: PublicOffer): string {
  const terms = `Ставка от ${percent(rateFrom)} годовых, до ${roublesText(maxAmount)}, до ${term(maxMonths)}`
  const full =
    cost === null
      ? ''
      : `<p>Полная стоимость кредита: ${cost.from === cost.to ? percent(cost.from) : `${percent(cost.from)} – ${percent(cost.to)}`}</p>`
  return `<li><b>${escaped(name)}</b>${about === '' ? '' : `<p>${escaped(about)}</p>`}<p>${escaped(terms)}</p>${full}</li>`
}

/** What the partner sells by the code, as HTML; nothing where nothing is sold now. */
export const offerList = (offers: readonly PublicOffer[]): string =>
  offers.length === 0
    ? ''
    : `<ul class="offers" aria-label="Предложения банка">${offers.map(offerItem).join('')}</ul>`
