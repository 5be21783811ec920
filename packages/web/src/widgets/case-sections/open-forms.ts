import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { createStore, type Store, useStore } from '#lib/store.ts'

/** A form of a section that is open on the page. */
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

/** The forms of this page, for its provider. */
export const useNewOpenForms = (): OpenForms => useState(createOpenForms)[0]

/** The forms of the page around; null outside one. */
export const useOpenForms = (): OpenForms | null => useContext(Context)

/** Whether any form of the page has unsaved changes. */
export const useAnyDirty = (forms: OpenForms): boolean => useStore(forms.dirty)

/** Puts a form among those of its page. */
export function useOpenForm(isDirty: boolean, save: () => Promise<boolean>, forget: () => void): void {
  const forms = useContext(Context)
  const latest = useRef({ isDirty, save, forget })
  useEffect(() => {
    latest.current = { isDirty, save, forget }
    forms?.tell()
  })
  useEffect(
    () =>
      forms?.add({
        isDirty: () => latest.current.isDirty,
        save: () => latest.current.save(),
        forget: () => latest.current.forget(),
      }),
    [forms],
  )
}
