import {
  accessActions,
  accessLogExport,
  searchAccessLog,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { listAccessArchives } from '@ipoteka-office/contract/access-log/archives.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { range, search, words } from '#widgets/list/filters.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { serverList } from '#widgets/list/server-list.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { accessLogColumns } from './access-log.columns.tsx'

const ArchivesDialog = onDemand(async () => (await import('./archives-dialog.tsx')).ArchivesDialog)

export const Route = createFileRoute('/access-log')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: AccessLogPage,
})

const about =
  'Кто видел персональные данные клиентов без маски, открывал документы и выгружал списки. Выгрузка этого журнала записывается в него же.'

const accessLog = serverList(searchAccessLog, {
  key: 'access-log',
  filters: [
    search('text', 'Найти по сотруднику или номеру дела', {
      placeholder: 'Сотрудник, номер дела',
      as: 'search',
    }),
    words('actions', 'Действие', accessActions),
    range('Период', 'day', ['from', 'to']),
  ],
  ask: ({ filter, paging }) => ({ query: paging, body: filter }),
})

function AccessLogPage() {
  const [isArchive, setIsArchive] = useState(false)
  const mayTake = useRights().mayCall(listAccessArchives)
  return (
    <ListScreen
      list={useServerList(accessLog)}
      title="Журнал доступа"
      about={about}
      columns={accessLogColumns}
      exporting={accessLogExport}
      tools={
        mayTake && (
          <>
            <Button onClick={() => setIsArchive(true)}>Архив</Button>
            {isArchive && <ArchivesDialog onClose={() => setIsArchive(false)} />}
          </>
        )
      }
      empty={{ title: 'Записей нет', text: about }}
    />
  )
}
