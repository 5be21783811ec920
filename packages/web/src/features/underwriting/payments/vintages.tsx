import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { startPaymentLoad } from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { pastDueLevels } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import {
  getVintages,
  type VintageColumn,
  vintageColumns,
  type Vintages as Found,
  vintagesExport,
} from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { download } from '#api/download.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { ListFilters } from '#ui/table/list-filters.tsx'
import { useListState } from '#ui/table/list-state.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { ExportMenu } from '#widgets/list/export-menu.tsx'
import type { Search, Step } from '#widgets/list/list-place.ts'
import { schemaOf } from '#widgets/list/server-list.ts'
import { useFilterChips } from '#widgets/list/use-filter-chips.ts'
import { Outcomes } from './outcomes.tsx'
import { askedVintages, measures, shownBy, vintageFilters } from './vintage-filters.ts'
import { vintageColumnsOf, type Shown } from './vintages.columns.tsx'
import styles from './vintages.module.css'

const PaymentLoads = latePart(
  async () => (await import('./payment-loads.tsx')).PaymentLoads,
  <PageSkeleton kind="form" />,
)

const schema = schemaOf({ filters: vintageFilters })
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([code, name]) => ({ code, name }))
const levels = optionsOf(pastDueLevels).map(({ code, name }) => ({ code, name: `Просрочка ${name}` }))
const allColumns = Object.keys(vintageColumns) as VintageColumn[]

interface Place {
  readonly search: Search
  readonly navigate: (search: Search, step?: Step) => void
}

/** The tab «Винтажи»: how the loans of each month of issue are repaid as they grow older, by the core bank's file of payments. */
export function VintagesTab({ search, navigate }: Place) {
  const load = search['load'] === undefined ? null : String(search['load'])
  if (!useRights().mayCall(getVintages)) return <Forbidden />
  const { load: _, ...without } = search
  return load === null ? (
    <Table search={search} navigate={navigate} />
  ) : (
    <PaymentLoads
      load={load}
      onLoad={(next) => navigate({ ...search, load: next })}
      onClose={() => navigate(without)}
    />
  )
}

function Table({ search, navigate }: Place) {
  const state = useListState(schema, search, navigate)
  const chips = useFilterChips(vintageFilters, state)
  const filter = askedVintages(state.filters)
  const answer = useQuery(query(getVintages, { body: { filter } }))
  const mayLoad = useRights().mayCall(startPaymentLoad)
  const open = (load: string) => navigate({ ...search, load })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  if (answer.data.lastMonth === null)
    return (
      <Empty
        title="Файл платежей ещё не загружен"
        text="Винтажи и Джини скоринговой карты считаются по файлу платежей АБС: номер заявки, месяц, дни просрочки и остаток долга по каждому кредиту."
      >
        {mayLoad && (
          <Button look="primary" onClick={() => open('new')}>
            Загрузить платежи
          </Button>
        )}
      </Empty>
    )
  return (
    <div className={styles.tab}>
      <ListFilters filters={chips} onReset={state.active.length > 0 ? state.resetFilters : null} />
      <Loaded
        found={answer.data}
        shown={{ filter, ...shownBy(search) }}
        onShow={(changed) => navigate({ ...search, ...changed }, 'replace')}
        onLoads={() => open('new')}
      />
      <Outcomes />
    </div>
  )
}

function Loaded({
  found: { lastMonth, missing, vintages },
  shown,
  onShow,
  onLoads,
}: {
  found: Found
  shown: Shown
  onShow: (changed: Search) => void
  onLoads: () => void
}) {
  const { filter, level, measure } = shown
  const columns = useMemo(
    () => vintageColumnsOf(vintages, { filter, level, measure }),
    [vintages, filter, level, measure],
  )
  const rights = useRights()
  return (
    <>
      <p className="muted">
        Доля кредитов каждого месяца выдачи, по которым на конец месяца столько дней просрочки или больше;
        платежи загружены по {dayText(lastMonth ?? '')}.
        {missing.length > 0 &&
          ` Не загружены: ${missing.map((month) => dayText(month)).join(', ')} — в таблице прочерк.`}
      </p>
      <div className={styles.head}>
        <div className={styles.choice}>
          <SingleSelect
            aria-label="Просрочка"
            options={levels}
            value={level}
            onChange={(code) => onShow({ pastDueFrom: code })}
          />
        </div>
        <div className={styles.choice}>
          <SingleSelect
            aria-label="Доля"
            options={optionsOf(measures)}
            value={measure}
            onChange={(code) => onShow({ by: code })}
          />
        </div>
        <div className={styles.tools}>
          <ExportMenu
            run={async (format) => {
              await download(vintagesExport.now, { body: { format, filter, columns: allColumns } })
              return { kind: 'file' }
            }}
            disabledReason={
              rights.mayCall(vintagesExport.now) ? null : 'Нет права на выгрузку. Обратитесь к администратору'
            }
          />
          <Button onClick={onLoads}>
            {rights.mayCall(startPaymentLoad) ? 'Загрузить платежи' : 'Файлы платежей'}
          </Button>
        </div>
      </div>
      <WholeTable
        label="Винтажи: месяц выдачи и месяцев с выдачи"
        columns={columns}
        rows={vintages}
        rowKey={({ month }) => month}
        rowLabel={({ name }) => name}
        emptyTitle="Кредитов с такими условиями нет"
      />
    </>
  )
}
