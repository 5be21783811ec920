import { partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import { getPartner, Partner, updatePartnerCard } from '@ipoteka-office/contract/partners/partners.ts'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { usePartnerAccess } from '../partner-access.ts'
import { PartnerFields } from '../partner-fields.tsx'
import {
  namesOfPartner,
  type PartnerValues,
  partnerDifferences,
  partnerFieldLabels,
  partnerValueIssues,
  toPartnerInput,
  toPartnerValues,
} from '../partner-values.ts'
import styles from './main-tab.module.css'
import { usePartnerDictionaries } from '../use-partner-dictionaries.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

/** «Основное»: names, numbers, addresses and the place of the partner. */
export function MainTab({ partner }: { partner: Partner }) {
  const access = usePartnerAccess()
  const dictionaries = usePartnerDictionaries()
  const refresh = usePartnerRefresh()
  const params = { partnerId: String(partner.id) }
  const kit = useRecord<Partner, PartnerValues>({
    record: partner,
    name: 'Партнёр',
    draftKey: `partner/${partner.id}`,
    fields: partnerFields,
    toValues: toPartnerValues,
    check: partnerValueIssues,
    refusal: access.update,
    schema: Partner,
    save: (values, version, on) => {
      const parentId = values.parentId === null ? null : Number(values.parentId)
      const moved = parentId !== on?.parentId && { parentId }
      return call(updatePartnerCard, { params, body: { ...toPartnerInput(values), ...moved, version } })
    },
    onSaved: (_, how) => {
      refresh()
      if (how === 'saved') toast.success('Данные сохранены')
    },
    differences: (mine, server) => partnerDifferences(mine, server, dictionaries),
    queryKey: query(getPartner, { params }).queryKey,
    search: true,
  })
  const { isDirty } = kit
  return (
    <RecordForm kit={kit} label="Основное" labels={partnerFieldLabels} showRefusal={false}>
      <div className="card">
        <PartnerFields
          form={kit.form}
          disabled={kit.refusal !== null}
          dictionaries={dictionaries}
          known={namesOfPartner(partner)}
        />
        <div className={styles.formFoot}>
          <span className="muted small">{isDirty ? 'Есть несохранённые изменения' : ''}</span>
          <Button onClick={kit.undo} disabled={!isDirty}>
            Отменить
          </Button>
          <Button type="submit" look="primary" loading={kit.busy} disabledReason={kit.refusal}>
            Сохранить
          </Button>
        </div>
      </div>
    </RecordForm>
  )
}
