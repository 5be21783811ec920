import { decisionPath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  countLimitCases,
  type LimitCase,
  limitCasesExport,
  searchLimitCases,
} from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { pointsText } from '@ipoteka-office/contract/rate-limits/points.ts'
import { quarterAfter, quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatCount } from '#lib/digits.ts'
import { formatRoubles } from '#lib/format.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { limitCaseColumnsShown as columns } from './cases.columns.tsx'
import { forecastList, nearList } from './cases-list.ts'
import { percentOf } from './rate-words.ts'
import styles from './rate-limits.module.css'
import { type LimitFrame, useFrame } from './use-frame.ts'

const shared = {
  isPart: true,
  isMain: true,
  columns,
  rowLabel: ({ number, clientName }: LimitCase) => `${number}, ${clientName}`,
  rowHref: ({ type, id }: LimitCase) => decisionPath(type, id),
  exporting: limitCasesExport,
} as const

/** The tab «Заявки у предела»: approved deals with little left to the limit, or none. */
export function Near() {
  const list = useServerList(nearList)
  const frame = useFrame()
  if (!useRights().mayCall(searchLimitCases)) return <Forbidden />
  return (
    <ListScreen
      {...shared}
      list={list}
      title="Заявки у предела"
      note={
        frame && (
          <p className="muted">
            Одобренные заявки, по которым деньги ещё не выданы. У предела — запас не больше{' '}
            {pointsText(frame.near)}; подписанные сравниваются с пределом дня подписания.
          </p>
        )
      }
      empty={{ title: 'Таких заявок нет', text: 'Здесь одобренные заявки, ПСК которых близка к предельной.' }}
    />
  )
}

/** The tab «Прогноз»: the limits of the next quarter tried on what is approved and not signed. */
export function Forecast() {
  const frame = useFrame()
  if (!useRights().mayCall(searchLimitCases)) return <Forbidden />
  return frame === undefined ? null : <Tried frame={frame} />
}

interface CategoryLine {
  readonly name: string
  readonly limit: string | null
  readonly all: { readonly cases: number; readonly amount: string }
  readonly above: { readonly cases: number; readonly amount: string }
}

const byCategory: Column<CategoryLine>[] = [
  { key: 'name', title: 'Категория', width: 420, render: ({ name }) => name },
  { key: 'limit', title: 'Предел', width: 110, align: 'right', render: ({ limit }) => percentOf(limit) },
  { key: 'all', title: 'Заявок', width: 90, align: 'right', render: ({ all }) => formatCount(all.cases) },
  {
    key: 'above',
    title: 'Не пройдут',
    width: 110,
    align: 'right',
    render: ({ above }) => formatCount(above.cases),
  },
  {
    key: 'amount',
    title: 'На сумму',
    width: 160,
    align: 'right',
    render: ({ above }) => formatRoubles(above.amount),
  },
]

function Tried({ frame }: { frame: LimitFrame }) {
  const list = useServerList(forecastList(frame.next))
  const { body: { zone: _, ...filter } = {} } = list.request()
  const counted = useQuery(query(countLimitCases, { body: filter })).data
  const quarters = [frame.next, ...frame.quarters.filter((one) => one !== frame.next)]
    .filter((one) => one >= quarterAfter(frame.quarter, -4))
    .map((code) => ({ code, name: quarterText(code) }))
  const quarter = typeof filter['quarter'] === 'string' ? filter['quarter'] : frame.next
  return (
    <div className={styles.stack}>
      {counted && (
        <section className={styles.stack} aria-label="Прогноз по категориям">
          <p>
            {quarterText(quarter)}: не пройдут {formatCount(counted.zones.above.cases)} из{' '}
            {formatCount(counted.zones.all.cases)} одобренных и не подписанных заявок, на{' '}
            {formatRoubles(counted.zones.above.amount)}.
            {counted.zones.none.cases > 0 &&
              ` Без предела ${formatCount(counted.zones.none.cases)}: внесите пределы квартала или выберите нынешний и сдвиг.`}
          </p>
          <WholeTable
            label="Прогноз по категориям"
            columns={byCategory}
            rows={counted.categories}
            rowKey={({ name }) => name}
            emptyTitle="Заявок нет"
          />
        </section>
      )}
      <ListScreen
        {...shared}
        list={list}
        title="Прогноз"
        choices={{ quarter: quarters }}
        empty={{ title: 'Таких заявок нет', text: 'Здесь одобренные заявки, которые ещё не подписаны.' }}
      />
    </div>
  )
}
