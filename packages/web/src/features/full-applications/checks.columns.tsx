import type { CheckedApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { plural } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'

function Due({ row }: { row: CheckedApplication }) {
  if (row.dueAt === null) return emptyValue
  const due = formatMoment(row.dueAt, serverNow())
  return row.overdue ? <Tag tone="red">просрочена, {due}</Tag> : <span className="nowrap">{due}</span>
}

function Remarks({ row: { remarks, sendings } }: { row: CheckedApplication }) {
  const parts = [
    remarks.open > 0 && (
      <Tag key="open" tone="amber">
        открыто: {remarks.open}
      </Tag>
    ),
    remarks.answered > 0 && (
      <Tag key="answered" tone="blue">
        отвечено: {remarks.answered}
      </Tag>
    ),
  ].filter(Boolean)
  return (
    <>
      {parts.length > 0 ? parts : emptyValue}
      {sendings > 1 && <Note>{sendings}-я отправка</Note>}
    </>
  )
}

/** Columns of the applications that a person checks. */
export const checksColumns = (
  askWhy: (row: CheckedApplication) => void,
  give: (row: CheckedApplication) => void,
  mayGive: (row: CheckedApplication) => boolean,
): Column<CheckedApplication>[] => [
  {
    key: 'number',
    title: 'Заявка',
    width: 190,
    render: ({ number, clientName, coBorrowers }) => (
      <>
        {number}
        <Note>
          {clientName}
          {coBorrowers > 0 &&
            ` + ${coBorrowers} ${plural(coBorrowers, 'созаёмщик', 'созаёмщика', 'созаёмщиков')}`}
        </Note>
      </>
    ),
  },
  {
    key: 'programme',
    title: 'Программа, сумма',
    width: 200,
    render: ({ programme, amount }) => (
      <>
        {programme ?? emptyValue}
        <Note>{formatRoubles(amount)}</Note>
      </>
    ),
  },
  {
    key: 'partner',
    title: 'Партнёр, регион',
    width: 190,
    render: ({ partner, region }) => (
      <>
        {partner.shortName}
        <Note>{region?.name ?? emptyValue}</Note>
      </>
    ),
  },
  { key: 'remarks', title: 'Замечания', width: 150, render: (row) => <Remarks row={row} /> },
  {
    key: 'assignedAt',
    title: 'Назначена',
    width: 120,
    render: ({ assignedAt }) => <span className="nowrap">{formatMoment(assignedAt, serverNow())}</span>,
  },
  { key: 'dueAt', title: 'Срок', width: 130, render: (row) => <Due row={row} /> },
  {
    key: 'why',
    title: 'Назначение',
    width: 190,
    wrap: true,
    render: (row) => (
      <>
        <Button look="link" aria-label={`Почему я? Заявка ${row.number}`} onClick={() => askWhy(row)}>
          Почему я?
        </Button>
        {mayGive(row) && (
          <Button look="link" aria-label={`Передать заявку ${row.number}`} onClick={() => give(row)}>
            Передать
          </Button>
        )}
      </>
    ),
  },
]
