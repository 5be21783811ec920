import { getQrOptions } from '@ipoteka-office/contract/qr/qr.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryOnce } from '#api/query.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { qrColumns } from './qr.columns.tsx'
import { qrList } from './qr-list.ts'

export const Route = createFileRoute('/qr')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: QrListPage,
})

function QrListPage() {
  const list = useServerList(qrList)
  const { data: options } = useQuery({ ...queryOnce(getQrOptions), enabled: list.allowed })
  return (
    <ListScreen
      list={list}
      title="QR-коды"
      place={['Генерация QR-кода']}
      columns={qrColumns}
      rowHref={({ id }) => `/qr/${id}`}
      choices={{ product: options?.products ?? [] }}
      without={options?.anyPartner ? [] : ['partner']}
      create={{ text: 'Новый QR-код', href: '/qr/new' }}
      empty={{
        title: 'QR-кодов нет',
        text: 'По QR-коду клиент открывает страницу банка и оставляет заявку; здесь видно, сколько раз его открыли.',
      }}
    />
  )
}
