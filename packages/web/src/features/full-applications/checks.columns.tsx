import type { CheckedApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { noted } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { moment } from '#widgets/list/cells.ts'

function Due({ row }: { row: CheckedApplication }) {
  if (row.dueAt === null) return emptyValue
  const due = formatMoment(row.dueAt, serverNow())
  return row.overdue ? <Tag tone="red">просрочена, {due}</Tag> : <span className="nowrap">{due}</span>
}

function Remarks({ remarks: { open, answered } }: Pick<CheckedApplication, 'remarks'>) {
  if (open + answered === 0) return emptyValue
  return (
    <>
      {open > 0 && <Tag tone="amber">открыто: {open}</Tag>}
      {answered > 0 && <Tag tone="blue">отвечено: {answered}</Tag>}
    </>
  )
}

const withOthers = (count: number): string =>
  count === 0 ? '' : ` + ${countOf(count, 'созаёмщик', 'созаёмщика', 'созаёмщиков')}`

const titles = {
  number: 'Заявка',
  programme: 'Программа, сумма',
  partner: 'Партнёр, регион',
  remarks: 'Замечания',
  assignedAt: 'Назначена',
  dueAt: 'Срок',
  why: 'Назначение',
} as const

/** Columns of the applications that a person checks; `actions` draws what can be done with one. */
export const checksColumns = (actions: (row: CheckedApplication) => ReactNode) =>
  columnsOf<CheckedApplication, keyof typeof titles>(titles, {
    number: noted(190, (row) => [row.number, `${row.clientName}${withOthers(row.coBorrowers)}`]),
    programme: noted(200, ({ programme, amount }) => [programme, formatRoubles(amount)]),
    partner: noted(190, ({ partner, region }) => [partner.shortName, region?.name ?? emptyValue]),
    remarks: noted(150, ({ remarks, sendings }) => [
      <Remarks key="remarks" remarks={remarks} />,
      sendings > 1 && `${sendings}-я отправка`,
    ]),
    assignedAt: moment(120, ({ assignedAt }) => assignedAt),
    dueAt: { width: 130, render: (row) => <Due row={row} /> },
    why: { width: 190, wrap: true, render: actions },
  })
