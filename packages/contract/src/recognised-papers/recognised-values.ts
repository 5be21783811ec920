import type { SectionCode } from '../cases/case-sections.ts'
import { compareDecimals } from '../common/number-formats.ts'
import type { RecognisedField, RecognitionKind } from '../recognition/recognition.ts'
import { fromKopecks, toKopecks } from '../cases/section-completeness.ts'
import type { SectionValues } from '../common/fields.ts'

/** A place of the questionnaire that a scan can fill: which of its fields make the value. */
export interface RecognisedTarget {
  readonly section: SectionCode
  readonly field: string
  readonly label: string
  readonly from: readonly string[]
}
const personal = (field: string, label: string, ...from: string[]): RecognisedTarget => ({
  section: 'PERSONAL',
  field,
  label,
  from: from.length === 0 ? [field] : from,
})

/** What each kind of paper tells of its holder. */
export const recognisedTargets: Readonly<Record<RecognitionKind, readonly RecognisedTarget[]>> = {
  PASSPORT: [
    personal('lastName', 'Фамилия'),
    personal('firstName', 'Имя'),
    personal('middleName', 'Отчество'),
    personal('sex', 'Пол'),
    personal('birthDate', 'Дата рождения'),
    personal('birthPlace', 'Место рождения'),
    personal('passport', 'Серия и номер', 'series', 'number'),
    personal('passportIssuedOn', 'Дата выдачи', 'issueDate'),
    personal('passportUnitCode', 'Код подразделения', 'unitCode'),
    personal('passportIssuer', 'Кем выдан', 'issuer'),
  ],
  INCOME_CERTIFICATE: [
    personal('inn', 'ИНН', 'personInn'),
    { section: 'EMPLOYMENT', field: 'employerName', label: 'Работодатель', from: ['agentName'] },
    { section: 'EMPLOYMENT', field: 'employerInn', label: 'ИНН работодателя', from: ['agentInn'] },
    {
      section: 'INCOME',
      field: 'incomes',
      label: 'Доход в месяц после налога',
      from: ['averageIncome', 'totalIncome', 'taxCalculated'],
    },
  ],
}

const nameFields = ['lastName', 'firstName', 'middleName']
/** «СОМОВА-ПЕТРОВА» as people write it: a scan has capitals only. */
export const asName = (text: string): string =>
  text === text.toUpperCase()
    ? text
        .toLowerCase()
        .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : text

/** The mean income less the share of the tax, to the kopeck; null where the certificate does not tell it. */
function afterTax([mean, total, tax]: readonly string[]): string | null {
  if (mean === undefined || total === undefined || tax === undefined) return null
  if (compareDecimals(total, '0') <= 0 || compareDecimals(tax, total) > 0) return null
  const [a, b, c] = [toKopecks(mean), toKopecks(total), toKopecks(tax)]
  return fromKopecks((2n * a * (b - c) + b) / (2n * b))
}

/** A value that can be taken into the questionnaire. */
export interface RecognisedValue extends RecognisedTarget {
  readonly value: string
  /** Of the least sure of its parts. */
  readonly confidence: number
  readonly problems: readonly string[]
}

function valueOf({ field, from }: RecognisedTarget, parts: readonly RecognisedField[]): string | null {
  const values = parts.map(({ value }) => value)
  if (field === 'incomes') return afterTax(values)
  const joined = values.join('')
  return joined === '' ? null : nameFields.includes(from[0] ?? '') ? asName(joined) : joined
}

/** Everything that the scan tells whole. */
export function recognisedValues(
  kind: RecognitionKind,
  fields: readonly RecognisedField[],
): RecognisedValue[] {
  const known = new Map(fields.map((field) => [field.name, field]))
  return recognisedTargets[kind].flatMap((target) => {
    const parts = target.from.flatMap((name) => known.get(name) ?? [])
    const value = parts.length === target.from.length ? valueOf(target, parts) : null
    if (value === null) return []
    const confidence = Math.min(...parts.map((part) => part.confidence))
    return [{ ...target, value, confidence, problems: parts.flatMap((part) => part.problems) }]
  })
}

type Row = Readonly<Record<string, unknown>>
const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])
const salary = 'SALARY_MAIN'
const isSalary = ({ type }: Row) => type === salary

/** What the section holds where the value would go; null: nothing. */
export function heldValue({ field }: Pick<RecognisedTarget, 'field'>, data: SectionValues): string | null {
  const held = field === 'incomes' ? rowsOf(data['incomes']).find(isSalary)?.['confirmed'] : data[field]
  return typeof held === 'string' && held !== '' ? held : null
}

/** The section with the values taken; `key` is of a new row of incomes. */
export function withTaken(
  data: SectionValues,
  taken: readonly Pick<RecognisedValue, 'field' | 'value'>[],
  key: string,
): SectionValues {
  return taken.reduce<SectionValues>((values, { field, value }) => {
    if (field !== 'incomes') return { ...values, [field]: value }
    const rows = rowsOf(values['incomes'])
    const at = rows.findIndex(isSalary)
    const confirmed = { confirmed: value, verification: 'NDFL2' }
    const next =
      at < 0
        ? [...rows, { key, type: salary, declared: value, ...confirmed }]
        : rows.map((row, index) => (index === at ? { ...row, ...confirmed } : row))
    return { ...values, noIncome: null, incomes: next }
  }, data)
}

/** A difference that makes a paper another person's. */
export interface PaperDifference {
  readonly field: string
  readonly label: string
  readonly inPaper: string
  readonly inQuestionnaire: string
}
const identity = {
  lastName: 'Фамилия',
  firstName: 'Имя',
  middleName: 'Отчество',
  birthDate: 'Дата рождения',
  sex: 'Пол',
} as const
const plain = (text: string) => text.trim().toUpperCase().replaceAll('Ё', 'Е')

/** In what the paper names somebody else than the questionnaire; what either does not know is no difference. */
export function paperDifferences(
  fields: readonly Pick<RecognisedField, 'name' | 'value'>[],
  data: SectionValues,
): PaperDifference[] {
  return Object.entries(identity).flatMap(([field, label]) => {
    const read = fields.find(({ name }) => name === field)?.value ?? ''
    const held = data[field]
    if (read === '' || typeof held !== 'string' || held === '' || plain(read) === plain(held)) return []
    const inPaper = nameFields.includes(field) ? asName(read) : read
    return [{ field, label, inPaper, inQuestionnaire: held }]
  })
}
