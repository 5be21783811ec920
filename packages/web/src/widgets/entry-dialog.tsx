import type { ReactNode } from 'react'
import { useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { checkedForm } from '#ui/form/checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import formStyles from '#ui/form/form.module.css'
import { toast } from '#ui/overlay/toasts.tsx'
import { showFieldFailures } from './record/field-failures.ts'
import { notifyFailure } from './notify-failure.ts'

/** Something wrong at a field, as schemas say it. */
export interface EntryIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** `{path: 'dateTo'}` of a rule of the contract as schemas say it. */
export const entryIssues = (issues: readonly { path: string; message: string }[]): EntryIssue[] =>
  issues.map(({ path, message }) => ({ path: path.split('.'), message }))

/** The form of one entry of a card: checked by the contract's rules, saved at once. */
export function useEntryForm<T extends FieldValues>({
  values,
  issues,
  save,
  saved,
  onDone,
  onFailure = () => false,
}: {
  values: T
  issues: (values: T) => readonly EntryIssue[]
  save: (values: T) => Promise<unknown>
  /** Said when it is saved; null: `save` says it itself. */
  saved: string | null
  onDone: () => void
  /** Whether a failure was shown in another way. */
  onFailure?: (failure: unknown) => boolean
}): { form: UseFormReturn<T>; submit: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const form = useForm<T>({
    ...checkedForm<T>('Запись', (typed) => issues(typed)),
    defaultValues: values as DefaultValues<T>,
  })
  const submit = form.handleSubmit(async (ready) => {
    setBusy(true)
    try {
      await save(ready)
      if (saved !== null) toast.success(saved)
      onDone()
    } catch (failure) {
      if (!onFailure(failure) && showFieldFailures(form, failure) === 0) notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  })
  return { form, submit: () => void submit(), busy }
}

/** The dialog around it: fields in a grid, cancel and save, Enter saves. */
export function EntryDialog({
  title,
  entry,
  onClose,
  size = 'large',
  saveText = 'Сохранить',
  children,
}: {
  title: string
  entry: { submit: () => void; busy: boolean }
  onClose: () => void
  size?: 'medium' | 'large'
  saveText?: string
  children: ReactNode
}) {
  return (
    <Dialog
      open
      title={title}
      size={size}
      outside="ask"
      onClose={onClose}
      approval={{
        text: saveText,
        onApprove: entry.submit,
        busy: entry.busy,
      }}
    >
      <div className={formStyles.grid}>{children}</div>
    </Dialog>
  )
}
