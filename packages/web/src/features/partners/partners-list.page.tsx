import { onDemand } from '#ui/overlay/on-demand.tsx'
import { partnersExport } from '@ipoteka-office/contract/partners/partner-exports.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList, useTabCounts } from '#widgets/list/use-server-list.ts'
import { usePartnerAccess } from './partner-access.ts'
import { partnersColumns } from './partners.columns.tsx'
import { partnersList } from './partners-list.ts'

const CreatePartnerDialog = onDemand(
  async () => (await import('./create-partner-dialog.tsx')).CreatePartnerDialog,
)

export const Route = createFileRoute('/partners')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: PartnersPage,
})

const tabs = { active: 'Действующие', inactive: 'Отключённые', all: 'Все' } as const

function PartnersPage() {
  const list = useServerList(partnersList)
  const counts = useTabCounts(list, tabs)
  const access = usePartnerAccess()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <ListScreen
        list={list}
        title="Партнёры"
        columns={partnersColumns}
        rowLabel={({ shortName }) => shortName}
        rowHref={({ id }) => `/partner/${id}`}
        tabs={{ label: 'Состояние партнёров', words: tabs, counts }}
        exporting={partnersExport}
        create={{
          text: 'Создать партнёра',
          disabledReason: access.create,
          onClick: () => setCreating(true),
        }}
        empty={{
          title: 'Партнёров нет',
          text: 'Здесь организации, через которые приходят заявки: агенты, застройщики, оценщики.',
        }}
      />
      {creating && <CreatePartnerDialog onClose={() => setCreating(false)} />}
    </>
  )
}
