import { roleFields as fields } from '@ipoteka-office/contract/roles/role-fields.ts'
import { getNewRole, type RoleCard, RoleInput } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { RolePeople } from './people.tsx'
import styles from './roles.module.css'
import { sayRoleFailure, useRoleCalls } from './use-role-save.ts'

/** Names of a role, as the dialogs edit them. */
interface Names {
  code: string
  name: string
  description: string
}

const issuesOf = (values: Names) => RoleInput.safeParse(values).error?.issues ?? []

function NamesDialog({
  title,
  values,
  withDescription = true,
  saveText,
  save,
  onClose,
}: {
  title: string
  values: Names
  withDescription?: boolean
  saveText: string
  save: (values: Names) => Promise<unknown>
  onClose: () => void
}) {
  const entry = useEntryForm<Names>({ values, issues: issuesOf, save, saved: null, onDone: onClose })
  const { control } = entry.form
  return (
    <EntryDialog title={title} entry={entry} size="medium" saveText={saveText} onClose={onClose}>
      <Field control={control} name="name" label={fields.name.label} span="full" required>
        {(input) => <TextInput {...input} maxLength={120} />}
      </Field>
      <Field
        control={control}
        name="code"
        label={fields.code.label}
        span="full"
        required
        hint={fields.code.hint}
      >
        {(input) => <TextInput {...input} maxLength={64} />}
      </Field>
      {withDescription && (
        <Field control={control} name="description" label={fields.description.label} span="full">
          {(input) => <TextArea {...input} maxLength={1_000} />}
        </Field>
      )}
    </EntryDialog>
  )
}

/** A new role without operations, or a copy of another with all of them; `onMade` tells the id of one that is there at once. */
export function NewRoleDialog({
  source,
  onMade,
  onClose,
}: {
  source: RoleCard | null
  onMade: (id: number) => void
  onClose: () => void
}) {
  const calls = useRoleCalls()
  const start = useQuery({ ...query(getNewRole), gcTime: 0 })
  const title = source ? `Копия роли «${source.name}»` : 'Новая роль'
  if (!start.data || start.isFetching)
    return (
      <Dialog open title={title} onClose={onClose}>
        {start.isError ? <FailureBlock failure={start.error} /> : <DelayedLoader />}
      </Dialog>
    )
  const { code, description } = start.data
  return (
    <NamesDialog
      title={title}
      values={{
        code: source ? `${source.code}_COPY`.slice(0, 64) : code,
        name: source ? `${source.name} (копия)`.slice(0, 120) : '',
        description,
      }}
      withDescription={!source}
      saveText="Создать"
      save={async (values) => {
        const { role } = await (source ? calls.copy(source.id, values) : calls.create(values))
        if (role) onMade(role.id)
      }}
      onClose={onClose}
    />
  )
}

/** Code, name and description of a role. */
export function RenameDialog({ role, onClose }: { role: RoleCard; onClose: () => void }) {
  const calls = useRoleCalls()
  const { code, name, description } = role
  return (
    <NamesDialog
      title="Название и описание роли"
      values={{ code, name, description }}
      saveText="Сохранить"
      save={(values) => calls.update(role, values)}
      onClose={onClose}
    />
  )
}

/** Shows who loses what before the role is disabled. */
export function DisableDialog({ role, onClose }: { role: RoleCard; onClose: () => void }) {
  const calls = useRoleCalls()
  const [refused, setRefused] = useState<unknown>(null)
  const disable = async () => {
    try {
      await calls.disable(role)
      onClose()
    } catch (failure) {
      setRefused(failure)
      sayRoleFailure(failure)
    }
  }
  return (
    <Dialog
      open
      title={`Отключить роль «${role.name}»?`}
      onClose={onClose}
      approval={{
        text: 'Отключить',
        onApprove: () => void disable(),
        danger: true,
        busy: calls.busy,
      }}
    >
      <p className={styles.lead}>
        {refused === null
          ? 'Сотрудники потеряют операции роли сразу, кроме тех, что дают другие их роли. Сама роль и её назначения останутся: роль можно включить снова.'
          : 'Роль не отключена: причина в сообщении внизу страницы.'}
      </p>
      <RolePeople role={role} change={{ isDisabled: true, operations: role.operations }} />
    </Dialog>
  )
}
