import { topics } from '@ipoteka-office/contract/live.ts'
import {
  addRolesOfWorkgroup,
  getWorkgroupUserRoles,
  listPartnerWorkgroupRoles,
  processOperations,
  removeRolesOfWorkgroup,
  saveWorkgroupUserRoles,
  type Workgroup,
  type WorkgroupRole,
  workProcesses,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './partner-tabs.module.css'
import { sayItems } from './workgroup-members.tsx'

const operationsText = ({ operations }: WorkgroupRole): string => {
  const byProcess = Map.groupBy(operations, ({ process }) => process)
  return [...byProcess]
    .map(
      ([process, list]) =>
        `${workProcesses[process]}: ${list.map(({ operation }) => processOperations[operation].toLowerCase()).join(', ')}`,
    )
    .join('; ')
}

/** Roles of a group in processes; one that does not suit the partner says why it cannot be ticked. */
export function WorkgroupRoles({
  partnerId,
  group,
  onChanged,
}: {
  partnerId: string
  group: Workgroup
  onChanged: () => void
}) {
  const mayUpdate = useRights().mayCall(addRolesOfWorkgroup)
  const catalogue = useQuery(query(listPartnerWorkgroupRoles, { params: { partnerId } }))
  const params = { partnerId, workgroupId: String(group.id) }
  const add = useMutation({ ...mutation(addRolesOfWorkgroup), onError: notifyFailure })
  const remove = useMutation({ ...mutation(removeRolesOfWorkgroup), onError: notifyFailure })
  const toggle = async (role: WorkgroupRole, on: boolean) => {
    const answer = on
      ? await add.mutateAsync({ params, body: { roleIds: [role.id] } })
      : await remove.mutateAsync({ params, query: { ids: String(role.id) } })
    sayItems(answer, on ? `Роль «${role.name}» добавлена` : `Роль «${role.name}» снята`)
    onChanged()
  }
  if (catalogue.isError)
    return <FailureBlock failure={catalogue.error} onRetry={() => void catalogue.refetch()} />
  if (!catalogue.data) return <PageSkeleton kind="form" />
  const held = new Set(group.roles.map(({ id }) => id))
  return (
    <ul className={styles.choices}>
      {catalogue.data.map((role) => {
        const refused = !held.has(role.id) && (!role.suitable || role.isDisabled)
        return (
          <li key={role.id}>
            <label>
              <input
                type="checkbox"
                checked={held.has(role.id)}
                disabled={!mayUpdate || refused || add.isPending || remove.isPending}
                onChange={(event) => {
                  toggle(role, event.target.checked).catch(notifyFailure)
                }}
              />
              <span>
                {role.name} {role.isDisabled && <Tag tone="red">отключена</Tag>}
                {!role.suitable && <Tag>нужна роль партнёра «{role.partnerRoleName}»</Tag>}
                <span className={styles.under}>{operationsText(role)}</span>
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}

/** User roles that the members of the group hold through it. */
export function WorkgroupUserRoles({
  partnerId,
  workgroupId,
  onChanged,
}: {
  partnerId: string
  workgroupId: string
  onChanged: () => void
}) {
  const mayUpdate = useRights().mayCall(saveWorkgroupUserRoles)
  const params = { partnerId, workgroupId }
  const answer = useQuery(query(getWorkgroupUserRoles, { params }))
  const save = useMutation({
    ...mutation(saveWorkgroupUserRoles),
    onError: notifyFailure,
    onSuccess: ({ pending }) => {
      if (pending === null) toast.success('Права группы сохранены')
      else
        toast.info('Изменение отправлено на подтверждение', {
          description: 'Роли начнут действовать, когда его подтвердит другой сотрудник',
        })
      void answer.refetch()
      onChanged()
    },
  })
  useLiveRefresh(topics.partner(Number(partnerId)), () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const { held, available, pending, version } = answer.data
  // The box shows the choice at once; a refused one goes back when the answer is there.
  const ids = save.isPending ? save.variables.body.userRoleIds : held.map(({ id }) => id)
  const all = [...held, ...available.filter(({ id }) => !held.some((role) => role.id === id))]
  return (
    <>
      <p className="muted">
        {mayUpdate
          ? 'Отмеченные роли действуют у всех сотрудников группы со следующего запроса.'
          : 'Только просмотр: права групп меняет администратор ролей.'}
      </p>
      {pending !== null && (
        <p role="status">
          <Tag tone="amber">Ждёт подтверждения</Tag> {pending.title}, № {pending.id}. {pending.maker}
        </p>
      )}
      <ul className={styles.choices}>
        {all.map((role) => (
          <li key={role.id}>
            <label>
              <input
                type="checkbox"
                checked={ids.includes(role.id)}
                disabled={!mayUpdate || save.isPending || pending !== null}
                onChange={(event) =>
                  save.mutate({
                    params,
                    body: {
                      userRoleIds: event.target.checked
                        ? [...ids, role.id]
                        : ids.filter((id) => id !== role.id),
                      version,
                    },
                  })
                }
              />
              <span>{role.name}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
