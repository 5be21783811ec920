import type {
  ParameterSpec,
  ParameterValue,
  TableRow,
} from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import { NewValue } from '@ipoteka-office/contract/parameters/parameters.ts'
import { valueSchema } from '@ipoteka-office/contract/parameters/value-schema.ts'
import type { EntryIssue } from '#widgets/record/entry-dialog.tsx'

/** What is typed in the dialog: a field for every kind of value, of which one is shown. */
export interface ValueForm {
  validFrom: string
  decimal: string | null
  number: number | null
  day: string
  flag: boolean
  text: string
  codes: string[]
  rows: { upTo: string | null; number: number | null; code: string }[]
  source: string
  reason: string
}

/** The form begins with the value that is in force. */
export function toForm(value: ParameterValue, today: string): ValueForm {
  const isTable = Array.isArray(value) && value.some((one) => typeof one === 'object')
  return {
    validFrom: today,
    decimal: typeof value === 'string' ? value : null,
    number: typeof value === 'number' ? value : null,
    day: typeof value === 'string' ? value : '',
    flag: value === true,
    text: typeof value === 'string' ? value : '',
    codes: Array.isArray(value) && !isTable ? [...(value as readonly string[])] : [],
    rows: isTable
      ? (value as readonly TableRow[]).map(({ upTo, value: cell }) => ({
          upTo,
          number: typeof cell === 'number' ? cell : null,
          code: typeof cell === 'string' ? cell : '',
        }))
      : [],
    source: '',
    reason: '',
  }
}

/** The typed value as it travels; the last row of a table has no end. */
export function valueOf({ kind, cell }: ParameterSpec, form: ValueForm) {
  if (kind === 'TABLE')
    return form.rows.map(({ upTo, number, code }, at) => ({
      upTo: at === form.rows.length - 1 ? null : (upTo ?? ''),
      value: cell?.kind === 'CODE' ? code : (number ?? ''),
    }))
  if (kind === 'CODES') return form.codes
  if (kind === 'FLAG') return form.flag
  if (kind === 'DATE') return form.day
  if (kind === 'TEXT' || kind === 'LINK') return form.text.trim()
  if (kind === 'MONEY' || kind === 'PERCENT') return form.decimal ?? ''
  return form.number ?? ''
}

const names: Partial<Record<ParameterSpec['kind'], keyof ValueForm>> = {
  MONEY: 'decimal',
  PERCENT: 'decimal',
  DATE: 'day',
  FLAG: 'flag',
  TEXT: 'text',
  LINK: 'text',
  CODES: 'codes',
  TABLE: 'rows',
}

/** Where in the form a mistake of the value stands: `value.1.value` of a table of hours is `rows.1.number`. */
export function placeOf({ kind, cell }: ParameterSpec, path: readonly PropertyKey[]): PropertyKey[] {
  const name = names[kind] ?? 'number'
  if (kind !== 'TABLE') return [name]
  const [at, column] = path
  if (at === undefined) return ['rows', 0, cell?.kind === 'CODE' ? 'code' : 'number']
  return ['rows', at, column === 'upTo' ? 'upTo' : cell?.kind === 'CODE' ? 'code' : 'number']
}

/** What is wrong with the form, as the server would say it. */
export function formIssues(spec: ParameterSpec, form: ValueForm, today: string): EntryIssue[] {
  const value = valueSchema(spec).safeParse(valueOf(spec, form))
  const rest = NewValue.pick({ validFrom: true, source: true, reason: true }).safeParse(form)
  const isPast = rest.success && rest.data.validFrom < today
  return [
    ...(value.error?.issues ?? []).map(({ path, message }) => ({ path: placeOf(spec, path), message })),
    ...(rest.error?.issues ?? []),
    ...(isPast
      ? [{ path: ['validFrom'], message: 'Прошлое не меняется: укажите сегодняшний день или будущий' }]
      : []),
  ]
}
