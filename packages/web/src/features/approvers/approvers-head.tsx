import {
  type Approver,
  type ApproverColumn,
  type ApproverType,
  exportApprovers,
  exportAtOnceRows,
  startApproverExport,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { PageHead } from '#ui/page-head.tsx'
import { type Column, type ColumnPrefs, visibleColumns } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { type Exported, type ExportFormat, ExportMenu } from '#widgets/list/export-menu.tsx'
import { ColumnsButton } from '#widgets/list/list-columns.tsx'
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
  total,
  updatedAt,
}: {
  type: ApproverType
  title: string
  listKey: string
  state: ApproversListState
  columns: readonly Column<Approver>[]
  prefs: ColumnPrefs | null
  /** Rows of the whole filter: many of them are exported in the background. */
  total: number
  /** When the rows were read, ms; 0 when they were not. */
  updatedAt: number
}) {
  const mayExport = useRights().mayCall(exportApprovers, { type })
  const run = async (format: ExportFormat): Promise<Exported> => {
    const body = {
      format,
      filter: toApproverFilter(state),
      sort: toApproverQuery(state).sort,
      columns: visibleColumns(columns, prefs).map(({ key }) => key as ApproverColumn),
    }
    if (total > exportAtOnceRows) {
      return { kind: 'task', task: await call(startApproverExport, { params: { type }, body }) }
    }
    await download(exportApprovers, { params: { type }, body })
    return { kind: 'file' }
  }
  return (
    <PageHead title={title} mark={updatedAt > 0 && <Tag>обновлено {formatTime(new Date(updatedAt))}</Tag>}>
      <UnassignedButton type={type} />
      <ExportMenu run={run} disabledReason={mayExport ? null : noExport} />
      <ColumnsButton listKey={listKey} columns={columns} />
    </PageHead>
  )
}
