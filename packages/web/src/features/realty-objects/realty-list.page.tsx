import { realtyExport } from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { realtyColumns } from './realty.columns.tsx'
import { realtyList } from './realty-list.ts'

export const Route = createFileRoute('/realty-objects')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: RealtyPage,
})

function RealtyPage() {
  return (
    <ListScreen
      list={useServerList(realtyList)}
      title="Предметы ипотеки"
      columns={realtyColumns}
      rowLabel={({ address, number }) => address ?? number}
      rowHref={({ id, case: of }) => `/realty-object-edit/${of.id}?object=${id}`}
      exporting={realtyExport}
      empty={{
        title: 'Предметов ипотеки нет',
        text: 'Сюда попадает недвижимость из заявок: её добавляют в заявке, в разделе «Объект».',
      }}
    />
  )
}
