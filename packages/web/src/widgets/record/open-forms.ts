import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore, type Store, useStore } from '#lib/store.ts'
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.ts'

/** A form that is open on a page with several. */
interface OpenForm {
  readonly isDirty: () => boolean
  /** True when it is on the server; false when it is wrong, came too late or failed. */
  readonly save: () => Promise<boolean>
  readonly forget: () => void
}

/** The forms of a page: each is saved by itself, but leaving and moving the case ask all of them. */
export interface OpenForms {
  readonly dirty: Store<boolean>
  readonly add: (form: OpenForm) => () => void
  readonly tell: () => void
  readonly saveAll: () => Promise<boolean>
  readonly forgetAll: () => void
}

function createOpenForms(): OpenForms {
  const forms = new Set<OpenForm>()
  const dirty = createStore(false)
  const tell = () => dirty.set([...forms].some((form) => form.isDirty()))
  return {
    dirty,
    tell,
    add: (form) => {
      forms.add(form)
      tell()
      return () => {
        forms.delete(form)
        tell()
      }
    },
    saveAll: async () => {
      for (const form of forms) if (form.isDirty() && !(await form.save())) return false
      return true
    },
    forgetAll: () => {
      for (const form of forms) form.forget()
    },
  }
}

const Context = createContext<OpenForms | null>(null)
/** Gives the forms below their page. */
export const OpenFormsProvider = Context.Provider

/** The forms of this page, for its provider; leaving it with changes in any of them is asked about once. */
export function useNewOpenForms(search: readonly string[]): OpenForms {
  const [forms] = useState(createOpenForms)
  useUnsavedChanges(useStore(forms.dirty), forms.forgetAll, { search, save: forms.saveAll })
  return forms
}

/** The forms of the page around; null outside one. */
export const useOpenForms = (): OpenForms | null => useContext(Context)

/**
 * Puts a form among those of its page, which asks about leaving for all of them; false where the form is alone. Null
 * for a form that is not part of the page, as in a dialog.
 */
export function useOpenForm(form: (Omit<OpenForm, 'isDirty'> & { isDirty: boolean }) | null): boolean {
  const around = useContext(Context)
  const forms = form === null ? null : around
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
    forms?.tell()
  })
  useEffect(
    () =>
      forms?.add({
        isDirty: () => latest.current?.isDirty ?? false,
        save: async () => (await latest.current?.save()) ?? true,
        forget: () => latest.current?.forget(),
      }),
    [forms],
  )
  return forms !== null
}
