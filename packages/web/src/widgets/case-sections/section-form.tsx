import { type CaseSection, type SectionCode, sectionOf } from '@ipoteka-office/contract/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { useSession } from '#api/session.ts'
import { bankDay, formatDateTime, formatMoment } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { CompareDialog, type Side } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { formRules } from '#ui/field.tsx'
import { fieldErrorsOf } from '#ui/form-errors.ts'
import { FormCard, FormSection } from '#ui/form-section.tsx'
import { DraftNotice, type FoundDraft, useDraft } from '#ui/use-draft.tsx'
import styles from './case-sections.module.css'
import { focusField } from './focus-field.ts'
import { useOpenForm } from './open-forms.ts'
import { type Questionnaire, withSection } from './questionnaire-data.ts'
import { type SectionDifference, sectionDifferences } from './section-compare.ts'
import { type FieldsPlace, SectionFieldsGrid } from './section-fields.tsx'
import { groupsOf } from './section-layout.ts'
import { dictionariesOf, type FormNames, useFormNames } from './section-names.ts'
import { type Around, type FormValues, isShown, toData, toForm, valueIssues } from './section-values.ts'
import { type SectionConflict, useSectionSave } from './use-section-save.ts'

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

function aroundOf({ data }: Questionnaire, participantId: number | null): Around {
  const person = data.participants.find(({ id }) => id === participantId)
  return {
    sections: data.sections,
    participant: person ? { role: person.role, sections: person.sections } : null,
  }
}

/** Everything that is wrong with the values by the contract's rules. */
function issuesOf(code: SectionCode, values: FormValues, around: Around) {
  const { fields, issues } = sectionOf(code)
  const found = valueIssues(fields, values, around)
  const across = issues?.(toData(fields, values, around), bankDay(serverNow())) ?? []
  return [...found, ...across.map(({ path, message }) => ({ path: path.split('.'), message }))]
}

/** The form of a section with the version that it began from; somebody else's save is taken over while nothing is typed. */
function useSectionValues(section: CaseSection, around: Around, names: FormNames) {
  const { fields } = sectionOf(section.section)
  const latest = useRef(around)
  latest.current = around
  const form = useForm<FieldValues>({
    ...formRules,
    defaultValues: toForm(fields, section.data),
    resolver: (values) => {
      const wrong = issuesOf(section.section, values, latest.current)
      return wrong.length > 0
        ? { values: {}, errors: fieldErrorsOf(wrong) as FieldErrors }
        : { values, errors: {} }
    },
  })
  const [version, setVersion] = useState(section.version)
  const [base, setBase] = useState<FormValues>(() => toForm(fields, section.data))
  const [news, setNews] = useState<{ by: string; at: string; changes: SectionDifference[] } | null>(null)
  const replace = (next: CaseSection) => {
    const values = toForm(fields, next.data)
    form.reset(values)
    setBase(values)
    setVersion(next.version)
  }
  const outdated = section.version !== version
  useEffect(() => {
    if (!outdated || form.formState.isDirty) return
    const server = toForm(fields, section.data)
    const changes = sectionDifferences(fields, { base, mine: base, server }, names.nameOf)
    if (changes.length > 0) setNews({ by: section.savedBy ?? 'коллега', at: section.savedAt ?? '', changes })
    replace(section)
  })
  return { form, version, setVersion, base, replace, outdated, news, dropNews: () => setNews(null) }
}

/** What a colleague has just saved in this section. */
function News({
  news: { by, at, changes },
  onClose,
}: {
  news: { by: string; at: string; changes: readonly SectionDifference[] }
  onClose: () => void
}) {
  return (
    <div className={styles.news} role="status">
      <div>
        Раздел изменён: {by}, {formatMoment(at, serverNow())}
        <ul>
          {changes.slice(0, 5).map(({ key, label, mine, server }) => (
            <li key={key}>
              {label}: {mine || '−'} → <b>{server || '−'}</b>
            </li>
          ))}
          {changes.length > 5 && <li>и ещё {changes.length - 5}</li>}
        </ul>
      </div>
      <Button look="link" onClick={onClose}>
        Понятно
      </Button>
    </div>
  )
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

function Conflict({
  conflict,
  code,
  names,
  onCancel,
  onApply,
}: {
  conflict: SectionConflict
  code: SectionCode
  names: FormNames
  onCancel: () => void
  onApply: (choice: Record<string, Side>) => void
}) {
  const { fields } = sectionOf(code)
  const { base, mine, current, changedBy } = conflict
  const differences = sectionDifferences(
    fields,
    { base, mine, server: toForm(fields, current.data) },
    names.nameOf,
  )
  const suggested = differences.flatMap(({ key, suggested: side }) => (side ? [[key, side] as const] : []))
  return (
    <CompareDialog
      open
      {...(changedBy !== null && { changedBy })}
      differences={differences}
      suggested={Object.fromEntries(suggested)}
      onCancel={onCancel}
      onApply={onApply}
    />
  )
}

/** Every field's label by its path, for the summary of errors. */
function useErrorLabels(code: SectionCode, form: UseFormReturn): Record<string, string> {
  const { errors } = form.formState
  return useMemo(() => {
    const labels: Record<string, string> = {}
    for (const [name, field] of Object.entries(sectionOf(code).fields)) {
      labels[name] = field.label
      const rows: unknown = errors[name]
      if (!field.fields || !Array.isArray(rows)) continue
      for (const at of rows.keys())
        for (const [inner, { label }] of Object.entries(field.fields))
          labels[`${name}.${at}.${inner}`] =
            `${field.itemLabel ?? field.label} ${at + 1}: ${label.toLowerCase()}`
    }
    return labels
  }, [code, errors])
}

/** What is still missing, each entry leading to its field; told again as the person types. */
function Gaps({
  props: { questionnaire, section },
  around,
  form,
  onGo,
}: {
  props: SectionFormProps
  around: Around
  form: UseFormReturn
  onGo: (field: string) => void
}) {
  const { data } = questionnaire
  const values = useWatch({ control: form.control })
  const { fields } = sectionOf(section.section)
  const typed = withSection(data, section.section, section.participantId, toData(fields, values, around))
  const person = typed.participants.find(({ id }) => id === section.participantId) ?? null
  const { filled, needed, gaps } = sectionCompleteness(section.section, typed, person)
  if (needed === 0) return null
  return (
    <div className={styles.gaps}>
      <span className={gaps.length === 0 ? styles.full : undefined}>
        Заполнено {filled} из {needed}
      </span>
      {gaps.length > 0 && (
        <ul aria-label="Не заполнено">
          {gaps.slice(0, 3).map(({ field, label }) => (
            <li key={field}>
              <Button look="link" onClick={() => onGo(field)}>
                {label}
              </Button>
            </li>
          ))}
          {gaps.length > 3 && <li className="muted">и ещё {gaps.length - 3}</li>}
        </ul>
      )}
    </div>
  )
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

/** The groups of fields; one without a field that has a sense now is left out. `after` stands under the first. */
function Groups({ place, code, after }: { place: FieldsPlace; code: SectionCode; after: ReactNode }) {
  const { fields, title } = sectionOf(code)
  const groups = useMemo(() => groupsOf(code, title, Object.keys(fields)), [code, title, fields])
  const shown = useWatch({
    control: place.form.control,
    compute: (values: FieldValues) =>
      groups
        .map(({ names }) => {
          const any = names.some((name) => {
            const field = fields[name]
            return field !== undefined && isShown(field, values, place.around)
          })
          return any ? '1' : '0'
        })
        .join(''),
  })
  return groups.map((group, at) => (
    <Fragment key={group.title}>
      {shown[at] === '1' && (
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
    onSaved: (saved) => {
      replace(saved)
      draft.clear()
    },
  })
  useOpenForm(isDirty, save, draft.clear)
  const box = useRef<HTMLFormElement>(null)
  const go = (path: string) => {
    if (box.current) focusField(box.current, path)
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
  const keyDown = (event: KeyboardEvent) => {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (editable.enabled && isDirty) void save()
  }
  const labels = useErrorLabels(section.section, form)
  return (
    <form
      ref={box}
      className={styles.form}
      noValidate
      aria-label={
        section.participantName ? `${section.sectionName}: ${section.participantName}` : section.sectionName
      }
      onKeyDown={keyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {news && <News news={news} onClose={dropNews} />}
      {outdated && isDirty && (
        <p className={styles.news} role="status">
          {section.savedBy ?? 'Коллега'} уже сохранил(а) этот раздел. При сохранении можно будет сравнить
          значения по полям.
        </p>
      )}
      {editable.enabled && <DraftNotice found={restoringVersion(draft, setVersion)} at={formatDateTime} />}
      <ErrorSummary control={form.control} labels={labels} setFocus={(path) => go(String(path))} />
      <FormCard>
        <Groups
          place={place}
          code={section.section}
          after={after && <After form={form} code={section.section} around={around} after={after} />}
        />
        <footer className={styles.foot}>
          <Gaps props={props} around={around} form={form} onGo={go} />
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
              disabledReason={editable.enabled ? (isDirty ? null : 'Изменений нет') : editable.reasonDisabled}
            >
              Сохранить
            </Button>
          </div>
        </footer>
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
    </form>
  )
}
