import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import {
  type Draft,
  draftKey,
  type IsPrivate,
  overDraft,
  readDraft,
  writeDraft,
} from '#ui/form/draft-storage.ts'
import styles from './record.module.css'

/** A draft found for the record, and what can be done with it. */
export type FoundDraft = {
  draft: Draft | null
  /** Puts the draft's values into the form as unsaved changes. */
  restore: () => void
  discard: () => void
  /** To be called after a save and after «leave without saving». */
  clear: () => void
}

/** Whose draft of what; `isPrivate` names the fields that are never kept. */
export interface DraftOf {
  record: string
  user: string
  version: number | null
  ready: boolean
  isPrivate: IsPrivate
}

/**
 * Keeps unsaved values of a form in this browser, so that they survive a reload and a new sign-in.
 * `record` names the record («approver/nis/12»), `user` the person; nothing is kept while `ready` is false.
 */
export function useDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  { record, user, version, ready, isPrivate }: DraftOf,
): FoundDraft {
  const key = draftKey(user, record)
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(localStorage, key, Date.now()))
  const pending = useRef<(() => void) | null>(null)

  useEffect(() => setDraft(readDraft(localStorage, key, Date.now())), [key])

  useEffect(() => {
    if (!ready) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = false
    const flush = () => {
      clearTimeout(timer)
      pending.current?.()
      pending.current = null
    }
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      // `form.formState` is that of the last render, one change behind; the message has the state after it.
      callback: ({ values, isDirty }) => {
        clearTimeout(timer)
        pending.current = null
        if (!isDirty) {
          // Changes that were taken back leave no draft; one of an earlier visit waits for its answer.
          if (written) localStorage.removeItem(key)
          return
        }
        pending.current = () => {
          written = writeDraft(localStorage, key, { values, version, isPrivate }, Date.now())
        }
        timer = setTimeout(flush, 400)
      },
    })
    window.addEventListener('pagehide', flush)
    return () => {
      flush()
      stop()
      window.removeEventListener('pagehide', flush)
    }
  }, [form, key, version, ready, isPrivate])

  const clear = () => {
    pending.current = null
    localStorage.removeItem(key)
    setDraft(null)
  }
  const restore = () => {
    if (draft) form.reset(overDraft(form.getValues(), draft.values) as T, { keepDefaultValues: true })
    setDraft(null)
  }
  return { draft, restore, discard: clear, clear }
}

/** Offers the draft that was found; nothing when there is none. `at` says when it was written. */
export function DraftNotice({ found, at }: { found: FoundDraft; at: (savedAt: string) => string }) {
  if (!found.draft) return null
  return (
    <div className={styles.draft} role="status">
      <span>
        Есть несохранённые изменения: {at(found.draft.savedAt)}
        {found.draft.partial && '. Паспорт, ИНН, СНИЛС и доходы в черновике не хранятся: введите их заново'}
      </span>
      <Button look="link" onClick={found.restore}>
        Восстановить
      </Button>
      <Button look="link" onClick={found.discard}>
        Удалить черновик
      </Button>
    </div>
  )
}
