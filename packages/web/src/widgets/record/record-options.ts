import type { GuardedFields } from '@ipoteka-office/contract/common/field-rights.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Check } from '#ui/form/checked-form.ts'
import type { Choice, Difference } from './difference.ts'

/** Whatever the server keeps with a version. */
export interface Versioned {
  readonly version: number
}

/**
 * Where a state of the record comes from: an own save, the creation, or a late save: the server's state is taken over
 * and own values follow (`met`), or it is kept whole (`kept`).
 */
export type Met = 'saved' | 'created' | 'met' | 'kept'

/** What a record's form is made of; what differs from area to area and nothing else. */
export interface RecordOptions<R extends Versioned, V extends FieldValues> {
  /** As the server has it; null: a new one. */
  readonly record: R | null
  /** What it is called in the log of checks: «Сотрудник партнёра». */
  readonly name: string
  /** A dialog or a row of a table keeps no draft; leaving a dialog is its own to ask about. */
  readonly place?: 'page' | 'row' | 'dialog'
  /** Which draft belongs to it: «employee/12»; none is kept without. */
  readonly draftKey?: string
  readonly toValues: (record: R) => V
  /** The values that a new record begins with. */
  readonly start?: V
  /** What is wrong with the values, by the rules that the server holds too. */
  readonly check?: Check<V>
  /** When fields are checked, where it is not after the first leaving of a field. */
  readonly mode?: UseFormProps<V>['mode']
  /** Its fields, where a right is needed for one of them: what is not seen is not shown, what is not changed is locked. */
  readonly fields?: GuardedFields
  /** Why it cannot be changed; null when it can. */
  readonly refusal: string | null
  /** The record as a late save's answer brings it; a new one is never late. */
  readonly schema?: z.ZodType<R>
  /** The form's values: a draft of an older shape does not pass. */
  readonly shape?: z.ZodType<V>
  /** Sends the values, based on a version of the record; null: nothing has changed yet, e.g. it waits for a second person. */
  readonly save: (values: V, version: number, on: R | null) => Promise<R | null>
  /** Asked before every save: false takes it back. */
  readonly before?: (values: V, record: R | null, form: UseFormReturn<V>) => Promise<boolean>
  /** Called with every state that the server answers, once it stands in the form. */
  readonly onSaved?: (saved: R, how: Met) => void | Promise<void>
  /** Called when everything that was typed is on the server: what the form stood in may close. */
  readonly onDone?: () => void
  /** Called when the person has left without saving, for what stays on the page all the same. */
  readonly onForget?: () => void
  /** The field that a path of the server's refusal is about; the path itself otherwise. */
  readonly fieldOf?: (path: string) => string
  /** A failure that is not late, with the number of fields that it has marked; answers whether it was shown. */
  readonly onFailure?: (failure: unknown, form: UseFormReturn<V>, marked: number) => boolean
  /** Called when the form itself has found mistakes. */
  readonly onMistakes?: (form: UseFormReturn<V>) => void
  /** The fields in which mine and the server's differ, in words; `base`: the values that mine began from. */
  readonly differences: (mine: V, server: R, base: V) => readonly Difference[]
  /** The values after a side was chosen; by top-level names otherwise. */
  readonly merge?: (mine: V, server: R, choice: Choice) => V
  /** Who has saved the record last and when: what they changed is told then, not only that they did. */
  readonly author?: (record: R) => { readonly by: string; readonly at: string }
  /** The answer that is kept of the record, replaced by what a save answers. */
  readonly queryKey?: QueryKey
  /** What depends on the record and is read again after a save: its history, its list. */
  readonly invalidates?: readonly EndpointSpec[]
  /** The topic whose message tells of the own save too, and what is read again when none comes. */
  readonly echo?: { readonly topic: string; readonly read: () => void }
  /** A change of the address after `?` is leaving too: any, or of these keys. */
  readonly search?: boolean | readonly string[]
}
