import {
  type CaseSection,
  type SectionCode,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { RecordForm } from '../record/record-form.tsx'
import styles from './section-form.module.css'
import { useErrorLabels } from './error-labels.ts'
import { type FixedFields, withFixed } from './fixed-fields.ts'
import { focusField } from './focus-field.ts'
import type { Questionnaire } from './questionnaire-data.ts'
import { type FieldsPlace, SectionFieldsGrid } from './section-fields.tsx'
import { groupsOf } from './section-layout.ts'
import { dictionariesOf, useFormNames } from './section-names.ts'
import { Gaps } from './section-gaps.tsx'
import { type Around, isShown, toData } from './section-values.ts'
import { aroundOf, useSectionRecord } from './use-section-record.ts'

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
  readonly fixed?: FixedFields | undefined
  /** Under the first fields: what follows from the values that are typed. */
  readonly after?: (typed: SectionValues) => ReactNode
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
  fixed,
  after,
}: {
  place: FieldsPlace
  code: SectionCode
  fixed: FixedFields | undefined
  groups: ReturnType<typeof useGroups>
  after: ReactNode
}) {
  const { fields: all, title } = sectionOf(code)
  const fields = useMemo(() => withFixed(all, fixed), [all, fixed])
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
  const { caseId, questionnaire, section, editable, focus, onFocused, fixed, after } = props
  const { fields } = sectionOf(section.section)
  const names = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const around = useMemo(
    () => aroundOf(questionnaire, section.participantId),
    [questionnaire, section.participantId],
  )
  const kit = useSectionRecord({
    caseId,
    section,
    around,
    names,
    refusal: editable.enabled ? null : (editable.reasonDisabled ?? 'Раздел сейчас нельзя изменить'),
  })
  const { form, isDirty } = kit
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
    <RecordForm
      kit={kit}
      box={box}
      label={
        section.participantName ? `${section.sectionName}: ${section.participantName}` : section.sectionName
      }
      labels={labels}
      showRefusal={false}
      focus={go}
    >
      <FormCard>
        <Groups
          place={place}
          code={section.section}
          groups={groups}
          fixed={fixed}
          after={after && <After form={form} code={section.section} around={around} after={after} />}
        />
        {(isDirty || groups.some((group) => group.isShown)) && (
          <footer className={styles.foot}>
            <Gaps questionnaire={questionnaire} section={section} around={around} form={form} onGo={go} />
            <div className={styles.buttons}>
              {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
              <Button
                type="submit"
                look="primary"
                loading={kit.busy}
                disabledReason={kit.refusal ?? (isDirty ? null : 'Изменений нет')}
              >
                Сохранить
              </Button>
            </div>
          </footer>
        )}
      </FormCard>
    </RecordForm>
  )
}
