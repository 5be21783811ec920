import {
  type CaseSection,
  type SectionCode,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { NameOf } from '@ipoteka-office/contract/cases/section-texts.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CompareDialog, type Side } from '#ui/overlay/compare-dialog.tsx'
import styles from './case-sections.module.css'
import { type Questionnaire, withSection } from './questionnaire-data.ts'
import { type SectionDifference, sectionDifferences } from './section-compare.ts'
import type { FormNames } from './section-names.ts'
import { type Around, type FormValues, toData, toForm } from './section-values.ts'
import type { SectionConflict } from './use-section-save.ts'
import type { SectionNews } from './use-section-values.ts'

const shownChanges = 5

function Changes({ changes }: { changes: readonly SectionDifference[] }) {
  return (
    <ul>
      {changes.slice(0, shownChanges).map(({ key, label, mine, server }) => (
        <li key={key}>
          {label}: {mine || emptyValue} → <b>{server || emptyValue}</b>
        </li>
      ))}
      {changes.length > shownChanges && <li>и ещё {changes.length - shownChanges}</li>}
    </ul>
  )
}

/** What a colleague has just saved in this section; it stands in the form already. */
export function News({ news: { by, at, changes }, onClose }: { news: SectionNews; onClose: () => void }) {
  return (
    <div className={styles.news} role="status">
      <div>
        Раздел изменён: {by}, {formatMoment(at, serverNow())}
        <Changes changes={changes} />
      </div>
      <Button look="link" onClick={onClose}>
        Понятно
      </Button>
    </div>
  )
}

/** What a colleague has saved while something else is typed here. */
export function Outdated({
  section,
  base,
  nameOf,
}: {
  section: CaseSection
  base: FormValues
  nameOf: NameOf
}) {
  const { fields } = sectionOf(section.section)
  const server = toForm(fields, section.data)
  return (
    <div className={styles.news} role="status">
      <div>
        Пока вы вводили, раздел изменён: {section.savedBy ?? 'коллега'}. При сохранении можно будет сравнить
        значения по полям.
        <Changes changes={sectionDifferences(fields, { base, mine: base, server }, nameOf)} />
      </div>
    </div>
  )
}

/** The comparison of a late save; where only one side has changed a field, that side is chosen beforehand. */
export function Conflict({
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

/** What is still missing, each entry leading to its field; told again as the person types. */
export function Gaps({
  questionnaire,
  section,
  around,
  form,
  onGo,
}: {
  questionnaire: Questionnaire
  section: CaseSection
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
