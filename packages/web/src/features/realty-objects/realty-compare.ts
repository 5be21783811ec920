import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import { shareText } from '@ipoteka-office/contract/common/share.ts'
import {
  encumbranceKinds,
  realtyNumberTypes,
  type RealtyObjectInput,
  realtyRoles,
  rightKinds,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { ownerships } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import type { Difference, Side } from '#widgets/record/difference.ts'
import { toRealtyValues, type RealtyValues } from './realty-values.ts'

type Field = keyof RealtyObjectInput

const lines = <T>(list: readonly T[], line: (item: T) => string) => list.map(line).join('; ')
const moneyText = (value: string | null) => (value === null ? '' : formatMoney(value))

const shown: Record<Exclude<Field, 'building'>, (object: RealtyObjectInput) => string> = {
  role: ({ role }) => realtyRoles[role],
  type: ({ type }) => type,
  numberType: ({ numberType }) => realtyNumberTypes[numberType],
  number: ({ number }) => number,
  address: ({ address }) => address?.value ?? '',
  area: ({ area }) => area ?? '',
  price: ({ price }) => moneyText(price),
  rightKind: ({ rightKind }) => (rightKind === null ? '' : rightKinds[rightKind]),
  ownership: ({ ownership }) => (ownership === null ? '' : ownerships[ownership]),
  owners: ({ owners }) =>
    lines(
      owners,
      ({ holders, share }) => `${holders.map(({ name }) => name).join(', ')} — ${shareText(share)}`,
    ),
  extractDate: ({ extractDate }) => (extractDate ? formatDate(extractDate) : ''),
  encumbrances: ({ encumbrances }) =>
    lines(encumbrances, ({ kind, record }) => `${encumbranceKinds[kind]} ${record}`.trim()),
  appraisals: ({ appraisals }) =>
    lines(
      appraisals,
      (one) => `${one.reportNumber} от ${formatDate(one.reportDate)}: ${formatMoney(one.marketValue)}`,
    ),
  comment: ({ comment }) => comment,
}
const fieldsOfForm = Object.keys(shown) as (keyof typeof shown)[]
const building: FieldSpecs = buildingFields
const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Where the typed object and the server's differ, in words. */
export function realtyDifferences(mine: RealtyObjectInput, server: RealtyObjectInput): Difference[] {
  const own: Readonly<Record<string, unknown>> = mine.building
  const theirs: Readonly<Record<string, unknown>> = server.building
  const all = [
    ...fieldsOfForm.map((key) => ({
      key: String(key),
      label: realtyFields[key].label,
      mine: shown[key](mine),
      server: shown[key](server),
    })),
    ...Object.entries(building).map(([name, { label }]) => ({
      key: `building.${name}`,
      label,
      mine: textOf(own[name]),
      server: textOf(theirs[name]),
    })),
  ]
  return all.filter((one) => one.mine !== one.server)
}

/** The form after a side was chosen for every difference. */
export function mergeRealty(
  mine: RealtyValues,
  server: Parameters<typeof toRealtyValues>[0],
  choice: Readonly<Record<string, Side>>,
): RealtyValues {
  const theirs = toRealtyValues(server)
  const kept = Object.fromEntries(
    fieldsOfForm.filter((key) => choice[key] === 'mine').map((key) => [key, mine[key]]),
  )
  const merged: RealtyValues = { ...theirs, ...kept }
  const own = Object.keys(building).filter((name) => choice[`building.${name}`] === 'mine')
  return {
    ...merged,
    building: {
      ...theirs.building,
      ...Object.fromEntries(own.map((name) => [name, mine.building[name]])),
      type: merged.type,
    },
  }
}
