import type { CaseHead } from '@ipoteka-office/contract/cases.ts'
import { getLoanApplication, type LoanApplication } from '@ipoteka-office/contract/loan-applications.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatPercent } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form-section.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Progress } from '#ui/progress.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { present, type Questionnaire } from '#widgets/case-sections/questionnaire-data.ts'
import {
  type GoToField,
  type OpenPlace,
  QuestionnairePage,
} from '#widgets/case-sections/questionnaire-page.tsx'
import { DocumentsPanel } from '#widgets/documents/documents-panel.tsx'
import { type OpenedSearch, openedOf, searchOf } from '#widgets/documents/opened-search.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './loan-applications.module.css'
import { CoolingOffSection, CostSection, SelfBanSection } from './loan-panel.tsx'
import { exactMoment, timeLeft, typedCoolingOff } from './loan-words.ts'

/** What is open on the page, as its address has it. */
export interface LoanApplicationSearch extends OpenPlace, OpenedSearch {}

function useLoan(caseId: number) {
  const client = useQueryClient()
  const asked = query(getLoanApplication, { params: { id: String(caseId) } })
  // While the page is open the release comes by itself, and the words «осталось» go on.
  const answer = useQuery({ ...asked, refetchOnMount: 'always', refetchInterval: 60_000 })
  useCaseRefresh(caseId, ['loan', 'head', 'participants', 'section:LOAN', 'section:PERSONAL'], () => {
    void answer.refetch()
  })
  return { ...answer, accept: (loan: LoanApplication) => client.setQueryData(asked.queryKey, loan) }
}

/** The period by what is typed now, before anything is saved. */
function TypedPeriod({ typed, questionnaire }: { typed: SectionValues; questionnaire: Questionnaire }) {
  const roles = present(questionnaire).map(({ role }) => role)
  const period = typedCoolingOff(typed, roles)
  if (period === null) return null
  return (
    <p className={styles.period} role="status">
      Период охлаждения: <strong>{period.hours === 0 ? 'нет' : `${period.hours} ч`}</strong>. {period.reason}
    </p>
  )
}

function Waiting({ loan }: { loan: LoanApplication | undefined }) {
  const releaseAt = loan?.coolingOff?.releaseAt ?? null
  const left = releaseAt === null ? null : timeLeft(releaseAt, serverNow())
  if (releaseAt === null || left === null) return null
  return (
    <p className={styles.notice} role="status">
      Период охлаждения: выдать кредит можно с <strong>{exactMoment(releaseAt)}</strong> по времени банка,
      осталось {left}.
    </p>
  )
}

function Review({
  head,
  questionnaire,
  loan,
  go,
}: {
  head: CaseHead
  questionnaire: Questionnaire
  loan: ReturnType<typeof useLoan>
  go: GoToField
}) {
  const { filled, needed, gaps } = questionnaire.answer
  const next = head.actions.find(({ look }) => look === 'primary')
  if (loan.isError) return <FailureBlock failure={loan.error} onRetry={() => void loan.refetch()} />
  if (!loan.data) return <SkeletonRows />
  return (
    <FormCard>
      <FormSection title="Проверка и отправка" grid={false}>
        {next && (
          <p role="note">
            {next.enabled
              ? `Всё готово: кнопка «${next.label}» вверху страницы переведёт заявку на этап «${next.toStage}».`
              : `«${next.label}»: ${next.reasonDisabled}`}
          </p>
        )}
        <Progress label="Анкета: заполнено полей" done={filled} total={needed} />
        {gaps.length > 0 && (
          <ul className={styles.gaps} aria-label="Не заполнено">
            {gaps.map((gap) => (
              <li key={`${gap.section} ${gap.participantId ?? ''} ${gap.field}`}>
                <Button look="link" onClick={() => go(gap.section, gap.participantId, gap.field)}>
                  {[gap.sectionName, gap.participantName, gap.label].filter(Boolean).join(', ')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
      <CoolingOffSection coolingOff={loan.data.coolingOff} />
      <SelfBanSection loan={loan.data} onChecked={loan.accept} />
      <CostSection cost={loan.data.cost} />
    </FormCard>
  )
}

/** The page of a consumer-loan application: sections, documents, cooling-off period, self-bans, cost. */
export function LoanApplicationPage({
  head,
  search,
  onSearch,
}: {
  head: CaseHead
  search: LoanApplicationSearch
  onSearch: (search: LoanApplicationSearch) => void
}) {
  usePagePlace({ text: 'Заявки на потребительский кредит', href: '/loan-applications/' }, `№ ${head.number}`)
  const loan = useLoan(head.id)
  const percent = loan.data?.cost?.percent
  return (
    <QuestionnairePage
      head={head}
      path={`/loan-app-edit/${head.id}`}
      place={search}
      onPlace={onSearch}
      facts={() => (percent ? [{ label: 'ПСК', value: formatPercent(percent, 3) }] : [])}
      notice={<Waiting loan={loan.data} />}
      marks={{ REVIEW: null, DOCUMENTS: null }}
      after={(section, typed, all) => section === 'LOAN' && <TypedPeriod typed={typed} questionnaire={all} />}
      content={(topic, all, go) => {
        if (topic.key === 'REVIEW') return <Review head={head} questionnaire={all} loan={loan} go={go} />
        if (topic.key !== 'DOCUMENTS') return null
        return (
          <DocumentsPanel
            owner={{ ownerType: 'LOAN_APPLICATION', ownerId: head.id }}
            opened={openedOf(search)}
            onOpen={(opened) => onSearch({ section: 'DOCUMENTS', ...searchOf(opened) })}
          />
        )
      }}
    />
  )
}
