import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import {
  type Approver,
  type ApproverState,
  type ApproverType,
  approverTypes,
  saveApprover,
} from '@ipoteka-office/contract/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRights } from '#api/rights.ts'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog } from '#ui/compare-dialog.tsx'
import { confirm } from '#ui/confirm-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { WithSidePanel } from '#ui/side-panel.tsx'
import { toast } from '#ui/toasts.tsx'
import { DraftNotice, type FoundDraft, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { PresenceLine } from '#widgets/presence-line.tsx'
import { type ApproverNames, differencesOf } from './approver-compare.ts'
import { ApproverForm } from './approver-form.tsx'
import {
  ApproverFormValues,
  approverFieldErrors,
  approverFieldLabels,
  fullNameOf,
  toFormValues,
} from './approver-form-values.ts'
import { ApproverHead } from './approver-head.tsx'
import { ApproverSide } from './approver-side.tsx'
import styles from './approvers.module.css'
import { lastApproversSearch } from './approvers-list-state.ts'
import { HandedOverDialog } from './handed-over.tsx'
import { type ApproverDictionaries, useApproverDictionaries } from './use-approver-dictionaries.ts'
import { useApproverSave } from './use-approver-save.tsx'

const noUpdate = 'Нет права на изменение сотрудников. Обратитесь к администратору'

/** Whether a message of the department's topic is about this approver; an empty list means many. */
const isAbout = (id: number) => (payload: unknown) => {
  const ids = typeof payload === 'object' && payload !== null && 'ids' in payload ? payload.ids : []
  return !Array.isArray(ids) || ids.length === 0 || ids.includes(id)
}

const namesOf = ({ levels, statuses, partners, regions }: ApproverDictionaries): ApproverNames => ({
  mortgageApplicationLevels: levels,
  mortgageApplicationStatuses: statuses,
  partners,
  regions,
})

const sameKey = 'approver-same'
const replacesChanges = {
  text: 'На форме есть несохранённые изменения. Прежние значения заменят их.',
  okText: 'Заменить',
  danger: true,
}

function useApproverForm(type: ApproverType, approver: Approver) {
  const form = useForm<ApproverFormValues>({
    ...checkedForm<ApproverFormValues>('Сотрудник', (values) => approverFieldErrors(values, type)),
    // Specification 1 §5: validated on every change, not only after the first blur.
    mode: 'onChange',
    defaultValues: toFormValues(approver),
  })
  // An earlier state that stands in the form until it is saved or taken back.
  const [earlier, setEarlier] = useState<{ state: ApproverState; at: string } | null>(null)
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [version, setVersion] = useState(approver.version)
  const replace = (next: Approver) => {
    form.reset(toFormValues(next))
    setVersion(next.version)
    setEarlier(null)
  }
  const restore = async (state: ApproverState, at: string) => {
    if (JSON.stringify(toFormValues(state)) === JSON.stringify(toFormValues(approver))) {
      toast.info('Значения и сейчас такие же', { key: sameKey })
      return false
    }
    const replaces = !form.formState.isDirty || (await confirm(replacesChanges))
    if (!replaces) return false
    form.reset(toFormValues(state), { keepDefaultValues: true })
    setEarlier({ state, at })
    // What was right then may be wrong now: the person sees it before saving.
    void form.trigger()
    // The note that says so stands above the fields, the history below them.
    window.scrollTo({ top: 0 })
    return true
  }
  return { form, version, setVersion, replace, earlier, restore }
}

/** A draft that was found, put back with the version it was written on, so that a late one meets the comparison. */
function restoringVersion(found: FoundDraft, setVersion: (version: number) => void): FoundDraft {
  return {
    ...found,
    restore: () => {
      if (!ApproverFormValues.safeParse(found.draft?.values).success) return found.discard()
      if (found.draft?.version) setVersion(found.draft.version)
      found.restore()
    },
  }
}

/** The form of a loaded approver with its head, its side panel and everything that guards its save. */
export function ApproverEditor({
  type,
  approver,
  onRefresh,
}: {
  type: ApproverType
  approver: Approver
  onRefresh: () => void
}) {
  const { id } = approver
  const listTitle = `Сотрудники ${approverTypes[type]}`
  const listHref = `/list-workload-employees/${type}`
  usePagePlace('Управление', { text: listTitle, href: listHref }, shortName(fullNameOf(approver)))

  const navigate = useNavigate()
  const mayUpdate = useRights().mayCall(saveApprover, { type })
  const dictionaries = useApproverDictionaries(type)
  const { form, version, setVersion, replace, earlier, restore } = useApproverForm(type, approver)
  const { isDirty } = form.formState

  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `approver/${type}/${id}`,
    user: useSession().profile.login,
    version,
    ready: mayUpdate,
  })
  useUnsavedChanges(isDirty, draft.clear)
  const { submit, busy, conflict, resolve, dropConflict, handedOver, dropHandedOver } = useApproverSave({
    type,
    approver,
    form,
    version,
    onSaved: (saved) => {
      replace(saved)
      draft.clear()
    },
  })

  useLiveRefresh(topics.approvers(type), onRefresh, isAbout(id))
  const outdated = approver.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(approver)
  })

  const restoring = { disabledReason: mayUpdate ? null : noUpdate, onRestore: restore }
  const back = () => void navigate({ to: listHref, search: lastApproversSearch(type) })
  return (
    <>
      <PageForm label={fullNameOf(approver)} onSave={() => void submit()}>
        <ApproverHead type={type} approver={approver}>
          <Button onClick={back}>Назад</Button>
          <Button type="submit" look="primary" loading={busy} disabledReason={mayUpdate ? null : noUpdate}>
            Сохранить
          </Button>
        </ApproverHead>
        <div className={styles.presence}>
          <PresenceLine topic={topics.presence('approver', id)} />
        </div>
        {!mayUpdate && (
          <p className={styles.notice} role="note">
            Только просмотр. {noUpdate}.
          </p>
        )}
        {outdated && isDirty && (
          <p className={styles.notice} role="status">
            Запись уже изменил кто-то другой. При сохранении можно будет сравнить значения по полям.
          </p>
        )}
        {earlier && isDirty && (
          <p className={styles.notice} role="status">
            На форме прежние значения: до изменения {formatDateTime(earlier.at)}. Проверьте и сохраните их.
          </p>
        )}
        <DraftNotice found={restoringVersion(draft, setVersion)} at={formatDateTime} />
        <ErrorSummary control={form.control} labels={approverFieldLabels} setFocus={form.setFocus} />
        <WithSidePanel panel={<ApproverSide type={type} id={id} restoring={restoring} />}>
          <ApproverForm
            type={type}
            known={[approver, ...(earlier ? [earlier.state] : [])]}
            form={form}
            dictionaries={dictionaries}
            readOnly={!mayUpdate}
          />
        </WithSidePanel>
      </PageForm>
      {handedOver !== null && (
        <HandedOverDialog type={type} id={id} version={handedOver} onClose={dropHandedOver} />
      )}
      {conflict && (
        <CompareDialog
          open
          {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
          differences={differencesOf(conflict.mine, conflict.current, type, namesOf(dictionaries))}
          onCancel={dropConflict}
          onApply={(choice) => void resolve(choice)}
        />
      )}
    </>
  )
}
