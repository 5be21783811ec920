import {
  dayCounts,
  feeKinds,
  firstPayments,
  nonWorkingDayRules,
  paymentRoundings,
  scheduleKinds,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import {
  conditionText,
  type NameOf,
} from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { clientCategories, productPledges } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import { type RateMatrix, sizeOf } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { stackings } from '@ipoteka-office/contract/products/version/version-content.ts'
import {
  premiumWays,
  rateBases,
  rebateFailures,
} from '@ipoteka-office/contract/products/version/version-parts.ts'
import { patternOf, versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue, formatMoney, formatPercent, formatTerm } from '#lib/format.ts'
import { cellText, partText } from '../rates/matrix-edits.ts'

type Words = Readonly<Record<string, string>>
const words: Readonly<Record<string, Words>> = {
  'audience.pledges': productPledges,
  'audience.clientCategories': clientCategories,
  'rate.basis': rateBases,
  'changes.*.effect': { REBATE: 'Скидка', SURCHARGE: 'Надбавка' },
  'changes.*.otherwise': rebateFailures,
  'schedule.kind': scheduleKinds,
  'schedule.dayCount': dayCounts,
  'schedule.rounding': paymentRoundings,
  'schedule.firstPayment': firstPayments,
  'schedule.nonWorkingDays': nonWorkingDayRules,
  'fees.*.kind': feeKinds,
  'insurance.*.premium': premiumWays,
  'effect.fees.*.kind': feeKinds,
  'cap.kind': { COUNT: 'Числом кредитов', AMOUNT: 'Суммой выданного' },
  stacking: stackings,
}
/** The dictionary of the codes at a path. */
export const dictionaries: Readonly<Record<string, string>> = {
  'audience.channels': 'channel',
  'audience.regions': 'region',
  'audience.partnerProfiles': 'partner/businessProfile',
  'audience.goals': 'loanGoals',
  'audience.objectTypes': 'mortgageObjectType',
  'audience.qrCode': 'creditProductQr',
  'limits.*.regions': 'region',
  'limits.*.downPayments.*.objectTypes': 'mortgageObjectType',
  'limits.*.downPayments.*.incomeVerifications': 'incomeVerificationType',
  'rate.type': 'rateType',
  'changes.*.category': 'rateRebateCategory',
  'insurance.*.type': 'insuranceType',
}

/** Names of what a version holds by codes and ids. */
export interface VersionNames {
  readonly nameIn: (dictionary: string, code: string) => string
  readonly partner: (id: number) => string
  readonly product: (id: number) => string
  readonly fact: NameOf
}

type Way = (value: string, names: VersionNames) => string
/** How a value is told by where it stands, the first that fits. */
const ways: readonly (readonly [RegExp, Way])[] = [
  [/^audience\.partnerIds$/, (id, names) => names.partner(Number(id))],
  [/^(productIds|requires|excludes)$/, (id, names) => names.product(Number(id))],
  [/(Months|\.months)$/, (count) => formatTerm(Number(count))],
  [/(Amount|\.amount)$/, formatMoney],
  [
    /(Share|\.share|LoanToValue|DebtLoad|DownPayment|rate|Rate|floor|FullCost)$/,
    (value) => formatPercent(value, 4),
  ],
  [/(points|surcharge|margin)$/, (value) => `${value.replace('.', ',')} п.`],
  [/^(validFrom|validTo|period\.(from|to))$/, formatDate],
]

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

function scalarText(path: string, value: unknown, names: VersionNames): string {
  if (isNothing(value)) return emptyValue
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  const pattern = patternOf(path)
  const text = String(value)
  const dictionary = dictionaries[pattern]
  if (dictionary !== undefined) return names.nameIn(dictionary, text)
  const way = ways.find(([where]) => where.test(pattern))
  return words[pattern]?.[text] ?? way?.[1](text, names) ?? text
}

/** One value of a version in words. */
interface Told {
  readonly label: string
  readonly text: string
}
type Values = Map<string, Told>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How an entry of a list is known from one version to the next, and what it is called. */
function entryOf(entry: Readonly<Record<string, unknown>>, at: number): { key: string; name: string } {
  const [key, name] = [
    entry['key'] ?? entry['code'] ?? entry['type'] ?? entry['asker'] ?? entry['name'],
    entry['name'],
  ]
  return { key: String(key ?? at), name: String(name ?? key ?? at + 1) }
}

function tellMatrix(into: Values, { axes, cells }: RateMatrix): void {
  for (const axis of axes)
    into.set(`axis ${axis.code}`, {
      label: `Ставки: ось «${versionAxis(axis)}»`,
      text: Array.from({ length: sizeOf(axis) }, (_, part) => partText(axis, part)).join('; '),
    })
  for (const [at, cell] of cells.entries()) {
    const place = cellText(axes, at) || 'единая'
    into.set(`cell ${place}`, {
      label: `Ставка: ${place}`,
      text: cell === null ? 'нет' : formatPercent(cell, 3),
    })
  }
}
const versionAxis = (axis: RateMatrix['axes'][number]) =>
  cellText([axis], 0).replace(` ${partText(axis, 0)}`, '')

interface At {
  readonly path: string
  /** Tells the value from one version to the next. */
  readonly key: string
  /** What it is a part of, in words. */
  readonly within: string
}

function tellEntries(
  into: Values,
  { path, key, within }: At,
  entries: readonly Readonly<Record<string, unknown>>[],
  names: VersionNames,
): void {
  for (const [place, entry] of entries.entries()) {
    const known = entryOf(entry, place)
    const inside = `${within}${versionLabel(path)} «${known.name}»: `
    for (const [name, part] of Object.entries(entry)) {
      const at = { path: `${path}.${place}.${name}`, key: `${key}.${known.key}.${name}`, within: inside }
      tell(into, at, part, names)
    }
  }
}

const under = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function textOf(path: string, value: unknown, names: VersionNames): string {
  if (Array.isArray(value)) return value.map((one) => scalarText(path, one, names)).join(', ') || emptyValue
  const isCondition = /(^|\.)condition$/.test(path) && value !== null
  return isCondition ? conditionText(value as Condition, names.fact) : scalarText(path, value, names)
}

function tell(into: Values, at: At, value: unknown, names: VersionNames): void {
  const { path, key, within } = at
  if (path === 'rate.matrix') return tellMatrix(into, value as RateMatrix)
  if (Array.isArray(value) && value.length > 0 && value.every(isObject))
    return tellEntries(into, at, value, names)
  if (isObject(value) && !/(^|\.)condition$/.test(path)) {
    for (const [name, part] of Object.entries(value))
      tell(into, { path: under(path, name), key: under(key, name), within }, part, names)
    return
  }
  into.set(key, { label: within + versionLabel(path), text: textOf(path, value, names) })
}

type Compared = Pick<ProductVersion, 'content' | 'validFrom' | 'validTo'>

function toldOf({ content, validFrom, validTo }: Compared, names: VersionNames): Values {
  const into: Values = new Map()
  const { kind: _, ...terms } = content
  tell(into, { path: '', key: '', within: '' }, { validFrom, validTo, ...terms }, names)
  return into
}

/** What two versions say differently, value by value, in the order of the form. */
export function versionDifferences(before: Compared, after: Compared, names: VersionNames) {
  const [old, next] = [toldOf(before, names), toldOf(after, names)]
  const keys = [...new Set([...next.keys(), ...old.keys()])]
  return keys.flatMap((key) => {
    const label = (next.get(key) ?? old.get(key))?.label ?? key
    // What is empty on one side and absent on the other is the same nothing.
    const [was, is] = [old, next].map((told) => told.get(key)?.text ?? emptyValue)
    return was === is ? [] : [{ key, label, before: was ?? emptyValue, after: is ?? emptyValue }]
  })
}
