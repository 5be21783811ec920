import { cadastralText } from '#common/cadastral.ts'
import type { SectionValues } from '#common/fields.ts'
import { isWhole, missingShare, type Share, shareText } from '#common/share.ts'
import { type RealtyObjectInput, type RealtyOwner, rightKinds } from '#realty-objects/realty-objects.ts'
import { ownerships } from '#realty-objects/realty-rules.ts'
import type { MismatchChoice } from './review-fields.ts'

/** One thing that the agent entered beside what the extract says. */
export interface ComparedField {
  readonly field: string
  readonly label: string
  readonly entered: string
  readonly extract: string
  /** Null: one of the two is not there. */
  readonly agrees: boolean | null
}

/** An entry of the extract about who owns. */
export interface ExtractOwner {
  readonly name: string
  readonly share: Share | null
  readonly record: string
  readonly registeredOn: string | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])

/** Who owns by the extract. */
export const extractOwners = (rights: SectionValues): ExtractOwner[] =>
  rowsOf(rights['extractOwners']).map(({ name, numerator, denominator, record, registeredOn }) => ({
    name: textOf(name),
    share:
      typeof numerator === 'number' && typeof denominator === 'number' ? { numerator, denominator } : null,
    record: textOf(record),
    registeredOn: textOf(registeredOn) || null,
  }))

/** Shares of the extract: several people under one entry hold its share jointly, and it counts once. */
function sharesOf(owners: readonly ExtractOwner[]): Share[] {
  const counted = owners.filter(
    ({ record }, at) => record === '' || owners.findIndex((one) => one.record === record) === at,
  )
  return counted.flatMap(({ share }) => share ?? [])
}

/** What is wrong with the owners of the extract; nothing: they make one whole right. */
export function extractOwnerIssues(rights: SectionValues): string[] {
  const owners = extractOwners(rights)
  if (owners.length === 0) return []
  const ownership = textOf(rights['extractOwnership'])
  if (owners.some(({ share }) => share !== null && share.numerator > share.denominator))
    return ['Доля в выписке больше единицы']
  const isShared = ownership === 'SHARED_PROPERTY'
  if (!isShared && owners.every(({ share }) => share === null)) return []
  if (owners.some(({ share }) => share === null)) return ['Укажите доли по выписке у каждого правообладателя']
  const shares = sharesOf(owners)
  if (isWhole(shares)) return []
  const { sign, text } = missingShare(shares)
  return [
    sign > 0
      ? `Доли по выписке в сумме меньше единицы: не хватает ${text}`
      : `Доли по выписке в сумме больше единицы: лишние ${text}`,
  ]
}

const nameKey = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»"']/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** How many own by each of the two, and who is on one side alone. */
export interface OwnersCompared {
  readonly entered: number
  readonly extract: number
  readonly onlyEntered: string[]
  readonly onlyExtract: string[]
}

/** The owners that the agent named beside those of the extract; null while nothing is known by the extract. */
export function compareOwners(entered: readonly RealtyOwner[], rights: SectionValues): OwnersCompared | null {
  const owners = extractOwners(rights)
  if (owners.length === 0) return null
  const names = entered.flatMap(({ holders }) => holders.map(({ name }) => name))
  const [left, right] = [names, owners.map(({ name }) => name)].map((list) => new Set(list.map(nameKey)))
  return {
    entered: names.length,
    extract: owners.length,
    onlyEntered: names.filter((name) => right?.has(nameKey(name)) !== true),
    onlyExtract: owners.map(({ name }) => name).filter((name) => left?.has(nameKey(name)) !== true),
  }
}

/** Whether a person has to say what the difference in the number of owners means, and why not otherwise. */
export const countsDiffer = (compared: OwnersCompared | null): boolean =>
  compared !== null && compared.entered !== compared.extract

const word = (names: Readonly<Record<string, string>>, code: unknown): string => names[textOf(code)] ?? ''
const sharesText = (shares: readonly Share[]): string => shares.map(shareText).toSorted().join(', ')

/** What of an object is compared with its extract. */
export type ComparedObject = Pick<
  RealtyObjectInput,
  'number' | 'address' | 'area' | 'rightKind' | 'ownership' | 'owners' | 'extractDate'
>

/** What is compared, each side in words. */
function pairsOf(object: ComparedObject, rights: SectionValues): [string, string, string, string][] {
  return [
    ['number', 'Кадастровый номер', object.number, cadastralText(textOf(rights['extractCadastral']))],
    ['address', 'Адрес', object.address?.value ?? '', textOf(rights['extractAddress'])],
    ['area', 'Площадь, м²', object.area ?? '', textOf(rights['extractArea'])],
    [
      'rightKind',
      'Вид права',
      word(rightKinds, object.rightKind),
      word(rightKinds, rights['extractRightKind']),
    ],
    [
      'ownership',
      'Вид собственности',
      word(ownerships, object.ownership),
      word(ownerships, rights['extractOwnership']),
    ],
    [
      'owners',
      'Правообладатели',
      object.owners.flatMap(({ holders }) => holders.map(({ name }) => name)).join(', '),
      extractOwners(rights)
        .map(({ name }) => name)
        .join(', '),
    ],
    [
      'shares',
      'Доли',
      sharesText(object.owners.map(({ share }) => share)),
      sharesText(sharesOf(extractOwners(rights))),
    ],
    ['extractDate', 'Дата выписки', object.extractDate ?? '', textOf(rights['extractDate'])],
  ]
}

const unordered = (text: string) => text.split(', ').map(nameKey).toSorted().join(', ')
const number = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text)

/** Words of addresses differ in form: they agree when their numbers do, but for the postal index. */
const digitsOf = (text: string) => (text.match(/\d+/g) ?? []).filter((part) => part.length !== 6).join(' ')

const agreement: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  address: (one, other) => nameKey(one) === nameKey(other) || digitsOf(one) === digitsOf(other),
  area: (one, other) => number(one) === number(other),
  owners: (one, other) => unordered(one) === unordered(other),
}

/** What the agent entered beside the extract, field by field. */
export const compareWithExtract = (object: ComparedObject, rights: SectionValues): ComparedField[] =>
  pairsOf(object, rights).map(([field, label, entered, extract]) => ({
    field,
    label,
    entered,
    extract,
    agrees:
      entered === '' || extract === ''
        ? null
        : (agreement[field] ?? ((one, other) => nameKey(one) === nameKey(other)))(entered, extract),
  }))

/** What stands in the review about the difference in the number of owners. */
export const mismatchOf = (rights: SectionValues): MismatchChoice | null =>
  (textOf(rights['mismatch']) || null) as MismatchChoice | null
