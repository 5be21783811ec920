import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { keyOf } from '#api/query.ts'
import { notifyFailure } from '../notify-failure.ts'
import { saveWithEcho } from '../own-echo.ts'
import type { Choice } from './difference.ts'
import { showFieldFailures } from './field-failures.ts'
import { type LateSave, lateSaveOf } from './late-save.ts'
import { mergeSides } from './merge-sides.ts'
import type { Met, RecordOptions, Versioned } from './record-options.ts'
import type { VersionedForm } from './use-versioned-form.ts'

/** What a save came to; `more`: it is done, and there are newer changes. */
type Outcome = 'done' | 'more' | 'failed'

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

/** Puts what the server answered in the place of what was known, and reads again what depends on it. */
function useAdopt<R extends Versioned, V extends FieldValues>(options: RecordOptions<R, V>) {
  const client = useQueryClient()
  return async (saved: R, how: Met) => {
    const { queryKey, invalidates = [] } = options
    if (queryKey) {
      // An answer that was asked for before the save must not come after it.
      await client.cancelQueries({ queryKey })
      // A colleague's later save may have been read before the answer to one's own came.
      client.setQueryData<R>(queryKey, (known) => (known && known.version > saved.version ? known : saved))
    }
    await options.onSaved?.(saved, how)
    for (const endpoint of invalidates) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
}

/** A save that came too late: what is on the server, who put it there, and what stands in the form. */
export interface Conflict<R, V> extends LateSave<R> {
  readonly mine: V
}

/** What a save stands on. */
interface Around<R, V extends FieldValues> {
  readonly record: R | null
  readonly versioned: VersionedForm<R, V>
  readonly clearDraft: () => void
  readonly leaveFreely: () => void
  /** Called with what a creation has made. */
  readonly onMade: (made: R) => void
}

/** Sends what stands in the form, one save at a time, and puts a late one before the person. */
export function useSaving<R extends Versioned, V extends FieldValues>(
  options: RecordOptions<R, V>,
  { record, versioned, clearDraft, leaveFreely, onMade }: Around<R, V>,
) {
  const { form, base, take, takeNothing } = versioned
  const adopt = useAdopt(options)
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict<R, V> | null>(null)
  const fail = (failure: unknown): Outcome => {
    const late = options.schema ? lateSaveOf(failure, options.schema) : null
    if (late) {
      setConflict({ ...late, mine: form.getValues() })
      return 'failed'
    }
    const marked = showFieldFailures(form, failure, options.fieldOf)
    if (options.onFailure?.(failure, form, marked) !== true && marked === 0) notifyFailure(failure)
    return 'failed'
  }
  const sendNow = async (sent: V, on: R | null): Promise<Outcome> => {
    const saved = await options.save(sent, base.current, on)
    // Before the answer is taken: what has been typed since goes into the next draft.
    clearDraft()
    const hasMore = saved === null ? takeNothing(sent) : take(saved, sent)
    if (record === null && !hasMore) leaveFreely()
    if (saved !== null) {
      if (record === null) onMade(saved)
      await adopt(saved, record === null ? 'created' : 'saved')
    }
    if (!hasMore) options.onDone?.()
    return hasMore ? 'more' : 'done'
  }
  const send = async (values: V, on: R | null): Promise<Outcome> => {
    // The form goes on changing the values in place.
    const sent = structuredClone(values)
    const { echo } = options
    setBusy(true)
    try {
      return await (echo ? saveWithEcho(echo.topic, () => sendNow(sent, on), echo.read) : sendNow(sent, on))
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
  const resolve = async (choice: Choice) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged =
      options.merge?.(mine, current, choice) ?? mergeSides(mine, options.toValues(current), choice)
    const isMineKept = Object.values(choice).includes('mine')
    setConflict(null)
    clearDraft()
    take(current)
    await adopt(current, isMineKept ? 'met' : 'kept')
    if (!isMineKept) return options.onDone?.()
    form.reset(merged, { keepDefaultValues: true })
    await sendIfWanted(merged, current)
  }
  return { submit, resolve, busy, conflict, dropConflict: () => setConflict(null) }
}
