import {
  countLimitCells,
  type LimitCell,
  limitCellColumns,
  searchLimitCells,
} from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import { pointsText } from '@ipoteka-office/contract/rate-limits/points.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { verdictStates } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { figure, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { limitCellsList } from './products-list.ts'
import { marginOf, percentOf, verdictTones } from './rate-words.ts'
import { useFrame } from './use-frame.ts'

const columns = columnsOf<LimitCell, keyof typeof limitCellColumns>(limitCellColumns, {
  name: text(220, ({ name }) => name, { link: true, always: true }),
  code: text(120, ({ code }) => code, { optional: true }),
  place: text(220, ({ place }) => place || 'Одна ставка', { grows: true, hint: ({ place }) => place }),
  amount: figure(120, ({ amount }) => formatRoubles(amount)),
  months: figure(90, ({ months }) => months ?? emptyValue),
  rate: figure(96, ({ rate }) => percentOf(rate)),
  cost: figure(96, ({ cost }) => percentOf(cost)),
  category: text(200, ({ category }) => category, { hint: ({ category }) => category ?? '' }),
  limit: figure(96, ({ limit }) => percentOf(limit)),
  margin: {
    width: 190,
    render: ({ margin, state }) => (
      <Tag tone={verdictTones[state]}>{margin === null ? verdictStates[state] : marginOf(margin)}</Tag>
    ),
  },
})

const hrefOf = ({ productId, lending }: LimitCell) =>
  `${lending === 'MORTGAGE' ? '/product' : '/loan-products'}/${productId}?tab=rates`

/** The tab «Продукты у предела»: cells of what is sold with little left to the limit, or above it. */
export function ProductsNear() {
  const list = useServerList(limitCellsList)
  const frame = useFrame()
  const rights = useRights()
  const { body: { zone: _, ...filter } = {} } = list.request()
  const counted = useQuery({
    ...query(countLimitCells, { body: filter }),
    enabled: rights.mayCall(countLimitCells),
  }).data
  if (!rights.mayCall(searchLimitCells)) return <Forbidden />
  const above = counted?.zones.above.products ?? 0
  return (
    <ListScreen
      isPart
      isMain
      list={list}
      title="Продукты у предела"
      columns={columns}
      rowLabel={({ name, place }) => `${name}, ${place}`}
      rowHref={hrefOf}
      note={
        frame && (
          <p className="muted">
            Пределы: {quarterText(frame.quarter)} Ячейку проверяют по самой дорогой её заявке — наименьшей
            сумме и сроку — с обязательными платежами; страховой премии выпуск не называет. Запас не больше{' '}
            {pointsText(frame.near)} — у предела.
            {above > 0 && ` Выше предела ${countOf(above, 'продукт', 'продукта', 'продуктов')}.`}
          </p>
        )
      }
      empty={{ title: 'Таких ячеек нет', text: 'Здесь ячейки тарифов, ПСК которых близка к предельной.' }}
    />
  )
}
