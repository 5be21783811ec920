import { lowered } from '#lib/words.ts'
import { blacklistExport } from '@ipoteka-office/contract/blacklists/blacklist-exports.ts'
import { type BlacklistKind, blacklistKinds } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { checkBlacklist } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import { BlacklistKindParam, createBlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { useRefusal } from '#widgets/list/list-actions.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { blacklistColumns, peopleColumns } from './blacklist.columns.tsx'
import { blacklistList } from './blacklist-list.ts'
import { readsReasons } from './entry-words.ts'

const ActsDialog = onDemand(async () => (await import('./acts-dialog.tsx')).ActsDialog)

export const Route = createFileRoute('/blacklist/$kind/viewAll')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: BlacklistPage,
})

function BlacklistPage() {
  const kind = BlacklistKindParam.safeParse(Route.useParams().kind).data
  // A key, so that selection and views of one list never meet another's.
  return kind ? <Blacklist key={kind} kind={kind} /> : <NotFound />
}

function Blacklist({ kind }: { kind: BlacklistKind }) {
  const list = useServerList(useMemo(() => blacklistList(kind), [kind]))
  const rights = useRights()
  const checkRefusal = useRefusal({
    call: checkBlacklist,
    params: { kind },
    to: 'проверку по чёрному списку без заявки',
  })
  const go = useNavigate()
  const [isActs, setIsActs] = useState(false)
  const title = `Чёрный список: ${lowered(blacklistKinds[kind])}`
  return (
    <ListScreen
      list={list}
      title={title}
      place={['Чёрные списки', blacklistKinds[kind]]}
      columns={kind === 'individuals' ? peopleColumns : blacklistColumns}
      rowLabel={(row) => row.title}
      rowHref={({ id }) => `/blacklist/${kind}/view/${id}`}
      without={readsReasons(rights, kind) ? [] : ['sources']}
      exporting={blacklistExport}
      tools={
        <>
          <Button onClick={() => setIsActs(true)}>Акты об уничтожении</Button>
          <Button
            onClick={() =>
              void go({ to: '/blacklist-load/$target/$id', params: { target: kind, id: 'new' } })
            }
          >
            Загрузка из файла
          </Button>
          <Button
            disabledReason={checkRefusal}
            onClick={() => void go({ to: '/blacklist/$kind/check', params: { kind } })}
          >
            Проверить без заявки
          </Button>
          {isActs && <ActsDialog kind={kind} onClose={() => setIsActs(false)} />}
        </>
      }
      create={
        rights.mayCall(createBlacklistEntry, { kind }) && {
          text: 'Добавить',
          onClick: () => void go({ to: '/blacklist/$kind/edit/$id', params: { kind, id: 'new' } }),
        }
      }
      empty={{
        title: 'Записей нет',
        text: 'Запись готовит один сотрудник и подтверждает другой: только тогда она действует.',
      }}
    />
  )
}
