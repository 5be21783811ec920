import { onDemand } from '#ui/overlay/on-demand.tsx'
import { partnersExport } from '@ipoteka-office/contract/partners/partner-exports.ts'
import { createPartner } from '@ipoteka-office/contract/partners/partners.ts'
import { createFileRoute } from '@tanstack/react-router'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { partnersColumns } from './partners.columns.tsx'
import { partnersList } from './partners-list.ts'

const CreatePartnerDialog = onDemand(
  async () => (await import('./create-partner-dialog.tsx')).CreatePartnerDialog,
)

export const Route = createFileRoute('/partners')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PartnersPage,
})

function PartnersPage() {
  return (
    <ListScreen
      list={useServerList(partnersList)}
      title="Партнёры"
      columns={partnersColumns}
      rowLabel={({ shortName }) => shortName}
      rowHref={({ id }) => `/partner/${id}`}
      exporting={partnersExport}
      create={{
        text: 'Создать партнёра',
        needs: { call: createPartner, to: 'создание партнёров' },
        dialog: (onClose) => <CreatePartnerDialog onClose={onClose} />,
      }}
      empty={{
        title: 'Партнёров нет',
        text: 'Здесь организации, через которые приходят заявки: агенты, застройщики, оценщики.',
      }}
    />
  )
}
