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

const shown: Record<Exclude<Field, 'building'>, { label: string; text: (o: RealtyObjectInput) => string }> = {
  role: { label: 'Роль в сделке', text: ({ role }) => realtyRoles[role] },
  type: { label: 'Тип объекта', text: ({ type }) => type },
  numberType: { label: 'Вид номера', text: ({ numberType }) => realtyNumberTypes[numberType] },
  number: { label: 'Номер', text: ({ number }) => number },
  address: { label: 'Адрес', text: ({ address }) => address?.value ?? '' },
  area: { label: 'Площадь', text: ({ area }) => area ?? '' },
  price: { label: 'Цена', text: ({ price }) => moneyText(price) },
  rightKind: {
    label: 'Вид права',
    text: ({ rightKind }) => (rightKind === null ? '' : rightKinds[rightKind]),
  },
  ownership: {
    label: 'Вид собственности',
    text: ({ ownership }) => (ownership === null ? '' : ownerships[ownership]),
  },
  owners: {
    label: 'Правообладатели',
    text: ({ owners }) =>
      lines(
        owners,
        ({ holders, share }) => `${holders.map(({ name }) => name).join(', ')} — ${shareText(share)}`,
      ),
  },
  extractDate: {
    label: 'Выписка ЕГРН от',
    text: ({ extractDate }) => (extractDate ? formatDate(extractDate) : ''),
  },
  encumbrances: {
    label: 'Обременения',
    text: ({ encumbrances }) =>
      lines(encumbrances, ({ kind, record }) => `${encumbranceKinds[kind]} ${record}`.trim()),
  },
  appraisals: {
    label: 'Оценка',
    text: ({ appraisals }) =>
      lines(
        appraisals,
        (one) => `${one.reportNumber} от ${formatDate(one.reportDate)}: ${formatMoney(one.marketValue)}`,
      ),
  },
  comment: { label: 'Комментарий', text: ({ comment }) => comment },
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
      label: shown[key].label,
      mine: shown[key].text(mine),
      server: shown[key].text(server),
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
