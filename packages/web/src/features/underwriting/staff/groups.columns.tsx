import type { UnderwritingGroup } from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { formatCount } from '#lib/digits.ts'
import { shortName } from '#lib/format.ts'
import { alarm, figure, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'

const titles = {
  name: 'Группа',
  head: 'Руководитель',
  members: 'Сотрудников',
  onShift: 'В смене',
  open: 'В работе',
  overdue: 'Просрочено',
  waiting: 'Никто не взял',
  decidedToday: 'Сегодня решено',
  dailyPlan: 'План на день',
} as const

/** «12 из 40»: what was decided today of what is planned. */
export const planText = ({ decidedToday, dailyPlan }: UnderwritingGroup): string | null =>
  dailyPlan === null ? null : `${formatCount(decidedToday)} из ${formatCount(dailyPlan)}`

/** Columns of the list of groups. */
export const groupColumns = columnsOf<UnderwritingGroup, keyof typeof titles>(titles, {
  name: text(220, ({ name }) => name, { link: true, always: true }),
  head: text(150, ({ head }) => head && shortName(head.fullName)),
  members: figure(124, ({ members }) => formatCount(members)),
  onShift: figure(92, ({ onShift }) => formatCount(onShift)),
  open: figure(92, ({ open }) => formatCount(open)),
  overdue: alarm(118, ({ overdue }) => overdue),
  waiting: figure(124, ({ waiting }) => formatCount(waiting)),
  decidedToday: figure(144, ({ decidedToday }) => formatCount(decidedToday)),
  dailyPlan: figure(116, planText),
})
