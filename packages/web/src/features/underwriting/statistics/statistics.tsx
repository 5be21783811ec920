import { lowered } from '#lib/words.ts'
import {
  getStatistics,
  type StatisticsCut,
  type StatisticsFilter,
  statisticsCuts,
  statisticsExport,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { exportedColumns } from '#ui/table/table-columns.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { ExportMenu } from '#widgets/list/export-menu.tsx'
import type { Search, Step } from '#widgets/list/list-place.ts'
import { schemaOf } from '#widgets/list/server-list.ts'
import { useFilterChips } from '#widgets/list/use-filter-chips.ts'
import { statisticsColumnsOf } from './statistics.columns.tsx'
import { askedStatistics, cutOf, statisticsFilters } from './statistics-filters.ts'
import { Figures, MonthsChart, Reasons, Stages } from './statistics-parts.tsx'
import styles from './statistics.module.css'

const schema = schemaOf({ filters: statisticsFilters })
const cuts = (Object.keys(statisticsCuts) as StatisticsCut[]).map((code) => ({
  code,
  name: statisticsCuts[code],
}))

/** Where the page keeps what is asked. */
export interface StatisticsPlace {
  readonly search: Search
  readonly navigate: (search: Search, step?: Step) => void
}

/** The tab «Статистика»: what was decided, how fast and against what advice; every number opens its list. */
export function Statistics({ search, navigate }: StatisticsPlace) {
  const state = useListState(schema, search, navigate)
  const chips = useFilterChips(statisticsFilters, state)
  const cut = cutOf(search)
  const filter = askedStatistics(state.filters)
  const rights = useRights()
  if (!rights.mayCall(getStatistics)) return <Forbidden />
  return (
    <div className={styles.statistics}>
      <ListFilters filters={chips} onReset={state.active.length > 0 ? state.resetFilters : null} />
      <Numbers filter={filter} cut={cut} onCut={(next) => navigate({ ...search, cut: next }, 'replace')} />
    </div>
  )
}

function Numbers({
  filter,
  cut,
  onCut,
}: {
  filter: StatisticsFilter
  cut: StatisticsCut
  onCut: (cut: StatisticsCut) => void
}) {
  const answer = useQuery(query(getStatistics, { body: { filter, cut } }))
  const columns = useMemo(() => statisticsColumnsOf(cut, filter), [cut, filter])
  const id = useId()
  const mayExport = useRights().mayCall(statisticsExport.now, { cut })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  const statistics = answer.data
  return (
    <>
      <p className="muted">
        Последние решения по заявкам с {formatDate(filter.from)} по {formatDate(filter.to)}; время — от
        поступления в банк до решения, по календарю.
      </p>
      <Figures statistics={statistics} filter={filter} />
      <div className={styles.pair}>
        <MonthsChart statistics={statistics} filter={filter} />
        <Reasons statistics={statistics} filter={filter} />
      </div>
      <Stages filter={filter} />
      <section className={styles.cuts}>
        <div className={styles.cutHead}>
          <label htmlFor={id} className="visually-hidden">
            Разрез
          </label>
          <SingleSelect
            id={id}
            options={cuts}
            value={cut}
            onChange={(code) => onCut(code as StatisticsCut)}
          />
          <ExportMenu
            run={async (format) => {
              await download(statisticsExport.now, {
                params: { cut },
                body: { format, filter, columns: exportedColumns(columns) as never },
              })
              return { kind: 'file' }
            }}
            disabledReason={mayExport ? null : 'Нет права на выгрузку. Обратитесь к администратору'}
          />
        </div>
        <WholeTable
          label={`Решения ${lowered(statisticsCuts[cut])}`}
          columns={columns}
          rows={statistics.rows}
          rowKey={({ key }) => key ?? ''}
          rowLabel={({ name }) => name}
          emptyTitle="Решений за это время нет"
        />
      </section>
    </>
  )
}
