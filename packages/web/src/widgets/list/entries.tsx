import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { BulkAction, DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { errorInfoOf } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './entries.module.css'

/** How entries are taken out: asked first, answered by entry where there are several. */
interface Removal<Row> {
  /** Of one entry, with its version. */
  readonly one: (row: Row) => Promise<unknown>
  /** Of several, by ids with commas between them. */
  readonly many?: (ids: string) => Promise<ItemsAnswer>
  /** What happens to an entry: «Удалить» where nothing else is said. A word of each entry stands in its row, unlike the rest. */
  readonly word?: string | ((row: Row) => string)
  /** The question before it; «Удалить «…»?» where nothing else is said. */
  readonly question?: (row: Row) => string
  /** Which entries it is for; all of them where nothing else is said. */
  readonly isFor?: (row: Row) => boolean
  /** Why one entry may not be taken out although others may. */
  readonly rowReason?: (row: Row) => string | null
  readonly done?: string
}

/** Draws a cell that opens its entry. */
export type Opener<Row> = (row: Row, text: ReactNode) => ReactNode

/** Of entries that are paged by the server. */
interface Paging {
  /** The page shown, from 1. */
  readonly page: number
  readonly onPage: (page: number) => void
  /** What is asked beside the page, where it can change: another question begins with nothing chosen. */
  readonly asked?: string
}

interface EntriesProps<Row extends { id: number }> {
  /** Accessible name of the table. */
  readonly label: string
  /** A function where a cell opens the entry itself; otherwise each row has a button for it. */
  readonly columns: readonly Column<Row>[] | ((opener: Opener<Row>) => readonly Column<Row>[])
  /** All entries, or a page of them. */
  readonly answer: Pick<
    UseQueryResult<readonly Row[] | Page<Row>>,
    'data' | 'isError' | 'error' | 'isPlaceholderData'
  > & { readonly refetch: () => unknown }
  readonly paging?: Paging
  readonly nameOf: (row: Row) => string
  /** Why nothing may be changed; null: it may. */
  readonly reason: string | null
  /** Why one entry may not be changed although others may. */
  readonly rowReason?: (row: Row) => string | null
  /** What the button that makes a new one says; none where it is absent. */
  readonly add?: string
  /** How it looks beside others of its kind on one page; the chief button of the page otherwise. */
  readonly addLook?: 'primary' | 'link'
  /** Buttons beside it, or instead of it. */
  readonly buttons?: ReactNode
  /** What stands at the left of the buttons: what the entries are, or filters. */
  readonly above?: ReactNode
  /** The window of an entry; null: of a new one. */
  readonly dialog?: (entry: Row | null, onClose: () => void) => ReactNode
  /** Entries that are only looked at here, beside a button for new ones. */
  readonly areShownOnly?: boolean
  readonly removal?: Removal<Row>
  /** Reads again what has changed; the entries themselves where nothing else is said. */
  readonly onChanged?: () => void
  /** What the table says while there are none; null: there is no table then. */
  readonly emptyTitle: string | null
  readonly rowHref?: (row: Row) => string
  readonly onOpen?: (href: string) => void
}

/** The answer of entries that came with their card. */
export const known = {
  isError: false,
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
} as const

/** Entries of one page where the server pages them. */
export const entriesPageSize = 20

const usualWord = 'Удалить'
/** How many of those that are not in sight a question calls by name. */
const mostNamed = 10

/** Takes entries out after a question, and says what the server refused. */
function useRemoval<Row extends { id: number }>(
  { one, many, word = usualWord, question, done = 'Изменения сохранены' }: Partial<Removal<Row>>,
  { nameOf, refresh }: { nameOf: (row: Row) => string; refresh: () => void },
) {
  const wordOf = (row: Row) => (typeof word === 'string' ? word : word(row))
  // «Отменить» beside «Отмена» would leave a person guessing.
  const isOwn = typeof word !== 'string'
  const ask = async (text: string, okText: string, act: () => Promise<unknown>) => {
    if (!(await confirm({ text, okText: isOwn ? 'Да' : okText, danger: !isOwn }))) return
    try {
      await act()
    } catch (failure) {
      notifyFailure(failure)
    }
    refresh()
  }
  const manyWord = typeof word === 'string' ? word : usualWord
  return {
    wordOf,
    manyWord,
    one: (row: Row) =>
      ask(question?.(row) ?? `${wordOf(row)} «${nameOf(row)}»?`, wordOf(row), async () => {
        await one?.(row)
        toast.success(done)
      }),
    /** `named`: the names of those that are not all in sight. */
    many: (ids: readonly string[], named: readonly string[], onRefused: (ids: string[]) => void) => {
      const what = countOf(ids.length, 'запись', 'записи', 'записей')
      const names = named.length === 0 ? '' : `: ${named.slice(0, mostNamed).join(', ')}`
      const others = named.length > mostNamed ? ` и ещё ${named.length - mostNamed}` : ''
      return ask(`${manyWord} ${what}${names}${others}?`, manyWord, async () => {
        const answer = await many?.(ids.join(','))
        const refused = (answer?.results ?? []).filter((result) => !result.done)
        for (const { id, reason } of refused)
          toast.error(reason ?? 'Не удалось удалить', { key: `entry-${id}` })
        if (refused.length < ids.length) toast.success(`Готово: ${ids.length - refused.length}`)
        onRefused(refused.map(({ id }) => String(id)))
      })
    },
  }
}

interface RowActionsProps<Row extends { id: number }> {
  readonly row: Row
  readonly of: EntriesProps<Row>
  readonly onEdit: ((row: Row) => void) | undefined
  readonly remove: ReturnType<typeof useRemoval<Row>>
}

function RowActions<Row extends { id: number }>({ row, of, onEdit, remove }: RowActionsProps<Row>) {
  const { nameOf, reason, rowReason, removal } = of
  const why = reason ?? rowReason?.(row) ?? null
  const word = remove.wordOf(row)
  return (
    <span className={styles.rowActions}>
      {onEdit && (
        <Button
          look="quiet"
          aria-label={`Изменить: ${nameOf(row)}`}
          disabledReason={why}
          onClick={() => onEdit(row)}
        >
          <Icon name="edit" />
        </Button>
      )}
      {removal && removal.isFor?.(row) !== false && (
        <Button
          look="quiet"
          aria-label={`${word}: ${nameOf(row)}`}
          disabledReason={reason ?? removal.rowReason?.(row) ?? null}
          onClick={() => void remove.one(row)}
        >
          {typeof removal.word === 'function' ? word : <Icon name={word === usualWord ? 'trash' : 'close'} />}
        </Button>
      )}
    </span>
  )
}

const none: ReadonlyMap<string, string> = new Map()

/**
 * Several entries are chosen only where somebody may take them out. Of a collection that is paged by the server they stay
 * chosen across pages, and the question calls them by name; of one that is shown whole only those in sight do.
 */
function useChosen<Row extends { id: number }>(
  { label, removal, reason, nameOf, paging }: EntriesProps<Row>,
  remove: ReturnType<typeof useRemoval<Row>>,
  rows: readonly Row[] = [],
) {
  // Another collection in the same place begins with nothing chosen too.
  const asked = [label, paging?.asked].join()
  const [kept, setKept] = useState<{ asked: string; names: ReadonlyMap<string, string> }>({
    asked,
    names: none,
  })
  // What another search or filter does not show is not taken out unseen.
  const marked = kept.asked === asked ? kept.names : none
  const inSight = new Map(rows.map((row) => [String(row.id), nameOf(row)]))
  const chosen = [...marked.keys()].filter((id) => paging !== undefined || inSight.has(id))
  if (!removal?.many || reason !== null) return {}
  const choose = (ids: readonly string[]) =>
    setKept({ asked, names: new Map(ids.map((id) => [id, inSight.get(id) ?? marked.get(id) ?? id])) })
  const isUnseen = chosen.some((id) => !inSight.has(id))
  const named = isUnseen ? chosen.map((id) => `«${marked.get(id) ?? id}»`) : []
  const actions = (
    <BulkAction onClick={() => void remove.many(chosen, named, choose)}>{remove.manyWord}</BulkAction>
  )
  return { selection: { keys: chosen, onChange: choose, actions } }
}

const isPage = <Row,>(data: readonly Row[] | Page<Row>): data is Page<Row> => 'content' in data

/** The rows and the pager of the table: of the server's pages, or of entries that are answered whole. */
function shownOf<Row extends { id: number }>({ answer: { data, isError }, paging }: EntriesProps<Row>) {
  const rows = isError || !data ? undefined : isPage(data) ? data.content : data
  const count = rows?.length ?? 0
  return paging
    ? {
        rows,
        total: data && isPage(data) ? data.totalElements : count,
        size: entriesPageSize,
        page: paging.page,
        onPage: paging.onPage,
      }
    : {
        rows,
        total: count,
        size: Math.max(1, count),
        page: 1,
        onPage: () => undefined,
        isWhole: true as const,
      }
}

/** The line above the table. */
function Bar<Row extends { id: number }>({
  of: { above, buttons, add, addLook = 'primary', reason },
  onAdd,
}: {
  of: EntriesProps<Row>
  onAdd: () => void
}) {
  if (!above && !buttons && !add) return null
  return (
    <div className={styles.bar}>
      <div className={styles.above}>{above}</div>
      {buttons}
      {add && (
        <Button look={addLook} disabledReason={reason} onClick={onAdd}>
          {add}
        </Button>
      )}
    </div>
  )
}

/**
 * A collection that belongs to a card, such as its accounts or contacts: the line above with «Добавить», the table, the
 * window of an entry, and how entries are taken out. What is its own comes as data.
 */
export function Entries<Row extends { id: number }>(props: EntriesProps<Row>) {
  const { answer, nameOf, removal, reason, rowReason, columns, dialog } = props
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const remove = useRemoval(removal ?? {}, {
    nameOf,
    refresh: props.onChanged ?? (() => void answer.refetch()),
  })
  const shown = shownOf(props)
  const chosen = useChosen(props, remove, shown.rows)
  const opener: Opener<Row> = (row, text) => (
    <Button look="link" disabledReason={reason ?? rowReason?.(row) ?? null} onClick={() => setEdited(row)}>
      {text}
    </Button>
  )
  const own = typeof columns === 'function' ? columns(opener) : columns
  const onEdit = dialog && typeof columns !== 'function' && !props.areShownOnly ? setEdited : undefined
  const actions: Column<Row> = {
    key: 'actions',
    title: 'Действия',
    width: typeof removal?.word === 'function' ? 124 : 88,
    render: (row) => <RowActions row={row} of={props} onEdit={onEdit} remove={remove} />,
  }
  const { emptyTitle } = props
  return (
    <>
      <Bar of={props} onAdd={() => setEdited('new')} />
      {(emptyTitle !== null || shown.total > 0) && (
        <DataTable
          label={props.label}
          columns={onEdit || removal ? [...own, actions] : own}
          rowKey={({ id }) => String(id)}
          rowLabel={nameOf}
          {...(props.rowHref && { rowHref: props.rowHref })}
          {...(props.onOpen && { onOpen: props.onOpen })}
          {...shown}
          {...chosen}
          loading={answer.isPlaceholderData}
          error={answer.isError ? errorInfoOf(answer.error) : null}
          onRetry={() => void answer.refetch()}
          emptyTitle={emptyTitle ?? ''}
        />
      )}
      {edited !== null && dialog?.(edited === 'new' ? null : edited, () => setEdited(null))}
    </>
  )
}
