import { partnerRoleFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  addRoleToPartner,
  listPartnerRoles,
  listRolesOfPartner,
  operatorRoleCode,
  type PartnerRole,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard } from '#ui/form/form-section.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { confirmOperator } from '../confirm-operator.ts'
import { OperatorNote } from '../operator-note.tsx'
import styles from '../partners.module.css'
import { usePartnerAccess } from '../partner-access.ts'
import { RoleCard } from './role-card.tsx'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

function AddRoleDialog({
  partnerId,
  held,
  onClose,
}: {
  partnerId: string
  held: readonly PartnerRole[]
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const { data } = useQuery(queryOnce(listPartnerRoles))
  const options = (data ?? [])
    .filter(({ id, active }) => active && !held.some((role) => role.id === id))
    .map(({ id, name }) => ({ code: String(id), name }))
  const entry = useEntryForm<{ roleId: string; comment: string }>({
    values: { roleId: '', comment: '' },
    issues: ({ roleId }) => (roleId === '' ? [{ path: ['roleId'], message: messages.required }] : []),
    save: async ({ roleId, comment }) => {
      const isOperator = data?.some(({ id, code }) => String(id) === roleId && code === operatorRoleCode)
      if (isOperator && !(await confirmOperator())) return
      await call(addRoleToPartner, {
        params: { partnerId },
        body: { roleId: Number(roleId), comment, confirmed: isOperator === true },
      })
      toast.success('Роль добавлена')
      refresh()
      onClose()
    },
    saved: null,
    onDone: () => undefined,
  })
  const { control } = entry.form
  return (
    <EntryDialog title="Новая роль" size="medium" entry={entry} onClose={onClose}>
      <Field control={control} name="roleId" label={fields.roleId.label} span="full">
        {({ value, ...input }) => <SingleSelect {...input} value={value || null} options={options} />}
      </Field>
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

/** «Роли»: roles of the partner with their accreditations; the operator's alone to change. */
export function RolesTab({ partnerId }: { partnerId: string }) {
  const { roles: reason } = usePartnerAccess()
  const [adding, setAdding] = useState(false)
  const answer = useQuery(queryOnce(listRolesOfPartner, { params: { partnerId } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={4} />
  return (
    <>
      <OperatorNote />
      <div className={styles.actions}>
        <Button look="primary" disabledReason={reason} onClick={() => setAdding(true)}>
          Добавить роль
        </Button>
      </div>
      <FormCard>
        {answer.data.length === 0 && <Empty title="Ролей нет" />}
        {answer.data.map((role) => (
          <RoleCard key={role.id} partnerId={partnerId} role={role} reason={reason} />
        ))}
      </FormCard>
      {adding && <AddRoleDialog partnerId={partnerId} held={answer.data} onClose={() => setAdding(false)} />}
    </>
  )
}
