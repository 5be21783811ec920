import { realtyExport } from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import { countRealtyObjects, realtyTabs } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { realtyColumns } from './realty.columns.tsx'
import { realtyList } from './realty-list.ts'

export const Route = createFileRoute('/realty-objects')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: RealtyPage,
})

function RealtyPage() {
  const list = useServerList(realtyList)
  const { data: counts } = useQuery({
    ...query(countRealtyObjects, { body: list.request({ tab: 'all' }).body ?? {} }),
    enabled: list.allowed,
  })
  return (
    <ListScreen
      list={list}
      title="Предметы ипотеки"
      columns={realtyColumns}
      rowLabel={({ address, number }) => address ?? number}
      rowHref={({ id, case: of }) => `/realty-object-edit/${of.id}?object=${id}`}
      tabs={{ label: 'Какие предметы ипотеки', words: realtyTabs, counts }}
      exporting={realtyExport}
      empty={{
        title: 'Предметов ипотеки нет',
        text: 'Сюда попадает недвижимость из заявок: её добавляют в заявке, в разделе «Объект».',
      }}
    />
  )
}
