import {
  type Approver,
  type ApproverColumn,
  type ApproverType,
  exportApprovers,
} from '@ipoteka-office/contract/approvers.ts'
import { download } from '#api/download.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { PageHead } from '#ui/page-head.tsx'
import { type Column, type ColumnPrefs, visibleColumns } from '#ui/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { ExportMenu } from '#widgets/export-menu.tsx'
import { ColumnsButton } from '#widgets/list-columns.tsx'
import { type ApproversListState, toApproverFilter, toApproverQuery } from './approvers-list-state.ts'
import { UnassignedButton } from './unassigned-dialog.tsx'

const noExport = 'Нет права на выгрузку сотрудников. Обратитесь к администратору'

/** Heading of the list, when its rows were read, and the buttons that are about the whole of it. */
export function ApproversHead({
  type,
  title,
  listKey,
  state,
  columns,
  prefs,
  updatedAt,
}: {
  type: ApproverType
  title: string
  listKey: string
  state: ApproversListState
  columns: readonly Column<Approver>[]
  prefs: ColumnPrefs | null
  /** When the rows were read, ms; 0 when they were not. */
  updatedAt: number
}) {
  const mayExport = useRights().mayCall(exportApprovers, { type })
  const run = (format: 'xlsx' | 'csv') =>
    download(exportApprovers, {
      params: { type },
      body: {
        format,
        filter: toApproverFilter(state),
        columns: visibleColumns(columns, prefs).map(({ key }) => key as ApproverColumn),
        sort: toApproverQuery(state).sort,
      },
    })
  return (
    <PageHead title={title} mark={updatedAt > 0 && <Tag>обновлено {formatTime(new Date(updatedAt))}</Tag>}>
      <UnassignedButton type={type} />
      <ExportMenu run={run} disabledReason={mayExport ? null : noExport} />
      <ColumnsButton listKey={listKey} columns={columns} />
    </PageHead>
  )
}
