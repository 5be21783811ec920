import { type FocusEvent, useState } from 'react'

/**
 * Names a field while its list is open: everything around the list, the label with it, is hidden from readers then.
 * Answers what the input must carry.
 */
export function useOwnLabel(open: boolean, given: string | undefined) {
  const [label, setLabel] = useState<string>()
  const name = given ?? (open ? label : undefined)
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
      setLabel(currentTarget.labels?.[0]?.textContent?.trim() || undefined),
    ...(name !== undefined && { 'aria-label': name }),
  }
}
