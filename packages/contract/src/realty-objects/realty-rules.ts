import type { FiguresOf } from '../parameters/figures.ts'
import { isWhole, missingShare, type Share } from '../common/share.ts'

/** How a right is held (specification 2 «Ownership»). */
export const ownerships = {
  PROPERTY: 'Собственность',
  COMMON_PROPERTY: 'Общая совместная собственность',
  SHARED_PROPERTY: 'Общая долевая собственность',
} as const
export type Ownership = keyof typeof ownerships

interface Owner {
  readonly holders: readonly { readonly name: string }[]
  readonly share: Share
}

export interface Issue {
  readonly path: string
  readonly message: string
}

const nameKey = (name: string) => name.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')

function holderIssues(owners: readonly Owner[]): Issue[] {
  return owners.flatMap(({ holders }, at) => {
    const names = holders.map(({ name }) => nameKey(name))
    return names.flatMap((name, holder) =>
      name !== '' && names.indexOf(name) < holder
        ? [{ path: `owners.${at}.holders.${holder}.name`, message: 'Этот правообладатель уже указан в доле' }]
        : [],
    )
  })
}

function sumIssue(owners: readonly Owner[]): Issue[] {
  const shares = owners.map(({ share }) => share)
  if (isWhole(shares)) return []
  const { sign, text } = missingShare(shares)
  return [
    {
      path: 'owners',
      message:
        sign > 0
          ? `Доли в сумме меньше единицы: не хватает ${text}`
          : `Доли в сумме больше единицы: лишние ${text}`,
    },
  ]
}

const countIssues: Record<Ownership, (owners: readonly Owner[]) => string | null> = {
  PROPERTY: (owners) =>
    owners.length === 1 && owners[0]?.holders.length === 1
      ? null
      : 'В единоличной собственности один правообладатель. Для нескольких выберите долевую или совместную',
  COMMON_PROPERTY: (owners) =>
    owners.length === 1 && (owners[0]?.holders.length ?? 0) > 1
      ? null
      : 'В совместной собственности не меньше двух правообладателей без выделения долей',
  SHARED_PROPERTY: (owners) =>
    owners.length > 1 ? null : 'В долевой собственности не меньше двух долей: добавьте вторую',
}

/**
 * Whether the owners make one whole right: the form and the server both call it. A share may belong to several together
 * (spouses who hold a half jointly); nothing is known of owners yet when the list is empty.
 */
export function ownerIssues(ownership: Ownership | null, owners: readonly Owner[]): Issue[] {
  if (owners.length === 0) return []
  if (ownership === null) return [{ path: 'ownership', message: 'Укажите вид собственности' }]
  const wrongCount = countIssues[ownership](owners)
  return [
    ...(wrongCount === null ? [] : [{ path: 'owners', message: wrongCount }]),
    ...(wrongCount === null ? sumIssue(owners) : []),
    ...holderIssues(owners),
  ]
}

/** How long a report of an appraiser holds, and how many days before its end it is said to end soon. */
export type AppraisalFigures = FiguresOf<'appraisal-validity' | 'appraisal-warning'>

const dayMs = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The same day of a later month, or that month's last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

export type AppraisalState = 'VALID' | 'ENDS_SOON' | 'EXPIRED' | 'AHEAD'

/** How old a report is on a day, and until when it holds. */
export function appraisalAge(
  reportDate: string,
  today: string,
  figures: AppraisalFigures,
): { days: number; validUntil: string; daysLeft: number; state: AppraisalState } {
  const days = Math.round((at(today) - at(reportDate)) / dayMs)
  const validUntil = addMonths(reportDate, figures['appraisal-validity'])
  const daysLeft = Math.round((at(validUntil) - at(today)) / dayMs)
  const ofPast = daysLeft < 0 ? 'EXPIRED' : daysLeft <= figures['appraisal-warning'] ? 'ENDS_SOON' : 'VALID'
  return { days, validUntil, daysLeft, state: days < 0 ? 'AHEAD' : ofPast }
}

/** The report that counts: the latest one. */
export const currentAppraisal = <T extends { readonly reportDate: string }>(list: readonly T[]): T | null =>
  list.reduce<T | null>(
    (last, one) => (last === null || one.reportDate >= last.reportDate ? one : last),
    null,
  )

const digitsAfterPoint = (decimal: string) => decimal.split('.')[1]?.length ?? 0
const scaled = (decimal: string, digits: number): bigint =>
  BigInt(decimal.replace('.', '') + '0'.repeat(digits - digitsAfterPoint(decimal)))

/** `top / bottom` as a decimal text with so many digits, the half rounded up; exact at any size. */
function ratioText(top: bigint, bottom: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const rounded = (2n * top * scale + bottom) / (2n * bottom)
  const text = rounded.toString().padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Roubles for a square metre, to the kopeck; null while the sum or the area is not known. */
export function pricePerMetre(sum: string | null, area: string | null): string | null {
  if (!sum || !area) return null
  const digits = Math.max(digitsAfterPoint(sum), digitsAfterPoint(area))
  const bottom = scaled(area, digits)
  return bottom === 0n ? null : ratioText(scaled(sum, digits), bottom, 2)
}

/** How much the price is above the appraised value, percent with one digit; negative when below. */
export function priceDeviation(price: string | null, value: string | null): string | null {
  if (!price || !value || !/[1-9]/.test(value)) return null
  const difference = scaled(price, 2) - scaled(value, 2)
  const size = ratioText((difference < 0n ? -difference : difference) * 100n, scaled(value, 2), 1)
  return difference < 0n && /[1-9]/.test(size) ? `-${size}` : size
}
