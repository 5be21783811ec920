import { listCalculations } from '@ipoteka-office/contract/calculator/calculations.ts'
import { flag, search } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { calculationColumns } from './calculation.columns.tsx'

const calculations = serverList(listCalculations, {
  key: 'calculations',
  filters: [
    search('text', 'Найти по названию или примечанию', { placeholder: 'Название, примечание', as: 'query' }),
    flag('mine', 'Только мои', { label: 'Автор', value: 'вы', on: 'true' }),
    flag('deleted', 'Удалённые', { label: 'Состояние', value: 'удалённые', on: 'true' }),
  ],
  ask: ({ filter, paging }) => ({ query: { ...paging, ...filter } }),
})

/** «Сохранённые»: results kept by the person and by colleagues of the partner. */
export const SavedCalculations = () => (
  <ListScreen
    list={useServerList(calculations, { keeping: 'screen' })}
    title="Сохранённые расчёты"
    isPart
    isMain
    columns={calculationColumns}
    rowLabel={({ title }) => title}
    rowHref={({ id }) => `/calculator/${id}`}
    empty={{
      title: 'Сохранённых расчётов нет',
      text: 'Посчитайте график или возможности заёмщика и нажмите «Сохранить»: расчёт увидят и коллеги.',
    }}
  />
)
