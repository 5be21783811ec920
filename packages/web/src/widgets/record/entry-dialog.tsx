import type { GuardedFields } from '@ipoteka-office/contract/common/field-rights.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { FieldGuards } from '#ui/form/field-guard.ts'
import formStyles from '#ui/form/form.module.css'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { comparedBy, type Names } from './field-differences.ts'
import { RecordComparison, RecordNotices } from './record-form.tsx'
import type { Versioned } from './record-options.ts'
import { type RecordKit, useRecord } from './use-record.ts'

/** Something wrong at a field, as schemas say it. */
export interface EntryIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** `{path: 'dateTo'}` of a rule of the contract as schemas say it. */
export const entryIssues = (issues: readonly { path: string; message: string }[]): EntryIssue[] =>
  issues.map(({ path, message }) => ({ path: path.split('.'), message }))

/** What is wrong with typed values: by the schema of the call and, where it takes them, by a rule of the contract. */
export const issuesBy =
  <V, S extends z.ZodType>(
    schema: S,
    toInput: (values: V) => unknown,
    rule: (input: z.output<S>) => readonly { path: string; message: string }[] = () => [],
  ) =>
  (values: V): readonly EntryIssue[] => {
    const read = schema.safeParse(toInput(values))
    return read.success ? entryIssues(rule(read.data)) : read.error.issues
  }

/** The form of something that is only being made: checked by the contract's rules, saved at once. */
export function useEntryForm<V extends FieldValues>({
  values,
  fields,
  issues,
  save,
  saved,
  onDone,
  onFailure = () => false,
}: {
  values: V
  /** Its fields, where a right is needed to fill one of them. */
  fields?: GuardedFields
  issues: (values: V) => readonly EntryIssue[]
  save: (values: V) => Promise<unknown>
  /** Said when it is saved; null: `save` says it itself. */
  saved: string | null
  onDone: () => void
  /** Whether a failure was shown in another way. */
  onFailure?: (failure: unknown) => boolean
}): RecordKit<Versioned, V> {
  return useRecord<Versioned, V>({
    record: null,
    place: 'dialog',
    name: 'Запись',
    toValues: () => values,
    start: values,
    ...(fields && { fields }),
    check: issues,
    refusal: null,
    save: async (typed) => {
      await save(typed)
      return null
    },
    onDone: () => {
      // What was made often opens at once: the words stand on its page too.
      if (saved !== null) toast.success(saved, { keepOnRouteChange: true })
      onDone()
    },
    onFailure: (failure) => onFailure(failure),
    differences: () => [],
  })
}

/** The form of one entry of a card, new or present, which is changed by its own version. */
export function useEntry<R extends Versioned, V extends FieldValues>({
  record,
  schema,
  fields,
  names,
  toValues,
  issues,
  save,
  saved,
  onDone,
}: {
  /** Null: a new one. */
  record: R | null
  schema: z.ZodType<R>
  fields: FieldSpecs
  /** Names of codes by dictionary, some of which the server's state of the record knows. */
  names?: (server: R) => Names
  /** The values of the form; of a new entry those that it begins with. */
  toValues: (record: R | null) => V
  issues: (values: V) => readonly EntryIssue[]
  /** `on`: what is changed, null for a new one; answers null where nothing is shown of what was made. */
  save: (values: V, version: number, on: R | null) => Promise<R | null>
  /** Said when it is saved. */
  saved: string
  onDone: () => void
}): RecordKit<R, V> {
  return useRecord<R, V>({
    record,
    place: 'dialog',
    name: 'Запись',
    toValues,
    start: toValues(null),
    fields,
    check: issues,
    refusal: null,
    schema,
    save: async (values, version, on) => {
      const made = await save(values, version, on)
      toast.success(saved, { keepOnRouteChange: true })
      return made
    },
    onDone,
    ...comparedBy<R, V>(fields, toValues, names),
  })
}

/** The dialog around a record: fields in a grid, cancel and save, Enter saves; a late save is compared. */
export function EntryDialog<R extends Versioned, V extends FieldValues>({
  title,
  entry,
  onClose,
  size = 'large',
  saveText = 'Сохранить',
  children,
}: {
  title: string
  entry: RecordKit<R, V>
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
        onApprove: () => void entry.submit(),
        busy: entry.busy,
        disabledReason: entry.refusal,
      }}
    >
      <RecordNotices kit={entry} showRefusal={false} />
      <FieldGuards value={entry.guard}>
        <div className={formStyles.grid}>{children}</div>
      </FieldGuards>
      <RecordComparison kit={entry} />
    </Dialog>
  )
}
