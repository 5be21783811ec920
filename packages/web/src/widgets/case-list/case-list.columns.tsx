import { CaseList, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type CaseColumn,
  type CaseRow,
  caseColumns,
  caseSortFields,
} from '@ipoteka-office/contract/cases/case-lists.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { emptyValue, formatRoubles, shortName } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { clockChip } from '../case/case-words.ts'
import { FavouriteStar } from '../case/favourite-star.tsx'
import styles from './case-list.module.css'
import { ClientPhone } from './client-phone.tsx'
import { stageTone } from './stage-tone.ts'

function Deadline({ row: { clock } }: { row: CaseRow }) {
  const chip = clockChip({ ...clock, targetMinutes: null, spentMinutes: 0, segments: [] }, serverNow())
  if (chip === null) return emptyValue
  const mark = <Tag tone={chip.tone}>{chip.text}</Tag>
  if (clock.dueAt === null) return mark
  return (
    <Tooltip text={`Срок: ${formatDateTime(clock.dueAt)}`}>
      <span>{mark}</span>
    </Tooltip>
  )
}

function Responsible({ row: { responsible, workgroup } }: { row: CaseRow }) {
  if (responsible === null) return workgroup?.name ?? emptyValue
  return (
    <Tooltip text={responsible.fullName}>
      <span>{shortName(responsible.fullName)}</span>
    </Tooltip>
  )
}

const Phone = ({ row: { id, clientName, clientPhone } }: { row: CaseRow }) => (
  <ClientPhone caseId={id} clientName={clientName} phone={clientPhone} />
)

const render: Record<CaseColumn, (row: CaseRow) => ReactNode> = {
  number: (row) => <span className={styles.number}>{row.number}</span>,
  createdAt: (row) => formatDate(row.createdAt),
  clientName: (row) => row.clientName,
  clientPhone: (row) => <Phone row={row} />,
  programme: (row) => row.programme ?? emptyValue,
  amount: (row) => formatRoubles(row.amount),
  region: (row) => row.region?.name ?? emptyValue,
  channel: (row) => row.channel?.name ?? emptyValue,
  partner: (row) => row.partner.shortName,
  responsible: (row) => <Responsible row={row} />,
  stage: (row) => (
    <StatusDot tone={stageTone(row)}>
      <span {...(row.nextStep && { title: `Дальше: ${row.nextStep}` })}>{row.stageName}</span>
    </StatusDot>
  ),
  nextStep: (row) => row.nextStep ?? emptyValue,
  nextContactAt: (row) => (row.nextContactAt === null ? emptyValue : formatDateTime(row.nextContactAt)),
  dueAt: (row) => <Deadline row={row} />,
}

const layout: Partial<Record<CaseColumn, Partial<Column<CaseRow>>>> = {
  number: { link: true, always: true, width: 124 },
  createdAt: { width: 100 },
  clientName: { always: true, grows: true, width: 210 },
  clientPhone: { optional: true, width: 168 },
  programme: { width: 150 },
  amount: { align: 'right', width: 136 },
  region: { optional: true, width: 160 },
  channel: { optional: true, width: 150 },
  partner: { optional: true, width: 200 },
  responsible: { width: 140 },
  stage: { width: 176 },
  nextStep: { optional: true, width: 210 },
  nextContactAt: { width: 148 },
  dueAt: { width: 172 },
}

/** Columns that some lists have and the others do not. */
const owned = new Set(CaseList.options.flatMap((list) => caseLists[list].ownColumns ?? []))

/** The columns of a list of cases; the star is the last one, beside the row's link. */
export function caseListColumns(list: CaseList, onStar: () => void): Column<CaseRow>[] {
  const { ownColumns = [], hiddenColumns = [] } = caseLists[list]
  const columns = (Object.keys(caseColumns) as CaseColumn[])
    .filter((key) => !owned.has(key) || ownColumns.includes(key))
    .map((key) => ({
      key,
      title: caseColumns[key],
      render: render[key],
      sortable: (caseSortFields as readonly string[]).includes(key),
      ...layout[key],
      ...(hiddenColumns.includes(key) && { optional: true }),
    }))
  return [
    ...columns,
    {
      key: 'favourite',
      exported: [],
      title: '★',
      width: 56,
      render: (row) => (
        <span className={styles.star}>
          <FavouriteStar caseId={row.id} favourite={row.favourite} onChanged={onStar} />
        </span>
      ),
    },
  ]
}
