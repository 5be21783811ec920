import type { Address } from '@ipoteka-office/contract/common/address.ts'
import { cadastralText } from '@ipoteka-office/contract/common/cadastral.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { equalShares } from '@ipoteka-office/contract/common/share.ts'
import {
  type RealtyObject,
  RealtyObjectInput,
  type RealtyRole,
  numberIssues,
  realtyIssues,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { Ownership } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import { realtyListFields } from '@ipoteka-office/contract/cases/sections/realty-lists.ts'
import { randomId } from '#lib/random-id.ts'
import { toData, toForm } from '#widgets/case-sections/section-values.ts'
import { type FormRow, type FormValues, rowsOf } from '#widgets/record/field-values.ts'

/** A share in the form: numbers may be empty while they are typed. */
export interface OwnerValues {
  holders: { kind: 'PERSON' | 'COMPANY' | 'STATE'; name: string }[]
  share: { numerator: number | null; denominator: number | null }
  record: string
}

/** What the form of an object holds. */
export interface RealtyValues {
  role: RealtyRole
  type: string | null
  numberType: 'CADASTRAL' | 'CONDITIONAL' | 'INVENTORY'
  number: string
  address: Address
  area: string | null
  price: string | null
  rightKind: string | null
  ownership: Ownership | null
  owners: OwnerValues[]
  extractDate: string
  appraisals: FormRow[]
  encumbrances: FormRow[]
  /** The fields of the building, and the type that decides which of them have a sense. */
  building: FormValues
  comment: string
}

type Draft = {
  type: string | null
  number: string
  address: Address | null
  area: string | null
  price: string | null
}

const rowsForm = (name: 'appraisals' | 'encumbrances', rows: readonly object[]): FormRow[] =>
  rows.map((row) => ({ key: randomId(), ...toForm(realtyListFields[name].fields ?? {}, { ...row }) }))
const buildingForm = (type: string | null, building: FormValues): FormValues => ({
  type,
  ...toForm(buildingFields, building),
})

/** The form of an object as the server has it. */
export const toRealtyValues = (object: RealtyObject): RealtyValues => ({
  role: object.role,
  type: object.type,
  numberType: object.numberType,
  number: object.number,
  address: object.address ?? { value: '' },
  area: object.area,
  price: object.price,
  rightKind: object.rightKind,
  ownership: object.ownership,
  owners: object.owners,
  extractDate: object.extractDate ?? '',
  appraisals: rowsForm('appraisals', object.appraisals),
  encumbrances: rowsForm('encumbrances', object.encumbrances),
  building: buildingForm(object.type, object.building),
  comment: object.comment,
})

/** The form of a new object, from what the questionnaire knows. */
export const newRealtyValues = ({ type, number, address, area, price }: Draft): RealtyValues => ({
  role: 'MORTGAGESUBJECT',
  type,
  numberType: 'CADASTRAL',
  number,
  address: address ?? { value: '' },
  area,
  price,
  rightKind: null,
  ownership: null,
  owners: [],
  extractDate: '',
  appraisals: [],
  encumbrances: [],
  building: buildingForm(type, {}),
  comment: '',
})

const around = { sections: {}, participant: null }
const orNull = (value: unknown) => (value === '' || value === undefined ? null : value)

function rowsInput(rows: readonly FormRow[], nullable: readonly string[]) {
  return rowsOf(rows).map(({ key: _, ...row }) => ({
    ...row,
    ...Object.fromEntries(nullable.map((name) => [name, orNull(row[name])])),
  }))
}

/** What is sent, not yet checked. */
function toRaw(values: RealtyValues) {
  const { type: _, ...building } = values.building
  return {
    ...values,
    number: values.numberType === 'CADASTRAL' ? cadastralText(values.number) : values.number.trim(),
    address: values.address.value === '' ? null : values.address,
    extractDate: orNull(values.extractDate),
    appraisals: rowsInput(values.appraisals, ['liquidationValue']),
    encumbrances: rowsInput(values.encumbrances, ['registeredOn']),
    building: toData(buildingFields, { ...building, type: values.type }, around),
  }
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : undefined,
    root,
  )

/** Everything that is wrong with the form by the contract's rules. */
export function realtyValueIssues(
  values: RealtyValues,
  today: string,
): { path: PropertyKey[]; message: string }[] {
  const raw = toRaw(values)
  const parsed = RealtyObjectInput.safeParse(raw)
  if (parsed.success)
    return realtyIssues(parsed.data, today).map(({ path, message }) => ({ path: path.split('.'), message }))
  const wrong = parsed.error.issues.map(({ path, message }) => {
    const value = valueAt(raw, path)
    return {
      path,
      message: value === null || value === undefined || value === '' ? messages.required : message,
    }
  })
  // Told at once, though the rest is not whole yet.
  const number = numberIssues(raw).map(({ path, message }) => ({ path: [path], message }))
  return wrong.some(({ path }) => path[0] === 'number') ? wrong : [...wrong, ...number]
}

/** What is sent; only of values without issues. */
export const toRealtyInput = (values: RealtyValues): RealtyObjectInput =>
  RealtyObjectInput.parse(toRaw(values))

const nobody = (): OwnerValues['holders'][number] => ({ kind: 'PERSON', name: '' })
const whole = { numerator: 1, denominator: 1 }

/** The owners laid out as the kind of ownership wants them; nobody who is known is lost. */
export function ownersFor(ownership: Ownership | null, owners: readonly OwnerValues[]): OwnerValues[] {
  const holders = owners.flatMap((owner) => owner.holders)
  const record = owners[0]?.record ?? ''
  if (ownership === null) return [...owners]
  if (ownership === 'SHARED_PROPERTY') {
    if (owners.length > 1) return [...owners]
    const people = holders.length > 1 ? holders : [...holders, nobody(), nobody()].slice(0, 2)
    const shares = equalShares(people.length)
    return people.map((holder, at) => ({
      holders: [holder],
      share: { ...(shares[at] ?? whole) },
      record: at === 0 ? record : '',
    }))
  }
  const wanted = ownership === 'COMMON_PROPERTY' ? 2 : 1
  const padded = [...holders, ...Array.from({ length: Math.max(0, wanted - holders.length) }, nobody)]
  return [{ holders: padded, share: { ...whole }, record }]
}

/** The shares of all owners made equal. */
export const dividedEqually = (owners: readonly OwnerValues[]): OwnerValues[] => {
  const shares = equalShares(owners.length)
  return owners.map((owner, at) => ({ ...owner, share: { ...(shares[at] ?? whole) } }))
}
