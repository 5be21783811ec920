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
import { productPledges } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import {
  clientCategories,
  type RateMatrix,
  sizeOf,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { stackings } from '@ipoteka-office/contract/products/version/version-content.ts'
import { rateBases, rebateFailures } from '@ipoteka-office/contract/products/version/version-parts.ts'
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
  'effect.fees.*.kind': feeKinds,
  'cap.kind': { COUNT: 'Числом кредитов', AMOUNT: 'Суммой выданного' },
  stacking: stackings,
}
/** The dictionary of the codes at a path. */
export const dictionaries: Readonly<Record<string, string>> = {
  'audience.channels': 'channel',
  'audience.regions': 'region',
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

const money = /(Amount|^cap\.amount|\.amount)$/
const percent = /(Share|\.share|LoanToValue|DebtLoad|DownPayment|rate|Rate|floor|FullCost)$/
const points = /(points|surcharge|margin)$/
const term = /(Months|\.months)$/

function scalarText(path: string, value: unknown, names: VersionNames): string {
  const pattern = patternOf(path)
  if (value === null || value === undefined || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  const dictionary = dictionaries[pattern]
  if (dictionary !== undefined) return names.nameIn(dictionary, String(value))
  const word = words[pattern]?.[String(value)]
  if (word !== undefined) return word
  if (pattern === 'audience.partnerIds') return names.partner(Number(value))
  if (['productIds', 'requires', 'excludes'].includes(pattern)) return names.product(Number(value))
  if (term.test(pattern) && typeof value === 'number') return formatTerm(value)
  if (money.test(pattern)) return formatMoney(String(value))
  if (percent.test(pattern)) return formatPercent(String(value), 4)
  if (points.test(pattern)) return `${String(value).replace('.', ',')} п.`
  if (/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return formatDate(String(value))
  return String(value)
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

function tell(
  into: Values,
  at: { path: string; key: string; within: string },
  value: unknown,
  names: VersionNames,
): void {
  const { path, key, within } = at
  const label = within + versionLabel(path)
  if (path === 'rate.matrix') return tellMatrix(into, value as RateMatrix)
  if (/(^|\.)condition$/.test(path)) {
    const text = value === null ? emptyValue : conditionText(value as Condition, names.fact)
    into.set(key, { label, text })
  } else if (Array.isArray(value)) {
    if (!value.every(isObject) || value.length === 0) {
      if (value.length === 0 || !isObject(value[0]))
        into.set(key, {
          label,
          text: value.map((one) => scalarText(path, one, names)).join(', ') || emptyValue,
        })
      return
    }
    for (const [place, entry] of value.entries()) {
      const known = entryOf(entry, place)
      for (const [name, part] of Object.entries(entry))
        tell(
          into,
          {
            path: `${path}.${place}.${name}`,
            key: `${key}.${known.key}.${name}`,
            within: `${within}${versionLabel(path)} «${known.name}»: `,
          },
          part,
          names,
        )
    }
  } else if (isObject(value))
    for (const [name, part] of Object.entries(value))
      tell(
        into,
        { path: path ? `${path}.${name}` : name, key: key ? `${key}.${name}` : name, within },
        part,
        names,
      )
  else into.set(key, { label, text: scalarText(path, value, names) })
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
    const [was, is] = [old.get(key), next.get(key)]
    const told = is ?? was
    if (told === undefined || was?.text === is?.text) return []
    // What is empty on one side and absent on the other is the same nothing.
    if ((was?.text ?? emptyValue) === (is?.text ?? emptyValue)) return []
    return [{ key, label: told.label, before: was?.text ?? emptyValue, after: is?.text ?? emptyValue }]
  })
}
