import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { useState } from 'react'
import { statusOf } from '#api/failure.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../../notify-failure.ts'
import { acceptHead, refreshHead } from '../case-data.ts'

/** What a dialog of an action is given. */
export interface AnswerProps {
  readonly head: CaseHead
  readonly action: AllowedAction
  readonly onClose: () => void
}

/** Sends what a dialog of an action has gathered; the head that comes back takes the place of the one on the page. */
export function useAnswer(head: CaseHead, label: string, onClose: () => void) {
  const [busy, setBusy] = useState(false)
  const send = async (answer: () => Promise<CaseHead>) => {
    if (busy) return
    setBusy(true)
    try {
      const moved = await answer()
      acceptHead(moved)
      toast.success(`${label}: готово. Этап: ${moved.stageName}`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
      // Somebody was quicker: the page shows what the case has become, and the dialog with its words goes on.
      if (statusOf(failure) === 409) await refreshHead(head.id)
    } finally {
      setBusy(false)
    }
  }
  return { busy, send }
}
