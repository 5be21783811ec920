import { isPrivateField } from '@ipoteka-office/contract/common/person/private-fields.ts'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { useSession } from '#api/session.ts'
import type { GuardOf } from '#ui/form/field-guard.ts'
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.ts'
import type { Choice, Difference } from './difference.ts'
import type { LateSave } from './late-save.ts'
import { useOpenForm } from './open-forms.ts'
import type { RecordOptions, Versioned } from './record-options.ts'
import { suggestedSide } from './suggested-side.ts'
import { type FoundDraft, useDraft } from './use-draft.tsx'
import { useGuard } from './use-guard.ts'
import { type Conflict, useSaving } from './use-saving.ts'
import { type RecordNews, useVersionedForm } from './use-versioned-form.ts'

/** The form of a record with everything that guards its save. */
export interface RecordKit<R extends Versioned, V extends FieldValues> {
  readonly form: UseFormReturn<V>
  readonly record: R | null
  readonly refusal: string | null
  /** What stands in the way of single fields. */
  readonly guard: GuardOf
  readonly isDirty: boolean
  readonly busy: boolean
  /** Somebody else has saved it meanwhile, and there are own changes. */
  readonly outdated: { readonly by: string | null; readonly changes: readonly Difference[] } | null
  /** What somebody else has saved, told while it is new; null where the record names no author. */
  readonly news: RecordNews | null
  readonly dropNews: () => void
  readonly draft: FoundDraft
  readonly submit: () => Promise<boolean>
  /** Puts what another command has made of the record into the form, in the place of own changes. */
  readonly replace: (next: R) => void
  /** Takes all own changes back. */
  readonly undo: () => void
  readonly conflict: (LateSave<R> & { readonly differences: () => readonly Difference[] }) | null
  readonly resolve: (choice: Choice) => Promise<void>
  readonly dropConflict: () => void
  /** Lets the next leave pass, e.g. after the record was deleted; its draft goes. */
  readonly leaveFreely: () => void
}

/** A found draft goes back with the version it was written on, so that an older one meets the comparison. */
function onItsVersion<V>(
  found: FoundDraft,
  takeDraft: (version: number) => void,
  shape: z.ZodType<V> | undefined,
): FoundDraft {
  return {
    ...found,
    restore: () => {
      if (shape && !shape.safeParse(found.draft?.values).success) return found.discard()
      if (found.draft?.version) takeDraft(found.draft.version)
      found.restore()
    },
  }
}

/** Where mine and the server's differ; a side is suggested only where what mine began from is known. */
function differencesOf<R extends Versioned, V extends FieldValues>(
  { differences, toValues }: RecordOptions<R, V>,
  { mine, current }: Conflict<R, V>,
  { from, guard }: { from: V | null; guard: GuardOf },
): readonly Difference[] {
  // What the person may not change is the server's: there is nothing to choose.
  const found = differences(mine, current, from ?? mine).filter(({ key }) => guard(key).refusal === null)
  if (from === null) return found.map((one) => ({ ...one, suggested: null }))
  const theirs = toValues(current)
  return found.map(({ suggested, ...one }) => ({
    ...one,
    // What is no field of the form says itself which side it wants.
    suggested:
      suggested ?? (one.key in mine ? suggestedSide(from[one.key], mine[one.key], theirs[one.key]) : null),
  }))
}

/** What a form with own changes says of somebody else's save; what they changed only where the record names them. */
function outdatedOf<R extends Versioned, V extends FieldValues>(
  { author, differences }: RecordOptions<R, V>,
  record: R | null,
  from: V | null,
) {
  if (record === null) return null
  const changes = author && from !== null ? differences(from, record, from) : []
  return { by: author?.(record).by ?? null, changes }
}

/** The question on leaving with changes: the form's own, or that of the page's forms together; a dialog asks by itself. */
function useLeaving<R extends Versioned, V extends FieldValues>(
  { place = 'page', refusal, search = false, onForget }: RecordOptions<R, V>,
  record: R | null,
  { isDirty, undo }: { isDirty: boolean; undo: () => void },
) {
  const saverRef = useRef<() => Promise<boolean>>(async () => false)
  const save = () => saverRef.current()
  const forget = () => {
    undo()
    onForget?.()
  }
  const isInDialog = place === 'dialog'
  const isAmongOthers = useOpenForm(isInDialog ? null : { isDirty, save, forget })
  const { leaveFreely } = useUnsavedChanges(isDirty && !isAmongOthers && !isInDialog, forget, {
    search,
    // A new record leads to a page of its own once it is there.
    ...(record !== null && refusal === null && { save }),
  })
  return { saverRef, leaveFreely }
}

/** Everything between a record and its form: version, draft, save, late save, leaving. */
export function useRecord<R extends Versioned, V extends FieldValues>(
  options: RecordOptions<R, V>,
): RecordKit<R, V> {
  const { draftKey, refusal } = options
  // A new one that was typed on while it was being created is the one that the next save changes.
  const [made, setMade] = useState<R | null>(null)
  const record = options.record ?? made
  const versioned = useVersionedForm(options, record)
  const { form, version, from, take, takeDraft, outdated, news, dropNews } = versioned
  const { isDirty } = form.formState
  const guard = useGuard(options.fields, record === null)
  const found = useDraft(form, {
    isPrivate: isPrivateField,
    record: draftKey ?? '',
    user: useSession().profile.login,
    version,
    ready: refusal === null && draftKey !== undefined,
  })

  const undo = () => {
    found.clear()
    if (record === null) form.reset()
    else take(record)
  }
  const { saverRef, leaveFreely } = useLeaving(options, record, { isDirty, undo })
  const { submit, resolve, busy, conflict, dropConflict } = useSaving(options, {
    record,
    versioned,
    clearDraft: found.clear,
    leaveFreely,
    onMade: setMade,
  })
  useEffect(() => {
    saverRef.current = submit
  })
  return {
    ...{ form, record, refusal, guard, isDirty, busy, submit, resolve, dropConflict, news, dropNews },
    // The message of one's own save may come before its answer.
    outdated: outdated && isDirty && !busy ? outdatedOf(options, record, from) : null,
    draft: onItsVersion(found, takeDraft, options.shape),
    replace: (next) => {
      found.clear()
      take(next)
    },
    undo,
    // Asked for when it is shown: a page may know the names only after its form is there.
    conflict: conflict && {
      ...conflict,
      differences: () => differencesOf(options, conflict, { from, guard }),
    },
    leaveFreely: () => {
      leaveFreely()
      found.clear()
    },
  }
}
