import { programmeRules } from '@ipoteka-office/contract/programmes/programme-rules.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { useCaseMeans } from '#widgets/case/case-means.ts'
import type { GoToField } from '#widgets/case-sections/questionnaire-page.tsx'
import styles from './full-applications.module.css'

type ProgrammeRule = ReturnType<typeof programmeRules>[number]

const states: Record<ProgrammeRule['state'], { tone: Tone; text: string }> = {
  PASS: { tone: 'green', text: 'выполнено' },
  FAIL: { tone: 'red', text: 'нет' },
  UNKNOWN: { tone: 'neutral', text: 'не определено' },
}

function Rule({ rule, go }: { rule: ProgrammeRule; go: GoToField }) {
  const { tone, text } = states[rule.state]
  const { source } = rule
  return (
    <li>
      <Tag tone={tone}>{text}</Tag>
      <span>{rule.title}</span>
      {source ? (
        <Button look="link" onClick={() => go(source.section, source.participantId, source.field)}>
          {rule.datum}
        </Button>
      ) : (
        <span className="muted">{rule.datum}</span>
      )}
    </li>
  )
}

/** Conditions of the chosen programme: whether each holds, and the datum that tells so. */
export function ProgrammePanel({
  caseId,
  data,
  go,
}: {
  caseId: number
  data: QuestionnaireData
  go: GoToField
}) {
  const means = useCaseMeans(caseId)
  const rules = programmeRules(data, bankDay(serverNow()), means.data?.objects)
  return (
    <FormSection title="Условия программы" grid={false}>
      {rules.length === 0 ? (
        <p className="muted">Выберите программу: покажем её условия и чего не хватает.</p>
      ) : (
        <ul className={styles.rules} aria-label="Условия программы">
          {rules.map((rule) => (
            <Rule key={`${rule.code} ${rule.title}`} rule={rule} go={go} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}
