import { listPartnerHistory } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { query } from '#api/query.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'

/** Everything that was changed of a partner, the newest first. */
export function HistoryTab({ partnerId }: { partnerId: string }) {
  return (
    <FormCard>
      <FormSection title="История изменений" grid={false}>
        <HistoryList pages={(page) => query(listPartnerHistory, { params: { partnerId }, query: page })} />
      </FormSection>
    </FormCard>
  )
}
