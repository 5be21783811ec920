import {
  getEmployeeAccount,
  getEmployeeRoles,
  issueEmployeePassword,
  listEmployeeWorkgroups,
  requestAccountAccess,
  requestEmployeeAccount,
  saveEmployeeRoles,
  sendPasswordLetter,
} from '@ipoteka-office/contract/employees/employee-rights.ts'
import {
  accountStates,
  type Employee,
  getPartnerEmployee,
} from '@ipoteka-office/contract/employees/employees.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { PendingRoles, RoleTicks, withTick } from '#widgets/partner-tabs/role-ticks.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { accessReasons, LinkAccount } from './account-link.tsx'
import { EmployeeSessions } from './employee-sessions.tsx'
import styles from './employees.module.css'

const noIdentity = 'Нет права на учётные записи сотрудников'

/** A new password, shown this once. */
function NewPassword({ login, password }: { login: string; password: string }) {
  return (
    <div className={styles.password} role="status">
      <span>
        Логин <b>{login}</b>, пароль <b>{password}</b>
      </span>
      <CopyButton text={password} label="Скопировать пароль" />
      <span className="small muted">Показывается один раз. При входе система попросит сменить его.</span>
    </div>
  )
}

/** A new password, shown once, or a letter with a link to set one. */
function PasswordButtons({
  employeeId,
  canSendLetter,
  reason,
  onIssued,
}: {
  employeeId: string
  canSendLetter: boolean
  reason: string | null
  onIssued: (given: { login: string; password: string }) => void
}) {
  const params = { employeeId }
  const issue = useMutation({
    ...mutation(issueEmployeePassword),
    onError: notifyFailure,
    onSuccess: onIssued,
  })
  const letter = useMutation({
    ...mutation(sendPasswordLetter),
    onError: notifyFailure,
    onSuccess: () => toast.success('Письмо отправлено'),
  })
  return (
    <>
      <Button loading={issue.isPending} disabledReason={reason} onClick={() => issue.mutate({ params })}>
        Выдать новый пароль
      </Button>
      {canSendLetter && (
        <Button loading={letter.isPending} disabledReason={reason} onClick={() => letter.mutate({ params })}>
          Отправить письмо
        </Button>
      )}
    </>
  )
}

function Account({ employeeId }: { employeeId: string }) {
  const params = { employeeId }
  const mayChange = useRights().mayCall(requestEmployeeAccount)
  const reason = mayChange ? null : noIdentity
  const [issued, setIssued] = useState<{ login: string; password: string } | null>(null)
  const answer = useQuery({
    ...query(getEmployeeAccount, { params }),
    // It is made by a job after the save: its state is looked at until it is known.
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? 1_500 : false),
  })
  const reload = () => void answer.refetch()
  const create = useMutation({
    ...mutation(requestEmployeeAccount),
    onError: notifyFailure,
    onSettled: reload,
  })
  const ask = useMutation({
    ...mutation(requestAccountAccess),
    onError: notifyFailure,
    onSuccess: () =>
      toast.info('Запрос отправлен', {
        description: 'Его решает другой сотрудник: «Роли», «Заявки на изменение»',
      }),
    onSettled: reload,
  })
  useLiveRefresh(topics.employee(Number(employeeId)), reload)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={reload} />
  if (!answer.data) return <SkeletonLine width={60} />
  const { state, login, identityId, error, provider, canSendLetter, madeHere, access } = answer.data
  const has = state === 'ACTIVE' || state === 'DISABLED'
  const accessReason = reason ?? accessReasons[access]
  const passwordReason = madeHere
    ? accessReason
    : 'Учётная запись заведена не здесь: пароль меняют в сервере входа'
  return (
    <>
      <p>
        {accountStates[state]}
        {login && (
          <>
            {' '}
            · логин <b>{login}</b>
          </>
        )}
        <span className="under">
          {provider === 'KEYCLOAK' ? 'Сервер входа Keycloak' : 'Встроенный сервер входа'}, идентификатор{' '}
          {identityId ?? emptyValue}
        </span>
        {error && <span className="under">{error}</span>}
      </p>
      {issued && <NewPassword {...issued} />}
      <div className={styles.rowActions}>
        {!has && (
          <Button
            loading={create.isPending || state === 'WAITING'}
            disabledReason={
              accessReason ?? (login === null ? 'Сначала укажите логин на вкладке «Основное»' : null)
            }
            onClick={() => create.mutate({ params, body: { action: 'CREATE' } })}
          >
            Создать учётную запись
          </Button>
        )}
        {has && (
          <PasswordButtons
            employeeId={employeeId}
            canSendLetter={canSendLetter}
            reason={passwordReason}
            onIssued={(given) => {
              setIssued(given)
              reload()
            }}
          />
        )}
        {!has && <LinkAccount employeeId={employeeId} login={login} reason={accessReason} onDone={reload} />}
        {access === 'NEEDED' && mayChange && (
          <Button loading={ask.isPending} onClick={() => ask.mutate({ params })}>
            Запросить доступ
          </Button>
        )}
      </div>
    </>
  )
}

function Roles({ employeeId }: { employeeId: string }) {
  const params = { employeeId }
  const client = useQueryClient()
  const mayChange = useRights().mayCall(saveEmployeeRoles)
  const answer = useQuery(query(getEmployeeRoles, { params }))
  useLiveRefresh(topics.employee(Number(employeeId)), () => void answer.refetch())
  const save = useMutation({
    ...mutation(saveEmployeeRoles),
    onError: notifyFailure,
    onSuccess: (saved) => {
      client.setQueryData(query(getEmployeeRoles, { params }).queryKey, saved)
      if (saved.pending !== null)
        return void toast.info('Изменение отправлено на подтверждение', {
          description: 'Роли начнут действовать, когда его подтвердит другой сотрудник',
        })
      void client.invalidateQueries({ queryKey: keyOf(getPartnerEmployee) })
      toast.success('Роли сохранены: действуют со следующего запроса')
    },
    onSettled: (_, failure) => failure && void answer.refetch(),
  })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonLine width={60} />
  const { held, throughWorkgroups, available, pending, version } = answer.data
  // The box shows the choice at once; a refused one goes back when the answer is there.
  const ids = save.isPending ? save.variables.body.userRoleIds : held.map(({ id }) => id)
  const off = new Set(held.filter((role) => role.isDisabled).map(({ id }) => id))
  const through = (id: number) =>
    throughWorkgroups.filter((role) => role.id === id).map(({ workgroup }) => workgroup.name)
  return (
    <>
      <PendingRoles pending={pending} />
      <RoleTicks
        roles={available}
        held={ids}
        isClosed={({ refusal }) => !mayChange || save.isPending || pending !== null || refusal !== null}
        onTick={({ id }, isOn) =>
          save.mutate({ params, body: { userRoleIds: withTick(ids, id, isOn), version } })
        }
        words={(role) => (
          <>
            {role.name} {off.has(role.id) && <Tag tone="red">роль отключена</Tag>}
            {through(role.id).map((group) => (
              <Tag key={group} tone="blue">
                через группу «{group}»
              </Tag>
            ))}
            {role.refusal && <span className="under">{role.refusal}</span>}
          </>
        )}
      />
    </>
  )
}

function Groups({ employeeId }: { employeeId: string }) {
  const answer = useQuery(query(listEmployeeWorkgroups, { params: { employeeId } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonLine width={60} />
  if (answer.data.length === 0) return <p className="muted">В рабочие группы не входит</p>
  return (
    <ul>
      {answer.data.map(({ id, name, partner, head, notActive }) => (
        <li key={id}>
          {name} <span className="muted">({partner.shortName})</span>{' '}
          {head && <Tag tone="green">руководитель</Tag>} {notActive && <Tag>отключена</Tag>}
        </li>
      ))}
    </ul>
  )
}

/** How the person signs in and what they may do: account, roles and groups. */
export function EmployeeAccess({ employee }: { employee: Employee }) {
  const employeeId = String(employee.id)
  return (
    <FormCard>
      <FormSection title="Учётная запись" grid={false}>
        <Account employeeId={employeeId} />
      </FormSection>
      <FormSection title="Открытые сеансы" grid={false}>
        <EmployeeSessions employeeId={employee.id} />
      </FormSection>
      <FormSection title="Роли" grid={false}>
        <Roles employeeId={employeeId} />
      </FormSection>
      <FormSection title="Рабочие группы" grid={false}>
        <Groups employeeId={employeeId} />
      </FormSection>
    </FormCard>
  )
}
