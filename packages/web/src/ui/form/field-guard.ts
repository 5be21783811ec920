import { createContext, useContext } from 'react'

/** What stands in the way of one field of a form that the person otherwise may fill. */
export interface FieldGuard {
  /** Not shown at all. */
  readonly isHidden: boolean
  /** Shown and not changed, and why; null: changed like the others. */
  readonly refusal: string | null
}

/** Tells it of a field by its name. */
export type GuardOf = (name: string) => FieldGuard

const free: FieldGuard = { isHidden: false, refusal: null }
export const nothingGuarded: GuardOf = () => free

/** Given by the form around the fields. */
export const FieldGuards = createContext<GuardOf>(nothingGuarded)

/** What stands in the way of a field, by the path of its value. */
export const useFieldGuard = (path: string): FieldGuard => useContext(FieldGuards)(path.split('.')[0] ?? path)
