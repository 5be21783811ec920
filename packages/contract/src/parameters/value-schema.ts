import { z } from 'zod'
import { Money, Percent } from '../common/amounts.ts'
import { Day } from '../common/items.ts'
import { compareDecimals } from '../common/number-formats.ts'
import { Code, messages } from '../common/scalars.ts'
import { maxCodes, maxRows, maxText } from './any-value.ts'
import type { ParameterSpec, TableRow } from './parameter-spec.ts'

const whole = ({ min = 0, max = 1_000_000 }: Pick<ParameterSpec, 'min' | 'max'>) =>
  z.int('Введите целое число').min(min, `Не меньше ${min}`).max(max, `Не больше ${max}`)

/** Ranges follow each other upwards, and the last one alone has no end. */
function rangeIssues(rows: readonly TableRow[]): string | null {
  const bounds = rows.map(({ upTo }) => upTo)
  if (bounds.at(-1) !== null) return 'У последней строки нет верхней границы: она для всех сумм больше'
  const inner = bounds.slice(0, -1)
  if (inner.includes(null)) return 'Без верхней границы бывает только последняя строка'
  const falls = inner.some((bound, at) => at > 0 && compareDecimals(bound ?? '0', inner[at - 1] ?? '0') <= 0)
  return falls ? 'Границы должны возрастать' : null
}

const table = (spec: Pick<ParameterSpec, 'cell' | 'min' | 'max'>) =>
  z
    .array(z.object({ upTo: Money.nullable(), value: spec.cell?.kind === 'CODE' ? Code : whole(spec) }))
    .min(1, messages.required)
    .max(maxRows, `Не более ${maxRows} строк`)
    .superRefine((rows, context) => {
      const message = rangeIssues(rows)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

const codeList = z
  .array(Code)
  .max(maxCodes)
  .refine((codes) => new Set(codes).size === codes.length, 'Код указан дважды')

const line = z.string().trim().max(maxText, `Не более ${maxText} знаков`)

const isPage = (address: string) =>
  address === '' || (URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol))
const link = line.refine(isPage, 'Укажите адрес вида https://bank.ru/policy')

/** The schema of a value by its declaration; the form and the server both ask. */
export function valueSchema(spec: Pick<ParameterSpec, 'kind' | 'cell' | 'min' | 'max'>) {
  if (spec.kind === 'MONEY') return Money
  if (spec.kind === 'PERCENT') return Percent
  if (spec.kind === 'DATE') return Day
  if (spec.kind === 'FLAG') return z.boolean()
  if (spec.kind === 'TEXT') return line
  if (spec.kind === 'LINK') return link
  if (spec.kind === 'TABLE') return table(spec)
  return spec.kind === 'CODES' ? codeList : whole(spec)
}
