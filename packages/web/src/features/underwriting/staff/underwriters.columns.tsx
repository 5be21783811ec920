import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  type UnderwriterColumn,
  type UnderwriterRow,
  underwriterColumns,
} from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { formatRoubles } from '#lib/format.ts'
import { figure, type Mark, marks, names, status, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { minutesText } from '#widgets/case/case-words.ts'

/** «9 000 000 ₽», or in words that there is nothing to reach or nothing to keep to. */
function boundOf({ authorities }: UnderwriterRow, product: AuthorityProduct): Mark | string {
  const found = authorities.find((one) => one.product === product)
  if (found === undefined) return 'нет'
  return found.maxExposure === null
    ? { text: 'без пределов', tone: 'amber', hint: 'Осталось после обновления: задайте предел' }
    : formatRoubles(found.maxExposure)
}

const bound = (product: AuthorityProduct) => {
  const asText = text<UnderwriterRow>(126, (row) => String(boundOf(row, product)), { align: 'right' })
  const asMark = marks<UnderwriterRow>(126, (row) => [boundOf(row, product) as Mark], { align: 'right' })
  return {
    ...asText,
    render: (row: UnderwriterRow) =>
      (typeof boundOf(row, product) === 'string' ? asText : asMark).render(row),
  }
}

const percent = (value: number | null) => (value === null ? null : `${value} %`)

/** Columns of the list of those who decide. */
export const underwriterListColumns = columnsOf<UnderwriterRow, UnderwriterColumn>(underwriterColumns, {
  fullName: text(200, ({ fullName }) => fullName, {
    link: true,
    always: true,
    hint: ({ fullName, jobTitle }) => `${fullName}, ${jobTitle}`,
  }),
  login: text(92, ({ login }) => login),
  groups: names(134, ({ groups, helps }) => [
    ...groups.map(({ name }) => name),
    ...helps.map(({ group, until }) => `помогает «${group.name}» до ${formatDateTime(until)}`),
  ]),
  mortgage: bound('MORTGAGE'),
  loan: bound('CASH_LOAN'),
  onShift: status(96, ({ onShift }) =>
    onShift ? { tone: 'green', text: 'В смене' } : { tone: 'ring', text: 'Нет' },
  ),
  open: figure(92, ({ open }) => formatCount(open)),
  decidedToday: figure(92, ({ decidedToday }) => formatCount(decidedToday)),
  decided: figure(92, ({ decided }) => formatCount(decided)),
  medianMinutes: figure(104, ({ medianMinutes }) =>
    medianMinutes === null ? null : minutesText(medianMinutes),
  ),
  approvalShare: figure(104, ({ approvalShare }) => percent(approvalShare)),
  returnShare: figure(102, ({ returnShare }) => percent(returnShare)),
})
