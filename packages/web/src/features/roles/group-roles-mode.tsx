import { listPartnerRoles } from '@ipoteka-office/contract/partners/partner-roles.ts'
import {
  createWorkgroupRole,
  deleteWorkgroupRole,
  listWorkgroupRoles,
  type ProcessOperation,
  type ProcessRight,
  processOperations,
  updateWorkgroupRole,
  WorkgroupRole,
  workgroupRoleFields as fields,
  WorkgroupRoleInput,
  type WorkProcess,
  workProcesses,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import type { Difference } from '#widgets/record/difference.ts'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog } from '#widgets/record/entry-dialog.tsx'
import { comparedBy } from '#widgets/record/field-differences.ts'
import { useRecord } from '#widgets/record/use-record.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import styles from './group-roles.module.css'
import { PlainField } from '#widgets/record/plain-field.tsx'

const noUpdate = 'Нет права на изменение ролей. Обратитесь к администратору'
const processes = Object.keys(workProcesses) as WorkProcess[]
const operations = Object.keys(processOperations) as ProcessOperation[]
const has = (list: readonly ProcessRight[], process: WorkProcess, operation: ProcessOperation) =>
  list.some((right) => right.process === process && right.operation === operation)

const rightsLabel = 'Операции в процессах'

interface Values {
  name: string
  description: string
  partnerRoleId: string | null
  isDisabled: boolean
  operations: ProcessRight[]
}

/** Which operations in which processes; every box says both names. */
function RightsTable({
  value,
  onChange,
}: {
  value: readonly ProcessRight[]
  onChange: (value: ProcessRight[]) => void
}) {
  const toggle = (process: WorkProcess, operation: ProcessOperation, on: boolean) =>
    onChange(
      on
        ? [...value, { process, operation }]
        : value.filter((right) => right.process !== process || right.operation !== operation),
    )
  return (
    <table className={styles.rights}>
      <thead>
        <tr>
          <th scope="col">Процесс</th>
          {operations.map((operation) => (
            <th key={operation} scope="col">
              {processOperations[operation]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {processes.map((process) => (
          <tr key={process}>
            <th scope="row">{workProcesses[process]}</th>
            {operations.map((operation) => (
              <td key={operation}>
                <input
                  type="checkbox"
                  aria-label={`${workProcesses[process]}: ${processOperations[operation]}`}
                  checked={has(value, process, operation)}
                  onChange={(event) => toggle(process, operation, event.target.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rightsText = (rights: readonly ProcessRight[]) =>
  rights
    .map(({ process, operation }) => `${workProcesses[process]}: ${processOperations[operation]}`)
    .sort()
    .join(', ')

/** The rights as one field: they are chosen whole. */
function rightsDifference(own: readonly ProcessRight[], theirs: readonly ProcessRight[]): Difference[] {
  const [mine, server] = [rightsText(own), rightsText(theirs)]
  return mine === server ? [] : [{ key: 'operations', label: rightsLabel, mine, server }]
}

function GroupRoleDialog({
  role,
  onClose,
  onSaved,
}: {
  role: WorkgroupRole | null
  onClose: () => void
  onSaved: () => void
}) {
  const { data: partnerRoles } = useQuery(queryOnce(listPartnerRoles))
  const toValues = (saved: WorkgroupRole | null): Values => ({
    name: saved?.name ?? '',
    description: saved?.description ?? '',
    partnerRoleId: saved?.partnerRoleId ?? null,
    isDisabled: saved?.isDisabled ?? false,
    operations: saved?.operations ?? [],
  })
  const described = comparedBy<WorkgroupRole, Values>(fields, toValues, () => ({
    partnerRole: partnerRoles ?? [],
  }))
  const entry = useRecord<WorkgroupRole, Values>({
    record: role,
    place: 'dialog',
    name: 'Роль рабочих групп',
    toValues,
    start: toValues(null),
    check: (values) => WorkgroupRoleInput.safeParse(values).error?.issues ?? [],
    refusal: null,
    schema: WorkgroupRole,
    save: (values, version, on) =>
      on
        ? call(updateWorkgroupRole, { params: { id: String(on.id) }, body: { ...values, version } })
        : call(createWorkgroupRole, { body: values }),
    onSaved: (_, how) => {
      if (how === 'saved' || how === 'created') toast.success('Роль рабочих групп сохранена')
      onSaved()
    },
    onDone: onClose,
    differences: (mine, server, base) => [
      ...described.differences(mine, server, base),
      ...rightsDifference(mine.operations, server.operations),
    ],
  })
  const { control, register } = entry.form
  return (
    <EntryDialog
      title={role ? `Роль групп «${role.name}»` : 'Новая роль рабочих групп'}
      entry={entry}
      onClose={onClose}
    >
      <PlainField control={control} fields={fields} name="name" />
      <Field
        control={control}
        name="partnerRoleId"
        label={fields.partnerRoleId.label}
        hint={fields.partnerRoleId.hint}
      >
        {(input) => (
          <LookupSelect {...input} options={(partnerRoles ?? []).map(({ code, name }) => ({ code, name }))} />
        )}
      </Field>
      <PlainField control={control} fields={fields} name="description" span="full" />
      <div className={styles.wide}>
        <label className={styles.check}>
          <input type="checkbox" {...register('isDisabled')} />
          {fields.isDisabled.label}
        </label>
      </div>
      <Field control={control} name="operations" label={rightsLabel} span="full">
        {({ value, onChange }) => <RightsTable value={value} onChange={onChange} />}
      </Field>
    </EntryDialog>
  )
}

/** «Роли групп»: what groups may do in processes, and which partners' groups may hold it. */
export function GroupRolesMode() {
  const rights = useRights()
  const mayRead = rights.mayCall(listWorkgroupRoles)
  const reason = rights.mayCall(createWorkgroupRole) ? null : noUpdate
  const answer = useQuery({ ...query(listWorkgroupRoles), enabled: mayRead })
  if (!mayRead) return <Forbidden />
  return (
    <Entries
      label="Роли рабочих групп"
      above={<span className="muted">Группа с такой ролью может выполнять операции в процессах</span>}
      add="Создать роль групп"
      columns={(open) => [
        {
          key: 'name',
          title: 'Роль',
          width: 260,
          render: (role) => (
            <>
              {open(role, role.name)}
              <span className="under">{role.description}</span>
            </>
          ),
        },
        {
          key: 'partnerRole',
          title: 'Роль партнёра',
          width: 220,
          render: ({ partnerRoleName }) => partnerRoleName ?? 'Любая',
        },
        {
          key: 'operations',
          title: 'Операций',
          width: 100,
          align: 'right',
          render: (r) => r.operations.length,
        },
        { key: 'groups', title: 'Групп', width: 90, align: 'right', render: (r) => r.groupsCount },
        {
          key: 'state',
          title: 'Состояние',
          width: 130,
          render: ({ isDisabled }) => (
            <StatusDot tone={isDisabled ? 'neutral' : 'green'}>
              {isDisabled ? 'Отключена' : 'Действует'}
            </StatusDot>
          ),
        },
      ]}
      answer={answer}
      nameOf={({ name }) => name}
      reason={reason}
      dialog={(role, onClose) => (
        <GroupRoleDialog role={role} onClose={onClose} onSaved={() => void answer.refetch()} />
      )}
      removal={{
        one: ({ id, version }) =>
          call(deleteWorkgroupRole, { params: { id: String(id) }, query: { version } }),
        rowReason: ({ groupsCount }) => (groupsCount > 0 ? 'Роль есть у групп: отключите её' : null),
        question: ({ name }) => `Удалить роль групп «${name}»?`,
        done: 'Роль рабочих групп удалена',
      }}
      emptyTitle="Ролей рабочих групп нет"
    />
  )
}
