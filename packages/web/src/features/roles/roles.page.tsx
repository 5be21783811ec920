import { onDemand } from '#ui/overlay/on-demand.tsx'
import type { ExportFormat } from '@ipoteka-office/contract/exports/list-export.ts'
import { roleRequests } from '@ipoteka-office/contract/roles/role-requests.ts'
import { exportRoles, listRoles, type Role } from '@ipoteka-office/contract/roles/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { download } from '#api/download.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { CatalogueLayout } from '#ui/catalogue/catalogue.tsx'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Exported, ExportMenu } from '#widgets/list/export-menu.tsx'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { RoleCatalogue } from './catalogue.tsx'
import { CompareMode } from './compare-mode.tsx'
import type { MatrixRow } from './matrix.ts'
import { MenuMode } from './menu-mode.tsx'
import { PersonMode } from './person-mode.tsx'
import { LoadedRole, type RoleSettings } from './role-pane.tsx'
import { noUpdateText } from './role-words.ts'
import { reloadRoles, useRoles } from './roles-data.ts'
import { parseRoles, type RoleMode, type RolesState, roleModes, rolesSearch } from './roles-state.ts'
import { WhoMode } from './who-mode.tsx'
import { WhyMode } from './why-mode.tsx'

// Who looks at roles seldom looks at groups of people.
const GroupRolesMode = latePart(
  async () => (await import('./group-roles-mode.tsx')).GroupRolesMode,
  <PageSkeleton kind="form" />,
)
const NewRoleDialog = onDemand(async () => (await import('./role-dialogs.tsx')).NewRoleDialog)

export const Route = createFileRoute('/roles')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: RolesPage,
})

function RolesPage() {
  usePagePlace('Справочники', 'Роли')
  return useRights().mayCall(listRoles) ? <Roles /> : <Forbidden />
}

interface ModeProps {
  readonly roles: readonly Role[]
  readonly rows: readonly MatrixRow[]
  readonly settings: RoleSettings
  readonly search: Record<string, unknown>
  readonly state: RolesState
  readonly onChange: (change: Partial<RolesState>) => void
}

function RolesMode({ roles, rows, settings, search, state, onChange }: ModeProps) {
  const chosen = roles.find(({ id }) => id === state.role)
  return (
    <CatalogueLayout>
      <RoleCatalogue roles={roles} search={search} state={state} onChange={onChange} />
      {state.role > 0 ? (
        <LoadedRole
          key={state.role}
          id={state.role}
          rows={rows}
          settings={settings}
          onOpenRole={(role) => onChange({ role, find: '', state: 'all' })}
        />
      ) : (
        <div className="card">
          <Empty
            title={chosen ? chosen.name : 'Выберите роль'}
            text="Её операции можно менять, сравнивать с другой ролью, смотреть, кого затронет изменение."
          />
        </div>
      )}
    </CatalogueLayout>
  )
}

function RequestsMode({ settings: { fourEyes }, state, onChange }: ModeProps) {
  const client = useQueryClient()
  return (
    <RequestsList
      calls={roleRequests}
      emptyText={
        fourEyes
          ? 'Заявка появляется, когда кто-то меняет роль.'
          : 'Сейчас роли меняются сразу: подтверждение вторым человеком выключено переключателем roles.fourEyes.'
      }
      state={state}
      onChange={onChange}
      onDecided={() => reloadRoles(client)}
    />
  )
}

const modes: Record<RoleMode, (props: ModeProps) => ReactNode> = {
  roles: (props) => <RolesMode {...props} />,
  person: (props) => <PersonMode {...props} />,
  who: (props) => <WhoMode {...props} />,
  why: (props) => <WhyMode {...props} />,
  compare: (props) => <CompareMode {...props} />,
  menu: (props) => <MenuMode {...props} />,
  requests: (props) => <RequestsMode {...props} />,
  groups: () => <GroupRolesMode />,
}

async function exportAll(format: ExportFormat): Promise<Exported> {
  await download(exportRoles, { query: { format, withDisabled: 'true' } })
  return { kind: 'file' }
}

function Roles() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const state = parseRoles(search)
  const change = useCallback(
    (next: Partial<RolesState>) => void go({ search: (now) => rolesSearch(now, next) }),
    [go],
  )
  const [isCreating, setCreating] = useState(false)
  const rights = useRights()
  const { roles, settings, matrix } = useRoles()
  const failed = [roles, settings, matrix].find(({ isError }) => isError)
  if (failed) return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!roles.data || !settings.data || !matrix.data) return <PageSkeleton kind="list" />
  const { fourEyes, canUpdate, waitingForMe } = settings.data
  return (
    <>
      <PageHead title="Роли" mark={fourEyes && <Tag tone="blue">Изменения подтверждает второй человек</Tag>}>
        <ExportMenu
          run={exportAll}
          disabledReason={
            rights.mayCall(exportRoles) ? null : 'Нет права на выгрузку ролей. Обратитесь к администратору'
          }
        />
        <Button
          look="primary"
          disabledReason={canUpdate ? null : noUpdateText}
          onClick={() => setCreating(true)}
        >
          Новая роль
        </Button>
      </PageHead>
      <TabsWithCounts
        label="Взгляд на права"
        tabs={(Object.keys(roleModes) as RoleMode[]).map((key) => ({
          key,
          label: roleModes[key],
          ...(key === 'requests' && waitingForMe > 0 && { count: waitingForMe }),
        }))}
        value={state.mode}
        onChange={(mode) => change({ mode })}
      />
      {modes[state.mode]({
        roles: roles.data,
        rows: matrix.data,
        settings: settings.data,
        search,
        state,
        onChange: change,
      })}
      {isCreating && (
        <NewRoleDialog
          source={null}
          onMade={(role) => change({ role, mode: 'roles', find: '', state: 'all' })}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}
