import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { checkedForm } from '#ui/form/checked-form.ts'
import type { Difference } from './difference.ts'
import type { RecordOptions, Versioned } from './record-options.ts'
import { takeSaved } from './take-saved.ts'

/** What somebody else has just saved; it stands in the form already. */
export interface RecordNews {
  readonly by: string
  /** Moment with its zone, as the server tells it. */
  readonly at: string
  readonly changes: readonly Difference[]
}

/** The form with the version that it began from. */
export interface VersionedForm<R, V extends FieldValues> {
  readonly form: UseFormReturn<V>
  readonly version: number
  /** The version as it is now, before the page is drawn again. */
  readonly base: { readonly current: number }
  /** What mine began from; null: nobody knows any more. */
  readonly from: V | null
  /** Puts a state of the record into the form; true when something has been typed since `sent`, which stays. */
  readonly take: (next: R, sent?: V) => boolean
  /** The same where the record has not changed: the form goes back to what it began from. */
  readonly takeNothing: (sent: V) => boolean
  /** Goes on from the version that a draft was written on. */
  readonly takeDraft: (version: number) => void
  readonly outdated: boolean
  readonly news: RecordNews | null
  readonly dropNews: () => void
}

/** The form and the version that it began from, which stays behind while others save and there are own changes. */
export function useVersionedForm<R extends Versioned, V extends FieldValues>(
  { name, toValues, start, check, mode, author, differences }: RecordOptions<R, V>,
  record: R | null,
): VersionedForm<R, V> {
  const begin = (record === null ? start : toValues(record)) as DefaultValues<V>
  const form = useForm<V>({
    ...checkedForm<V>(name, check),
    ...(mode !== undefined && { mode }),
    defaultValues: begin,
  })
  const [version, show] = useState(record?.version ?? 0)
  const [from, setFrom] = useState<V | null>(() => form.getValues())
  const [news, setNews] = useState<RecordNews | null>(null)
  // A save that follows another one at once needs the version before the page is drawn again.
  const base = useRef(version)
  const setVersion = (next: number) => {
    base.current = next
    show(next)
  }
  const take = (next: R, sent?: V): boolean => {
    const values = toValues(next)
    setVersion(next.version)
    setFrom(values)
    if (sent !== undefined) return takeSaved(form, values, sent)
    form.reset(values)
    return false
  }
  const takeNothing = (sent: V): boolean => takeSaved(form, form.formState.defaultValues as V, sent)
  // An older draft has begun from values that are gone.
  const takeDraft = (older: number) => {
    if (older !== base.current) setFrom(null)
    setVersion(older)
  }
  const outdated = record !== null && record.version > version
  const takeOver = (next: R) => {
    const who = author?.(next)
    if (who && from !== null) {
      const changes = differences(from, next, from)
      if (changes.length > 0) setNews({ ...who, changes })
    }
    take(next)
  }
  useEffect(() => {
    if (outdated && !form.formState.isDirty) takeOver(record)
  })
  return {
    ...{ form, version, base, from, take, takeNothing, takeDraft, outdated },
    ...{ news, dropNews: () => setNews(null) },
  }
}
