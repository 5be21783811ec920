import { onDemand } from '#ui/overlay/on-demand.tsx'
import { roleRequests } from '@ipoteka-office/contract/roles/role-requests.ts'
import {
  getRole,
  listRoleHistory,
  previewRoleChange,
  type RoleCard,
} from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { RecordComparison, RecordNotices } from '#widgets/record/record-form.tsx'
import { changeCount, changeText, type Held, type MatrixRow } from './matrix.ts'
import { MatrixTable } from './matrix-table.tsx'
import { PeopleDialog, type RoleChange } from './people.tsx'
import { readableHistory } from './role-history.ts'
import { reloadRoles } from './roles-data.ts'
import { noUpdateText, operationsText, operationText, peopleText, waitingText } from './role-words.ts'
import styles from './roles.module.css'
import ownStyles from './role-pane.module.css'
import { useRoleForm } from './use-role-form.ts'
import { sayRoleFailure, useRoleCalls } from './use-role-save.ts'

const DisableDialog = onDemand(async () => (await import('./role-dialogs.tsx')).DisableDialog)
const NewRoleDialog = onDemand(async () => (await import('./role-dialogs.tsx')).NewRoleDialog)
const RenameDialog = onDemand(async () => (await import('./role-dialogs.tsx')).RenameDialog)

/** How changes of roles are made here and by this person. */
export interface RoleSettings {
  readonly fourEyes: boolean
  readonly canUpdate: boolean
}
type Opened = 'people' | 'affected' | 'history' | 'rename' | 'copy' | 'disable' | null

interface PaneProps {
  readonly role: RoleCard
  readonly rows: readonly MatrixRow[]
  readonly settings: RoleSettings
  readonly onOpenRole: (id: number) => void
}

/** Why the role cannot be changed now; null when it can. */
function refusalOf({ role, settings }: Pick<PaneProps, 'role' | 'settings'>): string | null {
  if (!settings.canUpdate) return noUpdateText
  return role.pendingRequestId === null ? null : waitingText
}

/** Warnings about duties that one person should not have, and how many people the change touches. */
function Consequences({ role, held, onPeople }: { role: RoleCard; held: Held; onPeople: () => void }) {
  const operations = useSettled(held, 400)
  const { data } = useQuery(
    query(previewRoleChange, {
      params: { id: String(role.id) },
      query: { page: 0, size: 10 },
      body: { isDisabled: role.isDisabled, operations },
    }),
  )
  if (!data) return null
  return (
    <>
      <Button look="link" onClick={onPeople}>
        Затронет: {peopleText(data.people.totalElements)}
      </Button>
      {data.warnings.length > 0 && (
        <div className={styles.warnings} role="status">
          <b>Несовместимые обязанности</b>
          <ul>
            {data.warnings.map(({ first, second, reason }) => (
              <li key={`${first.objectType}.${first.code} ${second.objectType}.${second.code}`}>
                {operationText(first)} и {operationText(second)}. {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function PaneHead({
  role,
  refusal,
  dirty,
  onOpen,
}: {
  role: RoleCard
  refusal: string | null
  dirty: boolean
  onOpen: (what: Opened) => void
}) {
  const calls = useRoleCalls()
  const unsaved = dirty ? 'Сначала сохраните или отмените изменения операций' : null
  const reason = refusal ?? unsaved
  return (
    <header className={ownStyles.head}>
      <div>
        <h2>{role.name}</h2>
        <span className={styles.tags}>
          <Tag>{role.code}</Tag>
          {role.isDisabled && <Tag tone="red">Отключена</Tag>}
          {role.pendingRequestId !== null && <Tag tone="amber">Ожидает подтверждения</Tag>}
          <span className="muted">
            {operationsText(role.operationsCount)}
            {role.workgroupsCount > 0 && ` · рабочих групп: ${role.workgroupsCount}`}
          </span>
        </span>
        {role.description && <p className={ownStyles.about}>{role.description}</p>}
        <PartnerMark role={role} reason={reason} />
      </div>
      <div className={ownStyles.actions}>
        <Button onClick={() => onOpen('people')}>Сотрудники · {role.peopleCount}</Button>
        <Button onClick={() => onOpen('history')}>История</Button>
        <Button disabledReason={reason} onClick={() => onOpen('rename')}>
          Переименовать
        </Button>
        <Button disabledReason={refusal === waitingText ? null : reason} onClick={() => onOpen('copy')}>
          Копировать
        </Button>
        {role.isDisabled ? (
          <Button
            disabledReason={reason}
            loading={calls.busy}
            onClick={() => void calls.update(role, { isDisabled: false }).catch(sayRoleFailure)}
          >
            Включить
          </Button>
        ) : (
          <Button disabledReason={reason} onClick={() => onOpen('disable')}>
            Отключить
          </Button>
        )}
      </div>
    </header>
  )
}

/** Whether administrators of partners may give the role, who has said so, and the switch for it. */
function PartnerMark({ role, reason }: { role: RoleCard; reason: string | null }) {
  const calls = useRoleCalls()
  const { partnerMayGive, partnerMayGiveSet } = role
  const change = () => void calls.update(role, { partnerMayGive: !partnerMayGive }).catch(sayRoleFailure)
  return (
    <p className={ownStyles.mark}>
      <span>
        {partnerMayGive
          ? 'Может выдавать партнёр: его администратор даёт роль своим сотрудникам.'
          : 'Партнёр не выдаёт: роль назначают только сотрудники банка.'}
        {partnerMayGiveSet && (
          <span className="muted">
            {' '}
            {partnerMayGiveSet.by}, {formatDateTime(partnerMayGiveSet.at)}
          </span>
        )}
      </span>
      <Button look="link" loading={calls.busy} disabledReason={reason} onClick={change}>
        {partnerMayGive ? 'Запретить партнёрам' : 'Разрешить партнёрам'}
      </Button>
    </p>
  )
}

function PaneDialogs({
  opened,
  role,
  change,
  onOpenRole,
  onClose,
}: {
  opened: Opened
  role: RoleCard
  change: RoleChange
  onOpenRole: (id: number) => void
  onClose: () => void
}) {
  if (opened === 'people') return <PeopleDialog role={role} onClose={onClose} />
  if (opened === 'affected') return <PeopleDialog role={role} change={change} onClose={onClose} />
  if (opened === 'rename') return <RenameDialog role={role} onClose={onClose} />
  if (opened === 'copy') return <NewRoleDialog source={role} onMade={onOpenRole} onClose={onClose} />
  if (opened === 'disable') return <DisableDialog role={role} onClose={onClose} />
  if (opened !== 'history') return null
  const params = { id: String(role.id) }
  return (
    <HistoryDialog
      title={`История роли «${role.name}»`}
      pages={(page) => ({ ...query(listRoleHistory, { params, query: page }), select: readableHistory })}
      onClose={onClose}
    />
  )
}

function Pending({ id }: { id: number }) {
  const { data } = useQuery(query(roleRequests.get, { params: { id: String(id) } }))
  const client = useQueryClient()
  return data ? (
    <RequestCard request={data} calls={roleRequests} onDecided={() => reloadRoles(client)} />
  ) : null
}

function RolePane({ role, rows, settings, onOpenRole }: PaneProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const refusal = refusalOf({ role, settings })
  const { kit, held, set } = useRoleForm(role, refusal, rows)
  const { isDirty } = kit
  return (
    <section aria-label={`Роль «${role.name}»`} className={styles.pane}>
      <PaneHead role={role} refusal={refusal} dirty={isDirty} onOpen={setOpened} />
      {role.pendingRequestId !== null && <Pending id={role.pendingRequestId} />}
      <RecordNotices kit={kit} />
      {isDirty && (
        <div className={ownStyles.changes} role="group" aria-label="Несохранённые изменения">
          <b className={ownStyles.count}>{changeText(changeCount(role.operations, held))}</b>
          <Consequences role={role} held={held} onPeople={() => setOpened('affected')} />
          <span className={ownStyles.end}>
            <Button onClick={kit.undo}>Отменить</Button>
            <Button
              look="primary"
              data-saves
              loading={kit.busy}
              disabledReason={refusal}
              onClick={() => void kit.submit()}
            >
              {settings.fourEyes ? 'Отправить на подтверждение' : 'Сохранить'}
            </Button>
          </span>
        </div>
      )}
      <div className="card">
        <MatrixTable
          rows={rows}
          saved={role.operations}
          held={held}
          disabled={refusal !== null}
          onChange={set}
        />
      </div>
      <PaneDialogs
        opened={opened}
        role={role}
        change={{ isDisabled: role.isDisabled, operations: held }}
        onOpenRole={onOpenRole}
        onClose={() => setOpened(null)}
      />
      <RecordComparison kit={kit} />
    </section>
  )
}

/** One role: its matrix and what can be done with it. */
export function LoadedRole({ id, ...rest }: { id: number } & Omit<PaneProps, 'role'>) {
  const answer = useQuery(query(getRole, { params: { id: String(id) } }))
  if (answer.data) return <RolePane key={id} role={answer.data} {...rest} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="form" />
}
