import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import { createFeatureToggle, type FeatureToggle } from '@ipoteka-office/contract/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRights } from '#api/rights.ts'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FormHead } from '#ui/form-section.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { WithSidePanel } from '#ui/side-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { DraftNotice, type FoundDraft, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import styles from './feature-toggles.module.css'
import { useRuleChoices } from './rule-names.ts'
import { ToggleActions } from './toggle-actions.tsx'
import { ToggleForm } from './toggle-form.tsx'
import { ToggleSide } from './toggle-side.tsx'
import { togglesMarks } from './toggle-state.ts'
import {
  toggleDifferences,
  toggleErrors,
  toggleLabels,
  ToggleValues,
  toToggleValues,
} from './toggle-values.ts'
import { useToggleSave } from './use-toggle-save.tsx'

const noUpdateText = 'Нет права на изменение переключателей. Обратитесь к администратору'

function useToggleForm(toggle: FeatureToggle | null) {
  const form = useForm<ToggleValues>({
    ...checkedForm<ToggleValues>('Переключатель', (values) => toggleErrors(values, toggle === null)),
    defaultValues: toToggleValues(toggle),
  })
  // The version the form began from; it stays behind while somebody else saves and there are own changes.
  const [version, setVersion] = useState(toggle?.version ?? 0)
  const replace = (next: FeatureToggle) => {
    form.reset(toToggleValues(next))
    setVersion(next.version)
  }
  const outdated = toggle !== null && toggle.version > version
  useEffect(() => {
    if (outdated && !form.formState.isDirty) replace(toggle)
  })
  return { form, version, setVersion, replace, outdated }
}

/** A draft that was found, put back with the version it was written on, so that a late one meets the comparison. */
function restoringVersion(found: FoundDraft, setVersion: (version: number) => void): FoundDraft {
  return {
    ...found,
    restore: () => {
      if (!ToggleValues.safeParse(found.draft?.values).success) return found.discard()
      if (found.draft?.version) setVersion(found.draft.version)
      found.restore()
    },
  }
}

/** The card of a toggle, or of a new one. */
export function ToggleEditor({ toggle, onRefresh }: { toggle: FeatureToggle | null; onRefresh: () => void }) {
  const listTitle = 'Переключатели функций'
  usePagePlace('Справочники', { text: listTitle, href: '/featureToggle' }, toggle?.key ?? 'Новый')
  const navigate = useNavigate()
  const noUpdate = useRights().mayCall(createFeatureToggle) ? null : noUpdateText
  const choices = useRuleChoices()
  const { form, version, setVersion, replace, outdated } = useToggleForm(toggle)
  const { isDirty } = form.formState
  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `featureToggle/${toggle?.id ?? 'new'}`,
    user: useSession().profile.login,
    version,
    ready: noUpdate === null,
  })
  const { leaveFreely } = useUnsavedChanges(isDirty, draft.clear)
  const { submit, busy, conflict, resolve, dropConflict } = useToggleSave({
    toggle,
    form,
    version,
    onSaved: (saved) => {
      replace(saved)
      draft.clear()
      if (toggle) return
      leaveFreely()
      void navigate({ to: '/featureToggle/$toggleId', params: { toggleId: String(saved.id) }, replace: true })
    },
  })
  useLiveRefresh(toggle ? topics.features : null, onRefresh)
  const toList = () => void navigate({ to: '/featureToggle' })
  const title = toggle?.title ?? 'Новый переключатель'
  return (
    <>
      <PageForm label={title} onSave={() => void submit()}>
        <div className={styles.sticky}>
          <FormHead
            title={title}
            subtitle={
              toggle && (
                <span className={styles.marks}>
                  <span>{toggle.key}</span>
                  {togglesMarks(toggle).map(({ text, tone }) => (
                    <Tag key={text} tone={tone}>
                      {text}
                    </Tag>
                  ))}
                </span>
              )
            }
          >
            <Button onClick={toList}>Назад</Button>
            {toggle && (
              <ToggleActions
                toggle={toggle}
                noUpdate={noUpdate}
                onDeleted={() => {
                  leaveFreely()
                  draft.clear()
                  toList()
                }}
              />
            )}
            <Button type="submit" look="primary" loading={busy} disabledReason={noUpdate}>
              {toggle ? 'Сохранить' : 'Создать'}
            </Button>
          </FormHead>
        </div>
        {noUpdate !== null && (
          <p className={styles.notice} role="note">
            Только просмотр. {noUpdate}.
          </p>
        )}
        {outdated && isDirty && (
          <p className={styles.notice} role="status">
            Переключатель уже изменил кто-то другой. При сохранении можно будет сравнить значения по полям.
          </p>
        )}
        <DraftNotice found={restoringVersion(draft, setVersion)} at={formatDateTime} />
        <ErrorSummary control={form.control} labels={toggleLabels} setFocus={form.setFocus} />
        <WithSidePanel panel={<ToggleSide toggle={toggle} control={form.control} choices={choices} />}>
          <ToggleForm toggle={toggle} form={form} choices={choices} readOnly={noUpdate !== null} />
        </WithSidePanel>
      </PageForm>
      {conflict && (
        <CompareDialog
          open
          {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
          differences={toggleDifferences(conflict.mine, conflict.current, choices)}
          onCancel={dropConflict}
          onApply={resolve}
        />
      )}
    </>
  )
}
