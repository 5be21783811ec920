import type { Asked } from '../version/version-parts.ts'
import type { RuleSpec } from './rule.ts'

/** What a parameter of an asker is, and so how it is typed, checked and told. */
export type ParamKind = keyof ParamValues
interface ParamValues {
  MONEY: string
  PERCENT: string
  AREA: string
  YEARS: number
  DAY: string
  TEXT: string
  FLAG: boolean
  REGIONS: readonly string[]
  GOALS: readonly string[]
  /** Codes of `employmentType`. */
  EMPLOYMENTS: readonly string[]
  /** Words by the code of a region. */
  BY_REGION: Readonly<Record<string, string>>
}
export interface ParamSpec<K extends ParamKind = ParamKind, O extends boolean = boolean> {
  readonly kind: K
  readonly label: string
  readonly optional: O
  /** BY_REGION: what the words of a region are called. */
  readonly wordsLabel?: string
}
type ValueOf<S> =
  S extends ParamSpec<infer K, infer O> ? ParamValues[K] | (true extends O ? null : never) : never
type ValuesOf<P> = { readonly [N in keyof P]: ValueOf<P[N]> }

/** One of the known questions about a client or a deal, with the figures that a version gives it. */
export interface Asker {
  /** What it asks, in the list that it is chosen from. */
  readonly label: string
  readonly params: Readonly<Record<string, ParamSpec>>
  /** The question with its figures; null: a figure is lacking or is none. */
  readonly of: (values: Asked['values']) => RuleSpec | null
}

const needed =
  <K extends ParamKind>(kind: K) =>
  (label: string): ParamSpec<K, false> => ({ kind, label, optional: false })
export const money = needed('MONEY')
export const percent = needed('PERCENT')
export const area = needed('AREA')
export const years = needed('YEARS')
export const day = needed('DAY')
export const words = needed('TEXT')
export const flag = needed('FLAG')
export const regions = needed('REGIONS')
export const loanGoals = needed('GOALS')
export const employments = needed('EMPLOYMENTS')
export const byRegion = (label: string, wordsLabel: string): ParamSpec<'BY_REGION', false> => ({
  kind: 'BY_REGION',
  label,
  wordsLabel,
  optional: false,
})
export const optional = <K extends ParamKind>(spec: ParamSpec<K>): ParamSpec<K, true> => ({
  ...spec,
  optional: true,
})

const decimal = (value: unknown) =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,4})?$/.test(value) ? value : undefined
const codes = (value: unknown) => (Array.isArray(value) && value.length > 0 ? (value as string[]) : undefined)

/** What a kept value means; undefined: it is none of the kind. */
const readers: { readonly [K in ParamKind]: (value: unknown) => ParamValues[K] | undefined } = {
  MONEY: (value) => (decimal(value) !== undefined && /[1-9]/.test(String(value)) ? String(value) : undefined),
  PERCENT: decimal,
  AREA: decimal,
  YEARS: (value) => (typeof value === 'string' && /^(?:[1-9]\d?|0)$/.test(value) ? Number(value) : undefined),
  DAY: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value) ? value : undefined,
  TEXT: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  FLAG: (value) => (typeof value === 'boolean' ? value : undefined),
  REGIONS: codes,
  GOALS: codes,
  EMPLOYMENTS: codes,
  BY_REGION: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, string>>)
      : undefined,
}
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What is wrong with the value of a parameter; null: nothing. */
export function paramIssue({ kind, optional: mayLack }: ParamSpec, value: unknown): string | null {
  if (isEmpty(value)) return mayLack || kind === 'FLAG' ? null : 'Укажите значение'
  return readers[kind](value) === undefined ? 'Значение не подходит' : null
}

const readValue = ({ kind, optional: mayLack }: ParamSpec, value: unknown): unknown => {
  if (isEmpty(value)) return kind === 'FLAG' ? false : mayLack ? null : undefined
  return readers[kind](value)
}

/** An asker whose rule is made of its figures. */
export const asker = <const P extends Readonly<Record<string, ParamSpec>>>({
  label,
  params,
  rule,
}: {
  readonly label: string
  readonly params: P
  readonly rule: (values: ValuesOf<P>) => RuleSpec
}): Asker => ({
  label,
  params,
  of: (values) => {
    const read = Object.entries(params).map(([name, spec]) => [name, readValue(spec, values[name])] as const)
    if (read.some(([, value]) => value === undefined)) return null
    return rule(Object.fromEntries(read) as ValuesOf<P>)
  },
})

/** An asker without figures. */
export const plain = (label: string, spec: RuleSpec): Asker => ({ label, params: {}, of: () => spec })
