import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type ReactNode, useMemo } from 'react'
import { useRights } from '#api/rights.ts'
import { formatTime } from '#lib/dates.ts'
import { type Crumb, usePagePlace } from '#lib/page-place.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { type Column, sortedBy, visibleColumns } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { errorInfoOf, Forbidden } from '../failure-block.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { clashIn, ClashNote } from './clash.tsx'
import { ListExportMenu, type ListExports } from './export-menu.tsx'
import { ActionButton, isAction, type ListAction } from './list-actions.tsx'
import { type ColumnChoice, ColumnsButton, useColumnPrefs } from './list-columns.tsx'
import type { Search } from './list-place.ts'
import styles from './list-screen.module.css'
import { type ChosenTabs, type ListTabs, TabsRow } from './list-tabs.tsx'
import { SavedViewsMenu } from './saved-views-menu.tsx'
import { type Chosen, useSelection } from './selection.tsx'
import { useFilterChips } from './use-filter-chips.ts'
import type { ServerList } from './use-server-list.ts'

/** Tabs that stand in the path and not in the list's own state. */
interface PathTabs extends ListTabs<string> {
  readonly value: string
  readonly onChange: (tab: never) => void
}

/** A button under «…»: what it says, and why it cannot be pressed. */
export interface MenuAction {
  readonly text: string
  readonly disabledReason?: string | null
  readonly onClick: () => void
}

/** What of a list its area gives the screen; the rest is the kit's. */
export interface ListScreenProps<Row, P extends Page<Row>, Tab extends string> {
  readonly list: ServerList<Row, P, Tab>
  /** Heading of the page; also the name of the table. */
  readonly title: string
  /** The steps to the page where it stands deeper than its title. */
  readonly place?: readonly (Crumb | string)[]
  /** A part of another page: no heading of its own, and nothing sticks. */
  readonly isPart?: boolean
  /** What stands at the left of a part's buttons. */
  readonly heading?: ReactNode
  /** Whether it is what the page is for; a part that is one scrolls with the page. */
  readonly isMain?: boolean
  /** What the list is, in a sentence: a hint beside the heading. */
  readonly about?: string
  readonly columns: readonly Column<Row>[]
  readonly rowKey?: (row: Row) => string
  readonly rowLabel?: (row: Row) => string
  readonly rowHref?: (row: Row) => string
  /** Where they are not the list's own. */
  readonly tabs?: PathTabs
  /** What stands under the tabs in place of the list: another view of the same page. */
  readonly instead?: ReactNode
  /** The rows in another form than a table, with the same filters and pages. */
  readonly drawn?: ((rows: readonly Row[]) => ReactNode) | undefined
  /** Choices that only the page knows, by the name of their filter. */
  readonly choices?: Readonly<Record<string, readonly Option[]>>
  /** Filters that this person has no use for, by their first names: they stay in the address. */
  readonly without?: readonly string[]
  readonly exporting?: ListExports
  /** The button that makes a new one; always the rightmost. A node where it is more than a button. */
  readonly create?: ListAction | ReactNode
  /** Buttons beside it that belong to the whole list. */
  readonly tools?: ReactNode
  /** Seldom needed ones, under «…». */
  readonly more?: readonly MenuAction[]
  /** Stands between the tabs and the filters, e.g. why nothing can be taken. */
  readonly note?: ReactNode
  /** What the list is for, where it is empty and nothing restricts it. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Actions over the chosen rows. */
  readonly bulk?: (chosen: Chosen<Row>) => ReactNode
  /** Windows that a link opens above the list, by their names in the address; closed, the list stays as it was asked for. */
  readonly windows?: {
    readonly names: readonly string[]
    readonly draw: (search: Search, onClose: () => void) => ReactNode
  }
  /** Busy with something else than reading, e.g. with putting rows in order. */
  readonly isBusy?: boolean
}

/** The hint beside a heading: what the list is. */
const About = ({ text }: { text: string }) => (
  <Tooltip text={text}>
    <button type="button" className={styles.about} aria-label={text}>
      <Icon name="info" />
    </button>
  </Tooltip>
)

function Heading<Row, P extends Page<Row>, Tab extends string>({
  props,
  columns,
  choice,
}: {
  props: ListScreenProps<Row, P, Tab>
  columns: readonly Column<Row>[]
  choice: ColumnChoice
}) {
  const { list, exporting, create, tools, more = [] } = props
  const { dataUpdatedAt: at } = list.answer
  const shown = visibleColumns(columns, choice.prefs)
  const buttons = (
    <>
      {tools}
      {!props.instead && (
        <>
          {exporting && <ListExportMenu list={list} columns={shown} exporting={exporting} />}
          {!props.drawn && <ColumnsButton columns={columns} choice={choice} />}
        </>
      )}
      {more.length > 0 && (
        <Menu
          label="Ещё действия"
          items={more.map(({ text, disabledReason = null, onClick }) => ({
            label: text,
            reason: disabledReason,
            onClick,
          }))}
        />
      )}
      {isAction(create) ? <ActionButton action={create} onOpen={list.open} /> : create}
    </>
  )
  if (props.isPart)
    return (
      <div className={styles.part}>
        {props.heading}
        <div className={styles.actions}>{buttons}</div>
      </div>
    )
  const mark = (
    <>
      {props.about && <About text={props.about} />}
      {at > 0 && !props.instead && <Tag>обновлено {formatTime(new Date(at))}</Tag>}
    </>
  )
  return (
    <PageHead title={props.title} mark={mark}>
      {buttons}
    </PageHead>
  )
}

/** The columns without those of fields that the person does not see. */
function useSeenColumns<Row>({ fields }: EndpointSpec, columns: readonly Column<Row>[]) {
  const rights = useRights()
  return useMemo(
    () => (fields ? columns.filter(({ key }) => rights.sees(fields[key])) : columns),
    [fields, columns, rights],
  )
}

/** Titles the page; a part of another page leaves that to it. */
function Place({ crumbs }: { crumbs: readonly (Crumb | string)[] }) {
  usePagePlace(...crumbs)
  return null
}

/**
 * The screen of a list: heading, tabs, filters, views, columns, export, rows, bulk actions and paging, each of them the
 * same everywhere. What is the list's own comes as data.
 */
export function ListScreen<Row, P extends Page<Row>, Tab extends string>(
  props: ListScreenProps<Row, P, Tab>,
) {
  const { list, title, place = [title], isPart = false, windows } = props
  const columns = useSeenColumns(list.endpoint, props.columns)
  const isWide = !isPart && !props.instead
  return (
    <div {...(!props.instead && { className: styles.screen })} {...(isWide && { 'data-list': '' })}>
      {!isPart && <Place crumbs={place} />}
      {windows?.names.some((name) => list.search[name] !== undefined) &&
        windows.draw(list.search, () => list.go(without(list.search, windows.names), 'replace'))}
      {list.allowed ? <Shown key={list.key} {...props} columns={columns} /> : <Forbidden />}
    </div>
  )
}

function Shown<Row, P extends Page<Row>, Tab extends string>(props: ListScreenProps<Row, P, Tab>) {
  const { list, instead } = props
  const tabs = (props.tabs ?? list.tabs) as ChosenTabs<string> | undefined
  const columns = sortedBy(props.columns, list.sortable)
  useLiveRefresh(list.topics, list.refresh)
  const choice = useColumnPrefs(list.key, columns)
  const views = <SavedViewsMenu listKey={list.key} search={list.search} onApply={list.state.apply} />
  return (
    <>
      <Heading props={props} columns={columns} choice={choice} />
      {tabs && (
        <div {...(!instead && { className: styles.bar })}>
          <TabsRow {...tabs} />
          {!instead && views}
        </div>
      )}
      {props.note}
      {instead ?? <Rows props={props} columns={columns} choice={choice} views={tabs ? undefined : views} />}
    </>
  )
}

/** The filters and the table. */
function Rows<Row, P extends Page<Row>, Tab extends string>({
  props,
  columns,
  choice,
  views,
}: {
  props: ListScreenProps<Row, P, Tab>
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  views: ReactNode
}) {
  const { list, title, empty } = props
  const { state, answer, page } = list
  const every = useFilterChips(list.filters, state, props.choices)
  const chips = every.filter(({ key }) => !props.without?.includes(key))
  const rowKey = props.rowKey ?? idOf
  const selection = useSelection(list, { rowKey, rowLabel: props.rowLabel }, props.bulk)
  const clash = clashIn(list)
  return (
    <>
      {(chips.length > 0 || views) && (
        <ListFilters
          filters={chips}
          onReset={state.active.length > 0 ? state.resetFilters : null}
          end={views}
        />
      )}
      <DataTable
        main={props.isMain ?? !props.isPart}
        label={title}
        columns={columns}
        prefs={choice.prefs}
        onResize={choice.resize}
        rows={page?.content}
        rowKey={rowKey}
        rowLabel={props.rowLabel}
        rowHref={props.rowHref}
        onOpen={list.open}
        total={list.total}
        page={state.page}
        size={state.size}
        onPage={state.setPage}
        onSize={state.setSize}
        {...(list.sortable.length > 0 && { sort: state.sort, onSort: state.setSort })}
        loading={answer.isPlaceholderData || props.isBusy === true}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={list.refresh}
        filters={filterWords(chips)}
        onReset={state.resetFilters}
        emptyTitle={empty.title}
        empty={
          <Empty title={empty.title} text={empty.text}>
            {isAction(props.create) && !props.create.disabledReason && (
              <ActionButton action={props.create} onOpen={list.open} />
            )}
          </Empty>
        }
        drawn={props.drawn}
        clash={clash && <ClashNote clash={clash} list={list} chips={every} />}
        {...(selection && { selection })}
      />
    </>
  )
}

const without = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))

const idOf = (row: unknown): string => String((row as { id: number | string }).id)
