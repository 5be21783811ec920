import { deleteLead, type LeadCard } from '@ipoteka-office/contract/leads/leads.ts'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '#widgets/case/case-data.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'

/** «В архив»: the lead leaves the list and can be brought back from its card. */
export function DeleteLeadButton({ lead, onDeleted }: { lead: LeadCard; onDeleted: () => void }) {
  const may = useRights().mayCall(deleteLead)
  const remove = async () => {
    const sure = await confirm({
      title: `Убрать лид ${lead.number} в архив?`,
      text: 'Он исчезнет из списка, задача по нему будет снята. Вернуть его можно с карточки.',
      okText: 'Убрать в архив',
    })
    if (!sure) return
    try {
      await call(deleteLead, {
        params: { leadId: String(lead.id) },
        query: { version: String(lead.version) },
      })
      await refreshHead(lead.id)
      toast.success('Лид в архиве')
      onDeleted()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <Button disabledReason={may ? null : 'Нет права удалять лиды'} onClick={() => void remove()}>
      В архив
    </Button>
  )
}
