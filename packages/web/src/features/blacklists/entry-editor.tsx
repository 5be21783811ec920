import { type BlacklistKind, blacklistKinds } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { type BlacklistEntry, saveBlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { type Rights, useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { useErrorLabels } from '#widgets/case-sections/error-labels.ts'
import { focusField } from '#widgets/case-sections/focus-field.ts'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { dictionariesOf, useFormNames } from '#widgets/case-sections/section-names.ts'
import { RecordForm, RecordNotice } from '#widgets/record/record-form.tsx'
import styles from './blacklists.module.css'
import { alone, fieldsOf, groupsOf } from './entry-form-values.ts'
import { LevelTag, StateDot } from './entry-marks.tsx'
import { newEntryWords } from './entry-words.ts'
import { useEntryRecord } from './use-entry-record.ts'

/** Why an entry cannot be changed here; null when it can, at once or by a request. */
function refusalOf(entry: BlacklistEntry | null, rights: Rights, kind: BlacklistKind): string | null {
  if (entry === null) return null
  if (!rights.mayCall(saveBlacklistEntry, { kind })) return 'Нет права на изменение записей'
  return entry.state === 'DRAFT' ? null : entry.changes.change.reasonDisabled
}

function EditorHead({
  kind,
  entry,
  isActing,
  busy,
  reason,
}: {
  kind: BlacklistKind
  entry: BlacklistEntry | null
  isActing: boolean
  busy: boolean
  /** Why there is nothing to save. */
  reason: string | null
}) {
  const go = useNavigate()
  const back = () =>
    entry === null
      ? void go({ to: '/blacklist/$kind/viewAll', params: { kind } })
      : void go({ to: '/blacklist/$kind/view/$id', params: { kind, id: String(entry.id) } })
  return (
    <div className={styles.sticky}>
      <FormHead
        title={entry?.title || newEntryWords[kind]}
        subtitle={
          entry && (
            <span className={styles.marks}>
              Запись № {entry.id} <StateDot state={entry.state} /> <LevelTag {...entry} />
            </span>
          )
        }
      >
        <Button onClick={back}>Назад</Button>
        <Button type="submit" look="primary" loading={busy} disabledReason={reason}>
          {isActing ? 'Отправить на подтверждение' : 'Сохранить черновик'}
        </Button>
      </FormHead>
    </div>
  )
}

/** The form of an entry, or of a new one. */
export function EntryEditor({ kind, entry }: { kind: BlacklistKind; entry: BlacklistEntry | null }) {
  const title = entry?.title || newEntryWords[kind]
  usePagePlace('Чёрные списки', { text: blacklistKinds[kind], href: `/blacklist/${kind}/viewAll` }, title)
  const go = useNavigate()
  const hasReason = entry === null || entry.reason !== null
  const fields = useMemo(() => fieldsOf(kind, { hasReason }), [kind, hasReason])
  const names = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const isActing = entry !== null && entry.state !== 'DRAFT'
  const show = (id: number) =>
    void go({ to: '/blacklist/$kind/view/$id', params: { kind, id: String(id) }, replace: true })
  const kit = useEntryRecord({
    ...{ kind, entry, names },
    refusal: refusalOf(entry, useRights(), kind),
    onCreated: ({ id }) => show(id),
    onRequested: () => {
      if (entry !== null) show(entry.id)
    },
  })
  const { form } = kit
  const disabled = kit.refusal !== null || (entry === null && kit.busy)
  const place = useMemo(
    (): FieldsPlace => ({ form, around: alone, names, disabled }),
    [form, names, disabled],
  )
  const box = useRef<HTMLFormElement>(null)
  const labels = useErrorLabels(fields, form)
  const reason = kit.refusal ?? (entry !== null && !kit.isDirty ? 'Изменений нет' : null)
  return (
    <RecordForm
      kit={kit}
      box={box}
      label={title}
      labels={labels}
      enterSaves={false}
      focus={(path) => {
        if (box.current) focusField(box.current, path, fields[path]?.label ?? '')
      }}
      head={<EditorHead {...{ kind, entry, isActing, reason }} busy={kit.busy} />}
      notices={
        isActing &&
        kit.refusal === null && (
          <RecordNotice role="note">
            Запись действует: изменения вступят в силу, когда их подтвердит другой сотрудник.
          </RecordNotice>
        )
      }
    >
      <FormCard>
        {groupsOf(kind, hasReason).map(({ title: heading, names: shown }) => (
          <FormSection key={heading} title={heading}>
            <SectionFieldsGrid place={place} fields={fields} names={shown} />
          </FormSection>
        ))}
      </FormCard>
    </RecordForm>
  )
}
