import { lowered } from '#lib/words.ts'
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
import { PendingRoles, RoleTicks, withTick } from './role-ticks.tsx'
import { sayItems } from './workgroup-members.tsx'

const operationsText = ({ operations }: WorkgroupRole): string => {
  const byProcess = Map.groupBy(operations, ({ process }) => process)
  return [...byProcess]
    .map(
      ([process, list]) =>
        `${workProcesses[process]}: ${list.map(({ operation }) => lowered(processOperations[operation])).join(', ')}`,
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
    <RoleTicks
      roles={catalogue.data}
      held={[...held]}
      isClosed={({ id, suitable, isDisabled }) =>
        !mayUpdate || (!held.has(id) && (!suitable || isDisabled)) || add.isPending || remove.isPending
      }
      onTick={(role, isOn) => void toggle(role, isOn).catch(notifyFailure)}
      words={(role) => (
        <>
          {role.name} {role.isDisabled && <Tag tone="red">отключена</Tag>}
          {!role.suitable && <Tag>нужна роль партнёра «{role.partnerRoleName}»</Tag>}
          <span className="under">{operationsText(role)}</span>
        </>
      )}
    />
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
      <PendingRoles pending={pending} />
      <RoleTicks
        roles={all}
        held={ids}
        isClosed={() => !mayUpdate || save.isPending || pending !== null}
        onTick={({ id }, isOn) =>
          save.mutate({ params, body: { userRoleIds: withTick(ids, id, isOn), version } })
        }
      />
    </>
  )
}
