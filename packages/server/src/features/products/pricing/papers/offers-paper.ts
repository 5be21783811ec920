import { lowered } from '@ipoteka-office/contract/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { Misfit, Offer, Offers, Price } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { rateText } from '../typed-rate.service.ts'

/** One figure, or both ends of what it may come to. */
function range(
  { lowest, highest }: Pick<Offer, 'lowest' | 'highest'>,
  of: (price: Price) => string | null,
  format: (value: string) => string,
): string {
  const [least, most] = [of(lowest), of(highest)]
  if (least === null || most === null) return '—'
  return least === most ? format(least) : `${format(least)} – ${format(most)}`
}

const figures: readonly (readonly [label: string, of: (offer: Offer) => string])[] = [
  ['Ставка', (offer) => range(offer, ({ rate }) => rate, rateText)],
  ['Платёж в месяц', (offer) => range(offer, ({ payment }) => payment, exactRoublesText)],
  ['Переплата', (offer) => range(offer, ({ overpayment }) => overpayment, exactRoublesText)],
  ['ПСК', (offer) => range(offer, ({ fullLoanCost }) => fullLoanCost, rateText)],
]

const pointsText = ({ kind, points }: Offer['steps'][number]): string =>
  kind === 'CELL'
    ? rateText(points)
    : points
        .replace('-', '−')
        .replace(/^(?=\d)/, '+')
        .replace('.', ',')

function stepsOf(offer: Offer): Content {
  const rows = offer.steps.map((step): TableCell[] => [
    { text: step.state === 'APPLIED' ? step.name : `${step.name} (не учтено)` },
    { text: pointsText(step), alignment: 'right' },
    { text: [step.why, step.condition, step.source].filter(Boolean).join(' · '), color: '#555555' },
  ])
  return {
    table: { widths: [150, 60, '*'], body: rows },
    layout: 'lightHorizontalLines',
    margin: [0, 4, 0, 4],
  }
}

/** With insurance and without it, side by side: the client chooses by both payments. */
function insuranceLine({ otherInsurance, highest }: Offer): Content[] {
  if (otherInsurance === null || otherInsurance.price.payment === null || highest.payment === null) return []
  const { insured, price } = otherInsurance
  const now = `${insured ? 'Без личного страхования' : 'С личным страхованием'}: ${rateText(highest.rate)}, платёж ${exactRoublesText(highest.payment)}`
  const other = `${insured ? 'с ним' : 'без него'}: ${rateText(price.rate)}, платёж ${exactRoublesText(price.payment ?? '0')}`
  return [{ text: `${now}; ${other}`, margin: [0, 0, 0, 4] }]
}

const offerPart = (offer: Offer, at: number): Content[] => [
  { text: `${at + 1}. ${offer.product.name}`, fontSize: 12, bold: true, margin: [0, 12, 0, 4] },
  {
    columns: figures.map(
      ([label, of]): Content => [
        { text: label, color: '#555555' },
        { text: of(offer), bold: true },
      ],
    ),
    columnGap: 8,
  },
  stepsOf(offer),
  ...insuranceLine(offer),
  ...(offer.missing.length === 0
    ? []
    : [{ text: `Уточнит ставку: ${offer.missing.map(({ label }) => lowered(label)).join(', ')}` }]),
  ...(offer.unchecked.length === 0
    ? []
    : [{ text: `Проверим по анкете: ${offer.unchecked.join('; ')}`, color: '#555555' }]),
]

const misfitPart = ({ product, reasons }: Misfit): Content => ({
  text: [
    { text: `${product.name}: `, bold: true },
    reasons.map(({ reason, remedy }) => (remedy === null ? reason : `${reason} (${remedy})`)).join('; '),
  ],
  margin: [0, 0, 0, 3],
})

/** Offers as a paper for the client: figures, what each rate is made of, and why other products do not fit. */
export const offersPaper = (
  { day, count, offers, misfits }: Offers,
  wish: readonly (readonly [label: string, value: string])[],
): Content[] => [
  { text: 'Предложения банка', fontSize: 16, bold: true },
  { text: `Расчёт на ${dayText(day)}`, color: '#555555', margin: [0, 2, 0, 8] },
  ...wish.map(
    ([label, value]): Content => ({
      columns: [{ text: label, width: 150, color: '#555555' }, { text: value }],
      margin: [0, 0, 0, 2],
    }),
  ),
  ...(offers.length === 0 ? [{ text: 'Подходящих предложений нет', margin: [0, 12, 0, 0] } as Content] : []),
  ...offers.flatMap(offerPart),
  ...(offers.length < count
    ? [
        {
          text: `Показано предложений: ${offers.length} из ${count}`,
          color: '#555555',
          margin: [0, 10, 0, 0],
        } as Content,
      ]
    : []),
  ...(misfits.length === 0
    ? []
    : [
        { text: 'Почему не подошло', fontSize: 12, bold: true, margin: [0, 14, 0, 4] } as Content,
        ...misfits.map(misfitPart),
      ]),
  {
    text: 'Расчёт предварительный и не является публичной офертой. Оценивайте свои финансовые возможности и риски.',
    color: '#555555',
    margin: [0, 12, 0, 0],
  },
]
