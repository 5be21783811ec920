import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { getApplicationTerms } from '@ipoteka-office/contract/full-applications/application-terms.ts'
import { getLoanTerms } from '@ipoteka-office/contract/loan-applications/loan-terms.ts'
import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import { programmeOf } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { useQuery } from '@tanstack/react-query'
import { queryExactly } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { useCaseMeans } from '../case/case-means.ts'
import type { GoToField } from '../case-sections/questionnaire-page.tsx'
import styles from './terms-panel.module.css'

type ProgrammeRule = ReturnType<typeof termsRules>[number]

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

const typedText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The terms of what is typed: another programme asks for another product. */
function HeldBy({ programme, ...panel }: PanelProps & { programme: string }) {
  const { caseId, data } = panel
  const region = typedText((data.sections.CREDIT ?? data.sections.LOAN)?.['regionCode'])
  const termsCall = data.sections.CREDIT === undefined ? getLoanTerms : getApplicationTerms
  const answer = useQuery(
    queryExactly(termsCall, { params: { id: String(caseId) }, query: { programme, region } }),
  )
  // Asked for together with the terms: the rules want both.
  const means = useCaseMeans(caseId)
  useCaseRefresh(caseId, ['price'], () => void answer.refetch())
  if (answer.error) return <p role="alert">Условия не загрузились: {answer.error.message}</p>
  return answer.data && <Rules {...panel} terms={answer.data.terms} objects={means.data?.objects} />
}

function Rules({
  data,
  go,
  terms,
  objects,
}: Omit<PanelProps, 'caseId'> & { terms: ProductTerms | null; objects: CaseMeans['objects'] | undefined }) {
  const rules = termsRules(terms, data, bankDay(serverNow()), objects)
  return (
    <>
      {terms && (
        <p className="muted">
          Продукт «{terms.name}», выпуск {terms.number}
        </p>
      )}
      <ul className={styles.rules} aria-label="Условия программы">
        {rules.map((rule) => (
          <Rule key={`${rule.code} ${rule.title}`} rule={rule} go={go} />
        ))}
      </ul>
    </>
  )
}

interface PanelProps {
  caseId: number
  data: QuestionnaireData
  go: GoToField
}

const ofMortgage = ['Условия программы', 'Выберите программу: покажем её условия и чего не хватает.'] as const
const ofLoan = ['Условия продукта', 'Выберите тип продукта: покажем его условия и чего не хватает.'] as const

/** Conditions of the product that the application is for: whether each holds, and the datum that tells so. */
export function TermsPanel(panel: PanelProps) {
  const programme = programmeOf(panel.data)
  const [title, hint] = caseTypes[panel.data.type].product === 'MORTGAGE' ? ofMortgage : ofLoan
  return (
    <FormSection title={title} grid={false}>
      {programme === null ? <p className="muted">{hint}</p> : <HeldBy {...panel} programme={programme} />}
    </FormSection>
  )
}
