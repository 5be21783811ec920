import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { BulkAction, DataTable } from '#ui/table/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from '../partners.module.css'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

/** How entries of a card's part are taken out: asked first, answered by entry where there are several. */
interface Removal<Row> {
  /** Of one entry, with its version. */
  one: (row: Row) => Promise<unknown>
  /** Of several, by ids. */
  many?: (ids: string) => Promise<ItemsAnswer>
  /** What happens to them, in words: «Удалить», «Отсоединить». */
  word?: string
}

interface PartTableProps<Row extends { id: number }> {
  label: string
  columns: readonly Column<Row>[]
  answer: Pick<UseQueryResult<unknown>, 'isError' | 'error' | 'isPlaceholderData' | 'refetch'>
  rows: readonly Row[] | undefined
  /** Of a list that is paged by the server. */
  paging?: { total: number; page: number; onPage: (page: number) => void }
  nameOf: (row: Row) => string
  /** Why nothing may be changed. */
  reason: string | null
  onEdit?: (row: Row) => void
  removal?: Removal<Row>
  emptyTitle: string
  rowHref?: (row: Row) => string
  onOpen?: (href: string) => void
}

/** Rows of one page of a card's part. */
export const partPageSize = 20

/** Takes entries out after a question, and says what the server refused. */
function useRemoval<Row extends { id: number }>({
  nameOf,
  removal,
}: Pick<PartTableProps<Row>, 'nameOf' | 'removal'>) {
  const refresh = usePartnerRefresh()
  const word = removal?.word ?? 'Удалить'
  const ask = async (text: string, act: () => Promise<unknown>) => {
    if (!(await confirm({ text, okText: word, danger: true }))) return
    try {
      await act()
    } catch (failure) {
      notifyFailure(failure)
    }
    refresh()
  }
  return {
    word,
    one: (row: Row) =>
      ask(`${word} «${nameOf(row)}»?`, async () => {
        await removal?.one(row)
        toast.success('Изменения сохранены')
      }),
    many: (ids: readonly string[], onRefused: (ids: string[]) => void) =>
      ask(`${word} ${countOf(ids.length, 'запись', 'записи', 'записей')}?`, async () => {
        const answer = await removal?.many?.(ids.join(','))
        const refused = (answer?.results ?? []).filter(({ done }) => !done)
        for (const { id, reason } of refused)
          toast.error(reason ?? 'Не удалось удалить', { key: `part-${id}` })
        if (refused.length < ids.length) toast.success(`Готово: ${ids.length - refused.length}`)
        onRefused(refused.map(({ id }) => String(id)))
      }),
  }
}

type Changes<Row extends { id: number }> = Pick<
  PartTableProps<Row>,
  'nameOf' | 'reason' | 'onEdit' | 'removal'
>

function RowActions<Row extends { id: number }>({
  row,
  changes: { nameOf, reason, onEdit, removal },
  remove,
}: {
  row: Row
  changes: Changes<Row>
  remove: ReturnType<typeof useRemoval<Row>>
}) {
  return (
    <span className={styles.rowActions}>
      {onEdit && (
        <Button
          look="quiet"
          aria-label={`Изменить: ${nameOf(row)}`}
          disabledReason={reason}
          onClick={() => onEdit(row)}
        >
          <Icon name="edit" />
        </Button>
      )}
      {removal && (
        <Button
          look="quiet"
          aria-label={`${remove.word}: ${nameOf(row)}`}
          disabledReason={reason}
          onClick={() => void remove.one(row)}
        >
          <Icon name={removal.word === undefined ? 'trash' : 'close'} />
        </Button>
      )}
    </span>
  )
}

/** Several entries are chosen only where somebody may take them out. */
function useSelection<Row extends { id: number }>(
  { removal, reason }: Changes<Row>,
  remove: ReturnType<typeof useRemoval<Row>>,
) {
  const [chosen, setChosen] = useState<string[]>([])
  if (!removal?.many || reason !== null) return {}
  const actions = <BulkAction onClick={() => void remove.many(chosen, setChosen)}>{remove.word}</BulkAction>
  return { selection: { keys: chosen, onChange: setChosen, actions } }
}

/** The pager of the table: of the server's pages, or of a list that is answered whole. */
const pagingOf = (paging: PartTableProps<never>['paging'], count: number) =>
  paging
    ? { ...paging, size: partPageSize }
    : { total: count, page: 1, size: Math.max(1, count), onPage: () => undefined }

/** The entries of a part of the card with their actions. */
export function PartTable<Row extends { id: number }>(props: PartTableProps<Row>) {
  const { answer, nameOf, onEdit, removal } = props
  const remove = useRemoval({ nameOf, removal })
  const selection = useSelection(props, remove)
  const actions: Column<Row> = {
    key: 'actions',
    title: '',
    width: 84,
    render: (row) => <RowActions row={row} changes={props} remove={remove} />,
  }
  const rows = answer.isError ? undefined : props.rows
  return (
    <DataTable
      label={props.label}
      columns={onEdit || removal ? [...props.columns, actions] : props.columns}
      rows={rows}
      rowKey={({ id }) => String(id)}
      rowLabel={nameOf}
      {...(props.rowHref && { rowHref: props.rowHref })}
      {...(props.onOpen && { onOpen: props.onOpen })}
      {...pagingOf(props.paging, rows?.length ?? 0)}
      {...selection}
      loading={answer.isPlaceholderData}
      error={answer.isError ? errorInfoOf(answer.error) : null}
      onRetry={() => void answer.refetch()}
      emptyTitle={props.emptyTitle}
    />
  )
}

/** The line above a part: what it is about at the left, what can be done at the right. */
export function PartActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Which entry a dialog is open for: none, a new one, or a present one. */
export type Editing<Row> = Row | 'new' | null
