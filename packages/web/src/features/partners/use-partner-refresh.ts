import { listFilteredPartners } from '@ipoteka-office/contract/partners/partners.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf } from '#api/query.ts'

/** Reads everything about partners' cards again: what is on the screen at once, the rest when it is shown next. */
export function usePartnerRefresh(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith('/partner/:'),
    })
    void client.invalidateQueries({ queryKey: keyOf(listFilteredPartners) })
  }, [client])
}
