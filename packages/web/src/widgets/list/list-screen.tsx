import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { ReactNode } from 'react'
import { formatTime } from '#lib/dates.ts'
import { type Crumb, usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { PageHead } from '#ui/page-head.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterWords, ListFilters } from '#ui/table/list-filters.tsx'
import { type Column, visibleColumns } from '#ui/table/table-columns.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { errorInfoOf, Forbidden } from '../failure-block.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { ListExportMenu, type ListExports } from './export-menu.tsx'
import { type ColumnChoice, ColumnsButton, useColumnPrefs } from './list-columns.tsx'
import styles from './list-screen.module.css'
import { SavedViewsMenu } from './saved-views-menu.tsx'
import { type Chosen, useSelection } from './selection.tsx'
import { useFilterChips } from './use-filter-chips.ts'
import type { ServerList } from './use-server-list.ts'

/** A button of the list: what it says, and why it cannot be pressed. */
export interface ListAction {
  readonly text: string
  readonly disabledReason?: string | null
  readonly onClick: () => void
}

interface ListTabs<Tab extends string> {
  readonly label: string
  readonly words: Readonly<Record<Tab, string>>
  readonly counts?: Partial<Readonly<Record<Tab, number | undefined>>> | undefined
}
/** Tabs that stand in the path and not in the list's own state. */
interface PathTabs {
  readonly label: string
  readonly words: Readonly<Record<string, string>>
  readonly counts?: Partial<Readonly<Record<string, number | undefined>>> | undefined
  readonly value: string
  readonly onChange: (tab: never) => void
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
  readonly tabs?: ListTabs<Tab> | PathTabs
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
  readonly more?: readonly ListAction[]
  /** Stands between the tabs and the filters, e.g. why nothing can be taken. */
  readonly note?: ReactNode
  /** What the list is for, where it is empty and nothing restricts it. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Actions over the chosen rows. */
  readonly bulk?: (chosen: Chosen<Row>) => ReactNode
  /** Busy with something else than reading, e.g. with putting rows in order. */
  readonly isBusy?: boolean
}

const isAction = (create: unknown): create is ListAction =>
  typeof create === 'object' && create !== null && 'onClick' in create

const CreateButton = ({ text, disabledReason, onClick }: ListAction) => (
  <Button look="primary" disabledReason={disabledReason} onClick={onClick}>
    {text}
  </Button>
)

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
  choice,
}: {
  props: ListScreenProps<Row, P, Tab>
  choice: ColumnChoice
}) {
  const { list, columns, exporting, create, tools, more = [] } = props
  const { dataUpdatedAt: at } = list.answer
  const shown = visibleColumns(columns, choice.prefs)
  const buttons = (
    <>
      {tools}
      {exporting && <ListExportMenu list={list} columns={shown} exporting={exporting} />}
      <ColumnsButton columns={columns} choice={choice} />
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
      {isAction(create) ? <CreateButton {...create} /> : create}
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
      {at > 0 && <Tag>обновлено {formatTime(new Date(at))}</Tag>}
    </>
  )
  return (
    <PageHead title={props.title} mark={mark}>
      {buttons}
    </PageHead>
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
  const { list, title, place = [title], isPart = false } = props
  return (
    <div className={styles.screen} {...(!isPart && { 'data-list': '' })}>
      {!isPart && <Place crumbs={place} />}
      {list.allowed ? <Shown {...props} /> : <Forbidden />}
    </div>
  )
}

function Shown<Row, P extends Page<Row>, Tab extends string>(props: ListScreenProps<Row, P, Tab>) {
  const { list, title, columns, tabs, empty, isPart = false } = props
  const { state, answer, page } = list
  useLiveRefresh(list.topics, list.refresh)
  const choice = useColumnPrefs(list.key, columns)
  const chips = useFilterChips(list.filters, state, props.choices).filter(
    ({ key }) => !props.without?.includes(key),
  )
  const rowKey = props.rowKey ?? idOf
  const selection = useSelection(list, { rowKey, rowLabel: props.rowLabel }, props.bulk)
  const views = <SavedViewsMenu listKey={list.key} search={list.search} onApply={state.apply} />
  const isRestricted = state.active.length > 0
  return (
    <>
      <Heading props={props} choice={choice} />
      {tabs && (
        <div className={styles.bar}>
          <TabsWithCounts
            label={tabs.label}
            tabs={Object.entries<string>(tabs.words).map(([key, label]) => ({
              key,
              label,
              count: (tabs as PathTabs).counts?.[key],
            }))}
            value={'value' in tabs ? tabs.value : state.tab}
            onChange={('onChange' in tabs ? tabs.onChange : state.setTab) as (tab: string) => void}
          />
          {views}
        </div>
      )}
      {props.note}
      {(chips.length > 0 || !tabs) && (
        <ListFilters
          filters={chips}
          onReset={isRestricted ? state.resetFilters : null}
          end={tabs ? undefined : views}
        />
      )}
      <DataTable
        main={props.isMain ?? !isPart}
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
        {...(list.isSorted && { sort: state.sort, onSort: state.setSort })}
        loading={answer.isPlaceholderData || props.isBusy === true}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={list.refresh}
        filters={filterWords(chips)}
        onReset={state.resetFilters}
        emptyTitle={empty.title}
        empty={
          <Empty title={empty.title} text={empty.text}>
            {isAction(props.create) && <CreateButton {...props.create} />}
          </Empty>
        }
        {...(selection && { selection })}
      />
    </>
  )
}

const idOf = (row: unknown): string => String((row as { id: number | string }).id)
