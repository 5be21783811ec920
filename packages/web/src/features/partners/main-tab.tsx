import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import type { Partner } from '@ipoteka-office/contract/partners.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { DraftNotice, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { usePartnerAccess } from './partner-access.ts'
import { PartnerFields } from './partner-fields.tsx'
import {
  namesOfPartner,
  type PartnerValues,
  partnerDifferences,
  partnerFieldLabels,
  partnerValueIssues,
  toPartnerValues,
} from './partner-values.ts'
import styles from './partners.module.css'
import { usePartnerDictionaries } from './use-partner-dictionaries.ts'
import { usePartnerSave } from './use-partner-save.ts'

function useMainForm(partner: Partner) {
  const form = useForm<PartnerValues>({
    ...checkedForm<PartnerValues>('Партнёр', (values) => partnerValueIssues(values)),
    defaultValues: toPartnerValues(partner),
  })
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [version, setVersion] = useState(partner.version)
  const replace = (next: Partner) => {
    form.reset(toPartnerValues(next))
    setVersion(next.version)
  }
  return { form, version, setVersion, replace }
}

/** «Основное»: names, numbers, addresses and the place of the partner. */
export function MainTab({ partner }: { partner: Partner }) {
  const access = usePartnerAccess()
  const mayUpdate = access.update === null
  const dictionaries = usePartnerDictionaries()
  const { form, version, setVersion, replace } = useMainForm(partner)
  const { isDirty } = form.formState
  const found = useDraft(form, {
    isPrivate: isPrivateField,
    record: `partner/${partner.id}`,
    user: useSession().profile.login,
    version,
    ready: mayUpdate,
  })
  useUnsavedChanges(isDirty, found.clear, { search: true })
  const { submit, busy, conflict, resolve, dropConflict } = usePartnerSave({
    partner,
    form,
    version,
    onSaved: (saved) => {
      replace(saved)
      found.clear()
    },
  })
  const outdated = partner.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(partner)
  })
  const draft = {
    ...found,
    // A late draft is put back with its version, so that its save meets the comparison.
    restore: () => {
      if (found.draft?.version) setVersion(found.draft.version)
      found.restore()
    },
  }
  return (
    <PageForm label="Основное" onSave={() => void submit()}>
      {outdated && isDirty && (
        <p className={styles.notice} role="status">
          Запись уже изменил кто-то другой. При сохранении можно будет сравнить значения по полям.
        </p>
      )}
      <DraftNotice found={draft} at={formatDateTime} />
      <ErrorSummary control={form.control} labels={partnerFieldLabels} setFocus={form.setFocus} />
      <div className="card">
        <PartnerFields
          form={form}
          disabled={!mayUpdate}
          locked={access.operator}
          dictionaries={dictionaries}
          known={namesOfPartner(partner)}
        />
        <div className={styles.formFoot}>
          <span className="muted small">{isDirty ? 'Есть несохранённые изменения' : ''}</span>
          <Button onClick={() => form.reset()} disabled={!isDirty}>
            Отменить
          </Button>
          <Button type="submit" look="primary" loading={busy} disabledReason={access.update}>
            Сохранить
          </Button>
        </div>
      </div>
      {conflict && (
        <CompareDialog
          open
          {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
          differences={partnerDifferences(conflict.mine, conflict.current, dictionaries)}
          onCancel={dropConflict}
          onApply={resolve}
        />
      )}
    </PageForm>
  )
}
