import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { convertShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** «Создать полную заявку»: asks, makes it and opens it. */
export function useConversion(head: CaseHead): () => void {
  const go = useNavigate()
  const convert = async () => {
    const sure = await confirm({
      title: 'Создать полную заявку?',
      text: 'Данные клиента, созаёмщиков и кредита перейдут в неё. Краткая заявка больше не изменится.',
      okText: 'Создать',
    })
    if (!sure) return
    try {
      const full = await call(convertShortApplication, {
        params: { id: String(head.id) },
        body: { version: head.version },
      })
      toast.success(`Создана полная заявка ${full.number}`, { keepOnRouteChange: true })
      void go({ to: casePath('FULL_APPLICATION', full.id) })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return () => void convert()
}
