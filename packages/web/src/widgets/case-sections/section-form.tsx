import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import {
  type CaseSection,
  type SectionCode,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/cases/sections/fields.ts'
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { DraftNotice, type FoundDraft, useDraft } from '#ui/form/use-draft.tsx'
import styles from './case-sections.module.css'
import { useErrorLabels } from './error-labels.ts'
import { focusField } from './focus-field.ts'
import { useOpenForm } from './open-forms.ts'
import type { Questionnaire } from './questionnaire-data.ts'
import { type FieldsPlace, SectionFieldsGrid } from './section-fields.tsx'
import { groupsOf } from './section-layout.ts'
import { dictionariesOf, useFormNames } from './section-names.ts'
import { Conflict, Gaps, News, Outdated } from './section-notices.tsx'
import { type Around, isShown, toData } from './section-values.ts'
import { useSectionSave } from './use-section-save.ts'
import { aroundOf, useSectionValues } from './use-section-values.ts'

/** What a form of a section is given. */
export interface SectionFormProps {
  readonly caseId: number
  readonly questionnaire: Questionnaire
  readonly section: CaseSection
  /** Whether the person may change the data now, and why not. */
  readonly editable: { readonly enabled: boolean; readonly reasonDisabled: string | null }
  /** Path of a field that a gap or a rule has led to; null: none. */
  readonly focus?: string | null
  readonly onFocused?: () => void
  /** Under the first fields: what follows from the values that are typed. */
  readonly after?: (typed: SectionValues) => ReactNode
}

/** A draft goes back with the version it was written on, so that a late one meets the comparison. */
function restoringVersion(found: FoundDraft, setVersion: (version: number) => void): FoundDraft {
  return {
    ...found,
    restore: () => {
      const { draft } = found
      if (typeof draft?.values !== 'object' || draft.values === null) return found.discard()
      if (draft.version !== null) setVersion(draft.version)
      found.restore()
    },
  }
}

function After({
  form,
  code,
  around,
  after,
}: {
  form: UseFormReturn
  code: SectionCode
  around: Around
  after: (typed: SectionValues) => ReactNode
}) {
  const values = useWatch({ control: form.control })
  return after(toData(sectionOf(code).fields, values, around))
}

/** The groups of fields; one is shown when some field of it has a sense now. */
function useGroups({ form: { control }, around }: FieldsPlace, code: SectionCode) {
  const { fields, title } = sectionOf(code)
  const groups = useMemo(() => groupsOf(code, title, Object.keys(fields)), [code, title, fields])
  const marks = useWatch({
    control,
    compute: (values: FieldValues) =>
      groups
        .map(({ names }) => {
          const any = names.some((name) => {
            const field = fields[name]
            return field !== undefined && isShown(field, values, around)
          })
          return any ? '1' : '0'
        })
        .join(''),
  })
  return groups.map((group, at) => ({ ...group, isShown: marks[at] === '1' }))
}

/** `after` stands under the first group. */
function Groups({
  place,
  code,
  groups,
  after,
}: {
  place: FieldsPlace
  code: SectionCode
  groups: ReturnType<typeof useGroups>
  after: ReactNode
}) {
  const { fields, title } = sectionOf(code)
  if (!groups.some((group) => group.isShown))
    return (
      <FormSection title={title} grid={false}>
        <p className="muted">
          Сейчас здесь нечего заполнять: поля появятся, когда этого потребуют другие разделы.
        </p>
      </FormSection>
    )
  return groups.map((group, at) => (
    <Fragment key={group.title}>
      {group.isShown && (
        <FormSection title={group.title}>
          <SectionFieldsGrid place={place} fields={fields} names={group.names} />
        </FormSection>
      )}
      {at === 0 && after}
    </Fragment>
  ))
}

/** A section of a questionnaire: its fields, its own save, what is missing, and what a colleague has changed. */
export function SectionForm(props: SectionFormProps) {
  const { caseId, questionnaire, section, editable, focus, onFocused, after } = props
  const { fields } = sectionOf(section.section)
  const names = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const around = useMemo(
    () => aroundOf(questionnaire, section.participantId),
    [questionnaire, section.participantId],
  )
  const { form, version, setVersion, base, replace, outdated, news, dropNews } = useSectionValues(
    section,
    around,
    names,
  )
  const { isDirty } = form.formState
  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record: `case/${caseId}/${section.section}/${section.participantId ?? ''}`,
    user: useSession().profile.login,
    version,
    ready: editable.enabled,
  })
  const { save, busy, conflict, resolve, dropConflict } = useSectionSave({
    caseId,
    section,
    fields,
    around,
    form,
    base,
    version,
    onSaved: (saved, sent) => {
      // Before: what has been typed since goes into the next draft.
      draft.clear()
      replace(saved, sent)
    },
  })
  useOpenForm(isDirty, save, draft.clear)
  const box = useRef<HTMLFormElement>(null)
  const go = (path: string) => {
    if (box.current) focusField(box.current, path, fields[path]?.label ?? '')
  }
  useEffect(() => {
    if (focus === null || focus === undefined) return
    go(focus)
    onFocused?.()
  })
  const place = useMemo(
    (): FieldsPlace => ({ form, around, names, disabled: !editable.enabled }),
    [form, around, names, editable.enabled],
  )
  const groups = useGroups(place, section.section)
  const labels = useErrorLabels(fields, form)
  return (
    <PageForm
      ref={box}
      className={styles.form}
      label={
        section.participantName ? `${section.sectionName}: ${section.participantName}` : section.sectionName
      }
      onSave={() => void save()}
    >
      {news && <News news={news} onClose={dropNews} />}
      {outdated && isDirty && !busy && <Outdated section={section} base={base} nameOf={names.nameOf} />}
      {editable.enabled && <DraftNotice found={restoringVersion(draft, setVersion)} at={formatDateTime} />}
      <ErrorSummary control={form.control} labels={labels} setFocus={(path) => go(String(path))} />
      <FormCard>
        <Groups
          place={place}
          code={section.section}
          groups={groups}
          after={after && <After form={form} code={section.section} around={around} after={after} />}
        />
        {(isDirty || groups.some((group) => group.isShown)) && (
          <footer className={styles.foot}>
            <Gaps questionnaire={questionnaire} section={section} around={around} form={form} onGo={go} />
            <div className={styles.buttons}>
              {isDirty && (
                <Button
                  onClick={() => {
                    form.reset(base)
                    draft.clear()
                  }}
                >
                  Отменить
                </Button>
              )}
              <Button
                type="submit"
                look="primary"
                loading={busy}
                disabledReason={
                  editable.enabled ? (isDirty ? null : 'Изменений нет') : editable.reasonDisabled
                }
              >
                Сохранить
              </Button>
            </div>
          </footer>
        )}
      </FormCard>
      {conflict && (
        <Conflict
          conflict={conflict}
          code={section.section}
          names={names}
          onCancel={dropConflict}
          onApply={(choice) => void resolve(choice)}
        />
      )}
    </PageForm>
  )
}
