import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import { markRealtyObject, type RealtyObject } from '@ipoteka-office/contract/realty-objects.ts'
import { buildingFields } from '@ipoteka-office/contract/sections/building.ts'
import { realtyListFields } from '@ipoteka-office/contract/sections/realty-lists.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { mutation } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { useSession } from '#api/session.ts'
import { bankDay, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { takeSaved } from '#ui/take-saved.ts'
import { DraftNotice, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { realtyDifferences } from './realty-compare.ts'
import { RealtyDuplicates } from './realty-duplicates.tsx'
import { RealtyForm } from './realty-form.tsx'
import { RealtyPhotos } from './realty-photos.tsx'
import { RealtyApplications, RealtyFigures } from './realty-side.tsx'
import { type RealtyValues, realtyValueIssues, toRealtyInput, toRealtyValues } from './realty-values.ts'
import styles from './realty-objects.module.css'
import { useRealtySave } from './use-realty-save.ts'

const labels = {
  type: 'Тип объекта',
  number: 'Номер',
  address: 'Адрес',
  area: 'Площадь',
  price: 'Цена',
  rightKind: 'Вид права',
  ownership: 'Вид собственности',
  owners: 'Правообладатели',
  extractDate: 'Выписка ЕГРН от',
  comment: 'Комментарий',
  ...Object.fromEntries(Object.entries(realtyListFields).map(([name, { label }]) => [name, label])),
  ...Object.fromEntries(
    Object.entries(buildingFields).map(([name, { label }]) => [`building.${name}`, label]),
  ),
}

export interface RealtyEditorProps {
  readonly caseId: number
  /** К/З of the application. */
  readonly loanToValue: string | null
  /** Null: a new one. */
  readonly object: RealtyObject | null
  readonly start: RealtyValues
  readonly editable: RealtyObject['editable']
  readonly onSaved: (saved: RealtyObject) => void
  /** Somebody changed the object: read it again. */
  readonly onRefresh: () => void
}

function useRealtyForm({ object, start }: Pick<RealtyEditorProps, 'object' | 'start'>) {
  const form = useForm<RealtyValues>({
    ...checkedForm<RealtyValues>('Предмет ипотеки', (values) =>
      realtyValueIssues(values, bankDay(serverNow())),
    ),
    defaultValues: start,
  })
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [version, setVersion] = useState(object?.version ?? 0)
  const replace = (next: RealtyObject, sent?: RealtyValues): boolean => {
    setVersion(next.version)
    if (sent !== undefined) return takeSaved(form, toRealtyValues(next), sent)
    form.reset(toRealtyValues(next))
    return false
  }
  return { form, version, setVersion, replace }
}

function RemoveButton({ object, onDone }: { object: RealtyObject; onDone: () => void }) {
  const mark = useMutation(mutation(markRealtyObject))
  const change = async () => {
    try {
      const body = { removed: !object.removed, version: object.version }
      await mark.mutateAsync({ params: { id: String(object.id) }, body })
      onDone()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <Button
      loading={mark.isPending}
      disabledReason={object.editable.reasonDisabled}
      onClick={() => void change()}
    >
      {object.removed ? 'Вернуть в заявку' : 'Снять с заявки'}
    </Button>
  )
}

const isOpen = (object: RealtyObject | null, { enabled }: RealtyObject['editable']): boolean =>
  enabled && object?.removed !== true

/** Why there is nothing to save; a new object may be sent as it is, to be told what is missing. */
function saveReason(object: RealtyObject | null, editable: RealtyObject['editable'], isDirty: boolean) {
  if (!editable.enabled) return editable.reasonDisabled
  return object !== null && !isDirty ? 'Изменений нет' : null
}

/** The form of an object with its figures, other applications and history. */
export function RealtyEditor({
  caseId,
  loanToValue,
  object,
  start,
  editable,
  onSaved,
  onRefresh,
}: RealtyEditorProps) {
  const { form, version, setVersion, replace } = useRealtyForm({ object, start })
  const { isDirty } = form.formState
  const disabled = !isOpen(object, editable)
  const found = useDraft(form, {
    isPrivate: isPrivateField,
    record: object === null ? `realty/new/${caseId}` : `realty/${object.id}`,
    user: useSession().profile.login,
    version,
    ready: !disabled,
  })
  const { leaveFreely } = useUnsavedChanges(isDirty, found.clear, { search: true })
  const { submit, busy, conflict, resolve, dropConflict } = useRealtySave({
    caseId,
    object,
    form,
    version,
    onSaved: (saved, sent) => {
      // Before: what has been typed since goes into the next draft, and is asked about on leaving.
      found.clear()
      if (!replace(saved, sent)) leaveFreely()
      onSaved(saved)
    },
  })
  // A creation leads away from the form: what would be typed meanwhile had no place to stay.
  const creating = object === null && busy
  const outdated = object !== null && object.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(object)
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
    <div className={styles.layout}>
      <div className={styles.main}>
        <PageForm label="Предмет ипотеки" onSave={() => void submit()}>
          {object?.removed && (
            <p className={styles.notice}>Объект снят с заявки: верните его, чтобы изменить.</p>
          )}
          {!editable.enabled && <p className={styles.notice}>{editable.reasonDisabled}</p>}
          {outdated && isDirty && (
            <p className={styles.notice} role="status">
              Объект уже изменил кто-то другой. При сохранении можно будет сравнить значения по полям.
            </p>
          )}
          <DraftNotice found={draft} at={formatDateTime} />
          <RealtyDuplicates form={form} caseId={caseId} />
          <ErrorSummary control={form.control} labels={labels} setFocus={form.setFocus} />
          <RealtyForm form={form} disabled={disabled || creating} />
          <div className={styles.foot}>
            <span className="muted small">{isDirty ? 'Есть несохранённые изменения' : ''}</span>
            {object && <RemoveButton object={object} onDone={onRefresh} />}
            <Button onClick={() => form.reset()} disabled={!isDirty}>
              Отменить
            </Button>
            <Button
              type="submit"
              look="primary"
              loading={busy}
              disabledReason={saveReason(object, editable, isDirty)}
            >
              {object === null ? 'Добавить объект' : 'Сохранить'}
            </Button>
          </div>
        </PageForm>
        <RealtyPhotos object={object} />
      </div>
      <aside className={styles.side} aria-label="Показатели и заявки">
        <RealtyFigures form={form} loanToValue={loanToValue} median={object?.median ?? null} />
        {object && <RealtyApplications object={object} />}
      </aside>
      {conflict && (
        <CompareDialog
          open
          {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
          differences={realtyDifferences(
            toRealtyInput(conflict.mine),
            toRealtyInput(toRealtyValues(conflict.current)),
          )}
          onCancel={dropConflict}
          onApply={resolve}
        />
      )}
    </div>
  )
}
