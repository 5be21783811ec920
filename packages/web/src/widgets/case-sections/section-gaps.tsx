import { type CaseSection, sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import styles from './section-gaps.module.css'
import { type Questionnaire, withSection } from './questionnaire-data.ts'
import { type Around, toData } from './section-values.ts'

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
