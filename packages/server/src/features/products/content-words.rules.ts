import { lowered } from '@ipoteka-office/contract/words.ts'
import { askableFields } from '@ipoteka-office/contract/products/eligibility/asked-fields.ts'
import { createHash } from 'node:crypto'
import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import { askerOf } from '@ipoteka-office/contract/products/eligibility/askers.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { axisLabels, sizeOf } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type {
  OptionContent,
  ProductContent,
  PromotionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import type { HistoryField } from '#features/history/card-history.rules.ts'

type Product = ProductContent
type Addition = OptionContent | PromotionContent

/** Tells two values apart that are too long to be told whole: whatever changes in them is seen. */
const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)

/** Cells told one by one; beyond them a digest tells whether any has changed. */
const toldCells = 60
const comma = (text: string) => text.replace('.', ',').replace('-', '−')
const percent = (text: string | null) => (text === null ? 'нет' : `${comma(text)} %`)
const points = (text: string) => `${text.startsWith('-') ? '' : '+'}${comma(text)} п. п.`

function cellsText(cells: Product['rate']['matrix']['cells']): string {
  if (cells.length <= toldCells) return cells.map((cell) => (cell === null ? '—' : comma(cell))).join(' ')
  const holes = cells.filter((cell) => cell === null).length
  return `${cells.length} ячеек, пропусков ${holes}, контрольная сумма ${digestOf(cells)}`
}

const rateText = ({ basis, matrix, floor, margin, subsidized, secondRate, type }: Product['rate']): string =>
  [
    `${type}${basis === 'RATE' ? '' : ', к ключевой ставке'}`,
    `оси: ${matrix.axes.map((axis) => `${lowered(axisLabels[axis.code].label)} (${sizeOf(axis)})`).join(', ') || 'нет'}`,
    cellsText(matrix.cells),
    `не ниже ${percent(floor)}`,
    `маржа ${margin === null ? 'не указана' : points(margin)}`,
    ...(subsidized === null ? [] : [`первые ${subsidized.months} мес. ${percent(subsidized.rate)}`]),
    ...(secondRate === null ? [] : [`сверх льготной суммы ${percent(secondRate)}`]),
  ].join('; ')

const limitsText = (limits: Product['limits']): string =>
  limits
    .map(
      (one) =>
        `${one.name}: ${roublesText(one.minAmount)} – ${roublesText(one.maxAmount)}, ${one.minMonths}–${one.maxMonths} мес., возраст ${one.minAge}–${one.maxAgeAtEnd}, взнос ${one.downPayments.map(({ share }) => percent(share)).join(', ') || 'любой'}, К/З ${percent(one.maxLoanToValue)}, ПДН ${percent(one.maxDebtLoad)}, по субсидии ${one.subsidizedAmount === null ? 'вся сумма' : roublesText(one.subsidizedAmount)}, заёмщиков ${one.maxDebtors}`,
    )
    .join('; ')

const changesText = (changes: Product['changes']): string =>
  changes
    .map(
      ({ name, effect, points: value, excludes, dueDays }) =>
        `${name}: ${points(effect === 'REBATE' ? `-${value}` : value)}${excludes.length > 0 ? `, не суммируется с ${excludes.join(', ')}` : ''}${dueDays === null ? '' : `, за ${dueDays} дн.`}`,
    )
    .join('; ')

/** Values without words of their own: told as they are kept, so that a change of them is seen. */
const kept = (value: unknown): string => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 400 ? `${text.slice(0, 400)}… (контрольная сумма ${digestOf(value)})` : text
}

const nameOfField = (code: string): string =>
  Object.entries(askableFields).find(([known]) => known === code)?.[1] ?? code

/** A requirement as it reads; codes of its lists beside, so that a change of them is seen. */
const requirementsText = (eligibility: Product['eligibility']): string =>
  eligibility
    .map(({ asker, values }) => {
      const lists = Object.values(values).filter((value) => typeof value === 'object')
      const title = askerOf(asker)?.of(values)?.title ?? asker
      return lists.length === 0 ? title : `${title} (${lists.map(kept).join(', ')})`
    })
    .join('; ') || 'нет'

const field = <T>(label: string, text: (value: T) => string): HistoryField => ({
  label,
  text: (value) => text(value as T),
})

/** What a version says, each part told by itself. */
export const contentFields: Readonly<Record<string, HistoryField>> = {
  names: field<Product['names']>('Названия', ({ staff, client, about }) =>
    [staff, client, about].filter(Boolean).join(' / '),
  ),
  audience: { label: 'Кому предлагают', text: kept },
  limits: field<Product['limits']>('Пределы', limitsText),
  rate: field<Product['rate']>('Ставки', rateText),
  changes: field<Product['changes']>('Скидки и надбавки', changesText),
  schedule: { label: 'График', text: kept },
  fees: { label: 'Комиссии', text: kept },
  insurance: { label: 'Страхование', text: kept },
  eligibility: field<Product['eligibility']>('Требования', requirementsText),
  conditions: { label: 'Условия выдачи', text: kept },
  fields: field<Product['fields']>(
    'Поля анкеты',
    (fields) => fields.map((one) => nameOfField(one)).join('; ') || 'нет',
  ),
  documents: { label: versionLabel('documents'), text: kept },
  card: { label: 'Карта', text: kept },
  productIds: { label: 'К продуктам', text: kept },
  effect: field<Addition['effect']>('Что меняется', (effect) => `${points(effect.points)}; ${kept(effect)}`),
  condition: { label: versionLabel('condition'), text: kept },
  requires: { label: 'Требует', text: kept },
  excludes: { label: 'Исключает', text: kept },
  period: field<PromotionContent['period']>('Период', ({ from, to }) => `${dayText(from)} – ${dayText(to)}`),
  cap: field<NonNullable<PromotionContent['cap']>>('Лимит', (cap) =>
    cap.kind === 'COUNT' ? `${cap.count} кредитов` : roublesText(cap.amount),
  ),
  stacking: { label: 'С другими', names: { STACKABLE: 'суммируется', BEST_OF: 'действует лучшая' } },
  oldTermsDays: field<number>('Прежние условия', (days) => `${days} дн.`),
}
