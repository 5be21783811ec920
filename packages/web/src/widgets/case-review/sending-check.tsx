import type { SectionGap } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Questionnaire } from '../case-sections/questionnaire-data.ts'
import type { GoToField } from '../case-sections/questionnaire-page.tsx'
import styles from './case-review.module.css'

const placeOf = ({ sectionName, participantName }: SectionGap) =>
  [sectionName, participantName].filter(Boolean).join(', ')

function Gaps({ gaps, go }: { gaps: readonly SectionGap[]; go: GoToField }) {
  const places = [...new Set(gaps.map(placeOf))]
  return (
    <ul className={styles.gaps} aria-label="Не заполнено">
      {places.map((place) => (
        <li key={place}>
          <h3>{place}</h3>
          <ul>
            {gaps
              .filter((gap) => placeOf(gap) === place)
              .map((gap) => (
                <li key={`${gap.participantId ?? ''} ${gap.field}`}>
                  <Button look="link" onClick={() => go(gap.section, gap.participantId, gap.field)}>
                    {gap.label}
                  </Button>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Why the application cannot go on now, in the words of the server. */
function Obstacles({ head }: { head: CaseHead }) {
  const next = head.actions.find(({ look }) => look === 'primary')
  if (!next) return null
  if (next.enabled)
    return (
      <p>
        Всё готово: кнопка «{next.label}» вверху страницы переведёт заявку на этап «{next.toStage}».
      </p>
    )
  return (
    <p className={styles.obstacle} role="note">
      «{next.label}»: {next.reasonDisabled}
    </p>
  )
}

/** «Проверка и отправка»: why the application cannot go on, how full it is, and a way to every gap. */
export function SendingCheck({
  head,
  questionnaire,
  documents,
  go,
}: {
  head: CaseHead
  questionnaire: Questionnaire
  documents: Completeness | undefined
  go: GoToField
}) {
  const { filled, needed, gaps } = questionnaire.answer
  return (
    <FormSection title="Проверка и отправка" grid={false}>
      <Obstacles head={head} />
      <div className={styles.progress}>
        <Progress label="Анкета: заполнено полей" done={filled} total={needed} />
        {documents && (
          <Progress label="Документы: принято" done={documents.accepted} total={documents.required}>
            <Button look="link" onClick={() => go('DOCUMENTS', null)}>
              Открыть документы
            </Button>
          </Progress>
        )}
      </div>
      {gaps.length > 0 && <Gaps gaps={gaps} go={go} />}
    </FormSection>
  )
}
