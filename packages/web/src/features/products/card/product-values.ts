import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { RateMatrix } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type {
  OptionContent,
  ProductContent,
  PromotionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'

/** A part of a version while it is typed: a number or a decimal may be empty, whatever is chosen of a closed list is not. */
type Typed<T> = T extends boolean
  ? T
  : T extends number
    ? number | null
    : T extends string
      ? string extends T
        ? string | null
        : T
      : T extends RateMatrix
        ? T
        : T extends Condition
          ? T
          : T extends readonly (infer I)[]
            ? [I] extends [string | number]
              ? I[]
              : Typed<I>[]
            : T extends object
              ? { [K in keyof T]: Typed<T[K]> }
              : T

/** A condition of granting is put together after its words. */
interface TypedCondition {
  condition: Condition | null
  refusal: string | null
}
type Terms = Typed<Omit<ProductContent, 'kind' | 'conditions'>> & { conditions: TypedCondition[] }
type Addition = Typed<Omit<PromotionContent, 'kind' | 'cap' | 'condition'>> & Pick<OptionContent, 'condition'>
/** How a promotion is capped, while it is typed. */
interface TypedCap {
  kind: 'NONE' | 'COUNT' | 'AMOUNT'
  count: number | null
  amount: string | null
}

/** What the form of a version holds: parts that its kind has no use for stay as they begin. */
export type ProductValues = Terms & Addition & { cap: TypedCap; validFrom: string; validTo: string }
export type LimitValues = ProductValues['limits'][number]
export type ChangeValues = ProductValues['changes'][number]
export type FeeValues = ProductValues['fees'][number]

/** Limits as they begin. */
export const newLimits: LimitValues = {
  name: '',
  regions: [],
  minAmount: null,
  maxAmount: null,
  subsidizedAmount: null,
  minMonths: null,
  maxMonths: null,
  monthsStep: 1,
  downPayments: [],
  maxLoanToValue: null,
  minAge: null,
  maxAgeAtEnd: null,
  maxDebtLoad: null,
  maxDebtors: 4,
}

/** A rebate as it begins. */
export const newChange: ChangeValues = {
  key: '',
  name: '',
  category: '',
  effect: 'REBATE',
  points: null,
  condition: null,
  dueDays: null,
  otherwise: 'NOTHING',
  excludes: [],
  bestOf: null,
}

/** A payment as it begins. */
export const newFee: FeeValues = {
  name: '',
  kind: 'COMMISSION',
  amount: null,
  share: null,
  yearly: false,
  inFullLoanCost: true,
}

/** Insurance as it begins. */
export const newInsurance: ProductValues['insurance'][number] = {
  type: '',
  required: false,
  sumShare: '100',
  surcharge: null,
  premium: 'ANY',
}

const empty: Omit<ProductValues, 'validFrom' | 'validTo'> = {
  names: { staff: '', client: '', about: '' },
  audience: {
    channels: [],
    regions: [],
    partnerIds: [],
    partnerProfiles: [],
    clientCategories: [],
    goals: [],
    objectTypes: [],
    pledges: [],
    qrCode: null,
  },
  oldTermsDays: 90,
  limits: [],
  rate: {
    type: '',
    basis: 'RATE',
    matrix: { axes: [], cells: [null] },
    floor: null,
    margin: null,
    subsidized: null,
    secondRate: null,
  },
  changes: [],
  schedule: {
    kind: 'ANNUITY',
    dayCount: 'ACT_ACT',
    rounding: 'TO_COINS',
    firstPayment: 'AUTO',
    paymentDays: [],
    nonWorkingDays: 'KEEP',
  },
  fees: [],
  insurance: [],
  eligibility: [],
  conditions: [],
  fields: [],
  documents: [],
  card: null,
  productIds: [],
  effect: {
    points: '0',
    rate: null,
    maxAmount: null,
    maxMonths: null,
    minDownPayment: null,
    fees: [],
    bestOf: null,
  },
  condition: null,
  requires: [],
  excludes: [],
  period: { from: '', to: '' },
  cap: { kind: 'NONE', count: null, amount: null },
  stacking: 'BEST_OF',
}

const typedCap = (cap: PromotionContent['cap']): TypedCap => ({ ...empty.cap, ...cap })

/** The form of a version. */
export function toProductValues({
  content,
  validFrom,
  validTo,
}: Pick<ProductVersion, 'content' | 'validFrom' | 'validTo'>): ProductValues {
  const { kind: _, ...terms } = content
  const days = { validFrom: validFrom ?? '', validTo: validTo ?? '' }
  const cap = content.kind === 'PROMOTION' ? typedCap(content.cap) : empty.cap
  return structuredClone({ ...empty, ...terms, ...days, cap })
}

const capOf = ({ kind, count, amount }: TypedCap) =>
  kind === 'NONE' ? null : kind === 'COUNT' ? { kind, count } : { kind, amount }

const ofTerms = [
  ...['limits', 'rate', 'changes', 'schedule', 'fees', 'insurance', 'eligibility', 'conditions'],
  ...['fields', 'documents', 'card'],
] as const
const ofAddition = ['productIds', 'effect', 'condition', 'requires', 'excludes'] as const
const ofPromotion = ['period', 'stacking'] as const

/** What of the form the server is told, not yet checked. */
export function toContent(kind: ProductKind, values: ProductValues): unknown {
  const part = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, values[name as keyof ProductValues]]))
  const { names, audience, oldTermsDays } = values
  const common = { kind, names, audience, oldTermsDays }
  if (kind === 'PRODUCT') return { ...common, ...part(ofTerms) }
  if (kind === 'OPTION') return { ...common, ...part(ofAddition) }
  return { ...common, ...part(ofAddition), ...part(ofPromotion), cap: capOf(values.cap) }
}

/** Something wrong at a place of a version. */
export interface VersionIssue {
  readonly path: string
  readonly message: string
}
