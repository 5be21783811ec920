import type { GuardedFields } from '@ipoteka-office/contract/common/field-rights.ts'
import { useMemo } from 'react'
import { useRights } from '#api/rights.ts'
import { type GuardOf, nothingGuarded } from '#ui/form/field-guard.ts'

/** What rights to single fields make of a form. Who enters a new record knows what they type: nothing of it is hidden. */
export function useGuard(fields: GuardedFields | undefined, isNew: boolean): GuardOf {
  const rights = useRights()
  return useMemo(() => {
    if (fields === undefined) return nothingGuarded
    if (isNew) return (name) => ({ isHidden: false, refusal: rights.refusalOfEntry(fields[name]) })
    return (name) => ({
      isHidden: !rights.sees(fields[name]),
      refusal: rights.refusalOfChange(fields[name]),
    })
  }, [fields, isNew, rights])
}
