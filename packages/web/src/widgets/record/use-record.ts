import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { keyOf } from '#api/query.ts'
import { useSession } from '#api/session.ts'
import { type Check, checkedForm } from '#ui/form/checked-form.ts'
import type { Difference, Side } from '#ui/overlay/compare-dialog.tsx'
import { takeSaved } from '#ui/form/take-saved.ts'
import { type FoundDraft, useDraft } from '#ui/form/use-draft.tsx'
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.ts'
import { showFieldFailures } from './field-failures.ts'
import { type LateSave, lateSaveOf } from './late-save.ts'
import { notifyFailure } from '../notify-failure.ts'
import { mergeSides } from './merge-sides.ts'

/** Whatever the server keeps with a version. */
export interface Versioned {
  readonly version: number
}

/** Where a state of the record comes from: an own save, the creation, or a save that came too late. */
export type Met = 'saved' | 'created' | 'met'

/** What a record's form is made of; what differs from area to area and nothing else. */
export interface RecordOptions<R extends Versioned, V extends FieldValues> {
  /** As the server has it; null: a new one. */
  readonly record: R | null
  /** What it is called in the log of checks: «Сотрудник партнёра». */
  readonly name: string
  /** Which draft belongs to it: «employee/12». */
  readonly draftKey: string
  readonly toValues: (record: R) => V
  /** The values that a new record begins with. */
  readonly start?: V
  /** What is wrong with the values, by the rules that the server holds too. */
  readonly check?: Check<V>
  /** When fields are checked, where it is not after the first leaving of a field. */
  readonly mode?: UseFormProps<V>['mode']
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
  /** Called with every state that the server answers, before it stands in the form. */
  readonly onSaved?: (saved: R, how: Met) => void | Promise<void>
  /** A failure that is neither late nor about fields; answers whether it was shown. */
  readonly onFailure?: (failure: unknown, form: UseFormReturn<V>) => boolean
  /** Called when the form itself has found mistakes. */
  readonly onMistakes?: (form: UseFormReturn<V>) => void
  /** The fields in which mine and the server's differ, in words; `base`: the values that mine began from. */
  readonly differences: (mine: V, server: R, base: V) => readonly SuggestedDifference[]
  /** The values after a side was chosen; by top-level names otherwise. */
  readonly merge?: (mine: V, server: R, choice: Readonly<Record<string, Side>>) => V
  /** The answer that is kept of the record, replaced by what a save answers. */
  readonly queryKey?: QueryKey
  /** What depends on the record and is read again after a save: its history, its list. */
  readonly invalidates?: readonly EndpointSpec[]
  /** A change of the address after `?` is leaving too: any, or of these keys. */
  readonly search?: boolean | readonly string[]
}

/** A difference and the side that it most likely wants, where one is known. */
export interface SuggestedDifference extends Difference {
  readonly suggested?: Side | null
}

/** A save that came too late: what is on the server, who put it there, and what stands in the form. */
interface Conflict<R, V> extends LateSave<R> {
  readonly mine: V
}

/** The form of a record with everything that guards its save. */
export interface RecordKit<R extends Versioned, V extends FieldValues> {
  readonly form: UseFormReturn<V>
  readonly record: R | null
  readonly refusal: string | null
  readonly isDirty: boolean
  readonly busy: boolean
  /** Somebody else has saved it meanwhile, and there are own changes. */
  readonly outdated: boolean
  readonly draft: FoundDraft
  readonly submit: () => Promise<boolean>
  /** Puts what another command has made of the record into the form, in the place of own changes. */
  readonly replace: (next: R) => void
  /** Takes all own changes back. */
  readonly undo: () => void
  readonly conflict: (LateSave<R> & { readonly differences: () => readonly SuggestedDifference[] }) | null
  readonly resolve: (choice: Record<string, Side>) => Promise<void>
  readonly dropConflict: () => void
  /** Lets the next leave pass, e.g. after the record was deleted; its draft goes. */
  readonly leaveFreely: () => void
}

type Take<R, V> = (next: R, sent?: V) => boolean

/** The form and the version that it began from, which stays behind while others save and there are own changes. */
function useVersionedForm<R extends Versioned, V extends FieldValues>({
  record,
  name,
  toValues,
  start,
  check,
  mode,
}: RecordOptions<R, V>) {
  const form = useForm<V>({
    ...checkedForm<V>(name, check),
    ...(mode !== undefined && { mode }),
    defaultValues: (record === null ? start : toValues(record)) as DefaultValues<V>,
  })
  const [version, show] = useState(record?.version ?? 0)
  // What mine is compared with, to tell which side has changed a field; null: nobody knows any more.
  const [from, setFrom] = useState<V | null>(() => form.getValues())
  // A save that follows another one at once needs the version before the page is drawn again.
  const base = useRef(version)
  const setVersion = (next: number) => {
    base.current = next
    show(next)
  }
  // What has been typed since the save was sent stays, as a change for the next one: true when there is such.
  const take: Take<R, V> = (next, sent) => {
    const values = toValues(next)
    setVersion(next.version)
    setFrom(values)
    if (sent !== undefined) return takeSaved(form, values, sent)
    form.reset(values)
    return false
  }
  // An older draft has begun from values that are gone.
  const takeDraft = (version: number) => {
    if (version !== base.current) setFrom(null)
    setVersion(version)
  }
  const outdated = record !== null && record.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) take(record)
  })
  return { form, version, base, from, take, takeDraft, outdated }
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
  { differences }: RecordOptions<R, V>,
  { mine, current }: Conflict<R, V>,
  from: V | null,
): readonly SuggestedDifference[] {
  const found = differences(mine, current, from ?? mine)
  return from === null ? found.map((one) => ({ ...one, suggested: null })) : found
}

/** Puts what the server answered in the place of what was known, and reads again what depends on it. */
function useAdopt<R extends Versioned, V extends FieldValues>(options: RecordOptions<R, V>) {
  const client = useQueryClient()
  return async (saved: R, how: Met) => {
    const { queryKey, invalidates = [] } = options
    if (queryKey) {
      // An answer that was asked for before the save must not come after it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, saved)
    }
    await options.onSaved?.(saved, how)
    for (const endpoint of invalidates) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
}

/** One save at a time; what is asked for during one is sent after it, as it stands in the form then. */
function useOneByOne(run: () => Promise<Outcome>): () => Promise<boolean> {
  const running = useRef<Promise<Outcome> | null>(null)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const submit = async (): Promise<boolean> => {
    const before = running.current
    if (before !== null) return (await before) === 'more' ? submit() : (await before) === 'done'
    running.current = latest.current().finally(() => {
      running.current = null
    })
    return (await running.current) === 'done'
  }
  return submit
}

/** What a save came to; `more`: it is done, and there are newer changes. */
type Outcome = 'done' | 'more' | 'failed'

/** Everything between a record and its form: version, draft, save, late save, leaving. */
export function useRecord<R extends Versioned, V extends FieldValues>(
  options: RecordOptions<R, V>,
): RecordKit<R, V> {
  const { record, draftKey, refusal, toValues, search = false } = options
  const { form, version, base, from, take, takeDraft, outdated } = useVersionedForm(options)
  const adopt = useAdopt(options)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict<R, V> | null>(null)
  const { isDirty } = form.formState
  const found = useDraft(form, {
    isPrivate: isPrivateField,
    record: draftKey,
    user: useSession().profile.login,
    version,
    ready: refusal === null,
  })

  const saver = useRef<() => Promise<boolean>>(async () => false)
  const guard = useUnsavedChanges(isDirty, found.clear, {
    search,
    // A new record leads to a page of its own once it is there.
    ...(record !== null && refusal === null && { save: () => saver.current() }),
  })

  const fail = (failure: unknown): Outcome => {
    const late = options.schema ? lateSaveOf(failure, options.schema) : null
    if (late) setConflict({ ...late, mine: form.getValues() })
    else if (options.onFailure?.(failure, form) !== true && showFieldFailures(form, failure) === 0)
      notifyFailure(failure)
    return 'failed'
  }
  const takeAnswer = (saved: R | null, sent: V): boolean => {
    // Before the answer is taken: what has been typed since goes into the next draft.
    found.clear()
    if (saved !== null) return take(saved, sent)
    form.reset()
    return false
  }
  const send = async (values: V, on: R | null): Promise<Outcome> => {
    // The form goes on changing the values in place.
    const sent = structuredClone(values)
    setBusy(true)
    try {
      const saved = await options.save(sent, base.current, on)
      const hasMore = takeAnswer(saved, sent)
      if (record === null && !hasMore) guard.leaveFreely()
      if (saved !== null) await adopt(saved, record === null ? 'created' : 'saved')
      return hasMore ? 'more' : 'done'
    } catch (failure) {
      return fail(failure)
    } finally {
      setBusy(false)
    }
  }
  const sendIfWanted = async (values: V, on: R | null): Promise<Outcome> =>
    (await (options.before?.(values, on, form) ?? true)) ? send(values, on) : 'failed'
  const submit = useOneByOne(async () => {
    let outcome: Outcome = 'failed'
    await form.handleSubmit(
      async (values) => {
        outcome = await sendIfWanted(values, record)
      },
      () => options.onMistakes?.(form),
    )()
    return outcome
  })
  useEffect(() => {
    saver.current = submit
  })
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = options.merge?.(mine, current, choice) ?? mergeSides(mine, toValues(current), choice)
    setConflict(null)
    found.clear()
    take(current)
    await adopt(current, 'met')
    if (!Object.values(choice).includes('mine')) return
    form.reset(merged, { keepDefaultValues: true })
    await sendIfWanted(merged, current)
  }
  return {
    ...{ form, record, refusal, isDirty, busy, submit, resolve },
    outdated: outdated && isDirty,
    draft: onItsVersion(found, takeDraft, options.shape),
    replace: (next) => {
      found.clear()
      take(next)
    },
    undo: () => {
      found.clear()
      if (record === null) form.reset()
      else take(record)
    },
    // Asked for when it is shown: a page may know the names only after its form is there.
    conflict: conflict && { ...conflict, differences: () => differencesOf(options, conflict, from) },
    dropConflict: () => setConflict(null),
    leaveFreely: () => {
      guard.leaveFreely()
      found.clear()
    },
  }
}
