import {
  createScorecard,
  listScorecards,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** Begins a draft with what another version says, or with what the house begins with, and opens it. */
export function useNewVersion(onOpened: (id: number) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const begin = (title: string, fromId: number | null) => {
    setBusy(true)
    call(createScorecard, { body: { title, fromId } })
      .then(({ id }) => {
        toast.success('Черновик новой версии создан')
        void client.invalidateQueries({ queryKey: keyOf(listScorecards) })
        onOpened(id)
      }, notifyFailure)
      .finally(() => setBusy(false))
  }
  return { begin, busy }
}
