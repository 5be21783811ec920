import {
  createWorkgroup,
  getWorkgroup,
  updateWorkgroup,
  Workgroup,
  workgroupFields as fields,
  WorkgroupInput,
} from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { PageSkeleton } from '#ui/loader.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { searchEmployees } from './employee-options.ts'
import { comparedBy } from '#widgets/record/field-differences.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { call } from '#api/call.ts'
import styles from './partner-tabs.module.css'
import { WorkgroupMembers } from './workgroup-members.tsx'
import { WorkgroupRoles, WorkgroupUserRoles } from './workgroup-roles.tsx'

interface Values {
  name: string
  description: string
  notActive: boolean
  headId: string | null
}

const toValues = (group: Workgroup | null): Values => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  notActive: group?.notActive ?? false,
  headId: group?.head ? String(group.head.id) : null,
})
const workgroupLabels = Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]))
const toInput = (values: Values) => ({
  ...values,
  headId: values.headId === null ? null : Number(values.headId),
})

function MainForm({
  partnerId,
  group,
  onSaved,
}: {
  partnerId: string
  group: Workgroup | null
  onSaved: (group: Workgroup) => void
}) {
  const mayUpdate = useRights().mayCall(group ? updateWorkgroup : createWorkgroup)
  const kit = useRecord<Workgroup, Values>({
    record: group,
    place: 'dialog',
    name: 'Рабочая группа',
    toValues,
    start: toValues(null),
    check: (values) => WorkgroupInput.safeParse(toInput(values)).error?.issues ?? [],
    refusal: mayUpdate ? null : 'Нет права на изменение рабочих групп',
    schema: Workgroup,
    save: (values, version, on) => {
      const body = toInput(values)
      return on
        ? call(updateWorkgroup, { params: { partnerId, id: String(on.id) }, body: { ...body, version } })
        : call(createWorkgroup, { params: { partnerId }, body })
    },
    onSaved: (saved, how) => {
      if (how === 'saved' || how === 'created') toast.success('Группа сохранена')
      onSaved(saved)
    },
    ...comparedBy(fields, toValues, (server) => ({
      employee: [group, server].flatMap((one) =>
        one?.head ? [{ code: String(one.head.id), name: one.head.fullName }] : [],
      ),
    })),
  })
  const { form } = kit
  const { control } = form
  const disabled = !mayUpdate
  return (
    <RecordForm kit={kit} label="Рабочая группа" labels={workgroupLabels} showRefusal={false}>
      <div className={formStyles.grid}>
        <Field control={control} name="name" label={fields.name.label} disabled={disabled}>
          {(input) => <TextInput {...input} />}
        </Field>
        <Field
          control={control}
          name="headId"
          label={fields.headId.label}
          disabled={disabled}
          hint={group ? 'Из сотрудников группы' : 'Войдёт в группу первым'}
        >
          {(input) => (
            <LookupSelect
              {...input}
              known={group?.head ? { code: String(group.head.id), name: group.head.fullName } : null}
              search={searchEmployees(partnerId)}
            />
          )}
        </Field>
        <Field
          control={control}
          name="description"
          label={fields.description.label}
          span="full"
          disabled={disabled}
        >
          {(input) => <TextInput {...input} />}
        </Field>
        <div className={styles.check}>
          <input
            id="workgroup-not-active"
            type="checkbox"
            disabled={disabled}
            {...form.register('notActive')}
          />
          <label htmlFor="workgroup-not-active">{fields.notActive.label}</label>
        </div>
        <div className={styles.wide}>
          <Button type="submit" look="primary" loading={kit.busy} disabledReason={kit.refusal}>
            {group ? 'Сохранить' : 'Создать'}
          </Button>
        </div>
      </div>
    </RecordForm>
  )
}

type Part = 'main' | 'members' | 'roles' | 'rights'

/** A group in a dialog: its main data, members, roles in processes and the rights it gives. */
export function WorkgroupDialog({
  partnerId,
  groupId,
  onClose,
  onCreated,
}: {
  partnerId: string
  groupId: number | null
  onClose: () => void
  onCreated: (id: number) => void
}) {
  const client = useQueryClient()
  const [part, setPart] = useState<Part>('main')
  const request = { params: { partnerId, id: String(groupId ?? 0) } }
  const answer = useQuery({ ...query(getWorkgroup, request), enabled: groupId !== null })
  const group = groupId === null ? null : answer.data
  const reload = () => void client.invalidateQueries({ queryKey: keyOf(getWorkgroup) })
  return (
    <Dialog
      open
      title={group ? `Группа «${group.name}»` : 'Новая рабочая группа'}
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {groupId !== null && (
        <TabsWithCounts
          label="Рабочая группа"
          tabs={[
            { key: 'main', label: 'Основное' },
            { key: 'members', label: 'Сотрудники', count: group?.employeesCount },
            { key: 'roles', label: 'Роли', count: group?.roles.length },
            { key: 'rights', label: 'Права', count: group?.userRoles.length },
          ]}
          value={part}
          onChange={setPart}
        />
      )}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {group === undefined && !answer.isError && <PageSkeleton kind="form" />}
      {group !== undefined && part === 'main' && (
        <MainForm
          partnerId={partnerId}
          group={group}
          onSaved={(saved) => {
            if (group === null) onCreated(saved.id)
            reload()
          }}
        />
      )}
      {group && part === 'members' && (
        <WorkgroupMembers partnerId={partnerId} workgroupId={String(group.id)} onChanged={reload} />
      )}
      {group && part === 'roles' && <WorkgroupRoles partnerId={partnerId} group={group} onChanged={reload} />}
      {group && part === 'rights' && (
        <WorkgroupUserRoles partnerId={partnerId} workgroupId={String(group.id)} onChanged={reload} />
      )}
    </Dialog>
  )
}
