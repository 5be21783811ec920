import { lowered } from '../words.ts'
import { groupDecimal, roublesText } from '#common/digits.ts'
import { compareDecimals } from '#common/number-formats.ts'
import { type InsuranceType, insuredSexes, type InsuredSex } from './insurance-kinds.ts'

/** A line of a tariff: whom and what it is for, and what a year costs. Null: whoever or whatever it is. */
export interface TariffLine {
  /** Number of the line in the insurer's file. */
  readonly line: number
  readonly type: InsuranceType
  readonly product: string | null
  readonly ageFrom: number | null
  readonly ageTo: number | null
  readonly sex: InsuredSex | null
  readonly occupation: string | null
  readonly object: string | null
  readonly builtFrom: number | null
  readonly builtTo: number | null
  readonly material: string | null
  /** Percent of the sum insured a year, up to four digits after the point. */
  readonly rate: string
  readonly minPremium: string | null
  /** First and last day on which it holds. */
  readonly from: string
  readonly to: string | null
}

/** What is known of whom and what is insured; null: not known. */
export interface RiskFacts {
  readonly type: InsuranceType
  readonly product: string | null
  readonly age: number | null
  readonly sex: InsuredSex | null
  readonly occupation: string | null
  readonly object: string | null
  readonly builtIn: number | null
  readonly material: string | null
  /** Sum insured, roubles. */
  readonly sum: string
  readonly day: string
}

export interface PremiumStep {
  readonly label: string
  readonly value: string
  readonly source: string
}

/** The premium of a year with its steps, or why there is none and what would give one. */
export type PremiumAnswer =
  | {
      readonly state: 'PREMIUM'
      readonly premium: string
      readonly line: number
      readonly steps: PremiumStep[]
    }
  | { readonly state: 'UNKNOWN'; readonly reason: string; readonly lacks: string[] }
  | { readonly state: 'NONE'; readonly reason: string }

type Verdict = 'FITS' | 'NOT' | 'UNKNOWN'

interface Dimension {
  readonly lack: string
  readonly verdict: (line: TariffLine, facts: RiskFacts) => Verdict
  /** The ranges of two lines have something in common. */
  readonly meet: (one: TariffLine, other: TariffLine) => boolean
}

const same =
  (key: 'product' | 'sex' | 'occupation' | 'object' | 'material'): Dimension['verdict'] =>
  (line, facts) => {
    if (line[key] === null) return 'FITS'
    if (facts[key] === null) return 'UNKNOWN'
    return line[key] === facts[key] ? 'FITS' : 'NOT'
  }
const sameMeet =
  (key: 'product' | 'sex' | 'occupation' | 'object' | 'material'): Dimension['meet'] =>
  (one, other) =>
    one[key] === null || other[key] === null || one[key] === other[key]

type Bound = 'ageFrom' | 'ageTo' | 'builtFrom' | 'builtTo'
const within =
  (from: Bound, to: Bound, key: 'age' | 'builtIn'): Dimension['verdict'] =>
  (line, facts) => {
    if (line[from] === null && line[to] === null) return 'FITS'
    const value = facts[key]
    if (value === null) return 'UNKNOWN'
    return (line[from] ?? -Infinity) <= value && value <= (line[to] ?? Infinity) ? 'FITS' : 'NOT'
  }
const rangesMeet =
  (from: Bound, to: Bound): Dimension['meet'] =>
  (one, other) =>
    (one[from] ?? -Infinity) <= (other[to] ?? Infinity) && (other[from] ?? -Infinity) <= (one[to] ?? Infinity)

const last = '9999-12-31'

/** What a line of a tariff is looked up by. */
const dimensions: readonly Dimension[] = [
  { lack: 'программа кредита', verdict: same('product'), meet: sameMeet('product') },
  { lack: 'возраст', verdict: within('ageFrom', 'ageTo', 'age'), meet: rangesMeet('ageFrom', 'ageTo') },
  { lack: 'пол', verdict: same('sex'), meet: sameMeet('sex') },
  { lack: 'сфера деятельности', verdict: same('occupation'), meet: sameMeet('occupation') },
  { lack: 'тип объекта', verdict: same('object'), meet: sameMeet('object') },
  {
    lack: 'год постройки',
    verdict: within('builtFrom', 'builtTo', 'builtIn'),
    meet: rangesMeet('builtFrom', 'builtTo'),
  },
  { lack: 'материал стен', verdict: same('material'), meet: sameMeet('material') },
]

/** Whether both lines speak of some same risk on some same day: of a file with such lines nobody knows the price. */
export const linesOverlap = (one: TariffLine, other: TariffLine): boolean =>
  one.type === other.type &&
  one.from <= (other.to ?? last) &&
  other.from <= (one.to ?? last) &&
  dimensions.every(({ meet }) => meet(one, other))

const isOfDay = ({ from, to }: TariffLine, day: string) => from <= day && day <= (to ?? last)

/** Roubles as whole kopecks. */
export function toKopecks(sum: string): bigint {
  const [whole = '0', part = ''] = sum.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2) || '0')
}

/** Whole kopecks as roubles: `'8320.05'`. */
export const fromKopecks = (kopecks: bigint): string =>
  `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, '0')}`

/** Digits of a percent after the point that count. */
const rateDigits = 4
const rateUnits = (rate: string): bigint => {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(`${whole}${part.padEnd(rateDigits, '0').slice(0, rateDigits)}`)
}

/** So many percent of a sum, rounded half up to kopecks. */
export function percentOf(sum: string, percent: string): string {
  const whole = 100n * 10n ** BigInt(rateDigits)
  return fromKopecks((toKopecks(sum) * rateUnits(percent) * 2n + whole) / (2n * whole))
}

/** The sum that has to be insured: the debt and so many percent above it. */
export const sumToInsure = (debt: string, margin: string): string =>
  fromKopecks(toKopecks(debt) + toKopecks(percentOf(debt, margin)))

function words(line: TariffLine): string {
  const range = (from: number | null, to: number | null, unit: string) => {
    if (from === null && to === null) return null
    if (from === null) return `${unit} до ${to}`
    return to === null ? `${unit} от ${from}` : `${unit} ${from}–${to}`
  }
  const parts = [
    range(line.ageFrom, line.ageTo, 'возраст'),
    line.sex && `пол ${lowered(insuredSexes[line.sex])}`,
    range(line.builtFrom, line.builtTo, 'год постройки'),
  ].filter((part) => part !== null)
  return parts.length > 0 ? `строка ${line.line}: ${parts.join(', ')}` : `строка ${line.line}`
}

function stepsOf(line: TariffLine, sum: string): { premium: string; steps: PremiumStep[] } {
  const counted = percentOf(sum, line.rate)
  const least = line.minPremium
  const isLess = least !== null && compareDecimals(counted, least) < 0
  const steps: PremiumStep[] = [
    { label: 'Страховая сумма', value: roublesText(sum), source: 'долг и запас' },
    { label: 'Тариф', value: `${groupDecimal(line.rate)}\u00a0% в год`, source: words(line) },
    { label: 'Премия по тарифу', value: roublesText(counted), source: 'сумма × тариф' },
  ]
  if (isLess)
    steps.push({ label: 'Минимальная премия', value: roublesText(least), source: `строка ${line.line}` })
  return { premium: isLess ? fromKopecks(toKopecks(least)) : counted, steps }
}

/** The premium of a year by the lines of one insurer. */
export function premiumOf(lines: readonly TariffLine[], facts: RiskFacts): PremiumAnswer {
  const ofType = lines.filter((line) => line.type === facts.type && isOfDay(line, facts.day))
  if (ofType.length === 0) return { state: 'NONE', reason: 'Тарифа на этот вид страхования в этот день нет' }
  const possible = ofType.flatMap((line) => {
    const verdicts = dimensions.map(({ verdict, lack }) => ({ lack, verdict: verdict(line, facts) }))
    if (verdicts.some(({ verdict }) => verdict === 'NOT')) return []
    return [{ line, lacks: verdicts.flatMap(({ lack, verdict }) => (verdict === 'UNKNOWN' ? [lack] : [])) }]
  })
  const found = possible.find(({ lacks }) => lacks.length === 0)
  if (found !== undefined)
    return { state: 'PREMIUM', line: found.line.line, ...stepsOf(found.line, facts.sum) }
  if (possible.length === 0)
    return { state: 'NONE', reason: 'Ни одна строка тарифа не подходит: страховщик такой риск не принимает' }
  const lacks = [...new Set(possible.flatMap((one) => one.lacks))]
  return { state: 'UNKNOWN', reason: `Чтобы посчитать премию, укажите: ${lacks.join(', ')}`, lacks }
}
