import { useState } from 'react'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import {
  getLoanApplication,
  type LoanApplication,
} from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFiguresOn } from '#api/figures.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatExact } from '#lib/dates.ts'
import { formatPercent } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { FormCard } from '#ui/form/form-section.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { AutoChecks } from '#widgets/case-review/auto-checks.tsx'
import { SendingCheck } from '#widgets/case-review/sending-check.tsx'
import { useDocumentSet } from '#widgets/case-review/use-document-set.ts'
import type { OpenPlace } from '#widgets/case-sections/open-place.ts'
import type { FixedFields } from '#widgets/case-sections/fixed-fields.ts'
import { present, type Questionnaire, withSection } from '#widgets/case-sections/questionnaire-data.ts'
import { type GoToField, QuestionnairePage } from '#widgets/case-sections/questionnaire-page.tsx'
import { isDocumentOpen, type OpenedSearch, openedOf, searchOf } from '#widgets/documents/opened-search.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './loan-applications.module.css'
import { CoolingOffSection, CostSection, SelfBanSection } from './loan-panel.tsx'
import { timeLeft, typedCoolingOff } from './loan-words.ts'

const PricePanel = latePart(async () => (await import('#widgets/price/price-panel.tsx')).PricePanel)

const TermsPanel = latePart(async () => (await import('#widgets/case-terms/terms-panel.tsx')).TermsPanel)

const CaseDocuments = latePart(
  async () => (await import('#widgets/case-review/case-documents.tsx')).CaseDocuments,
)

const CaseInsurance = latePart(
  async () => (await import('#widgets/insurance/case-insurance.tsx')).CaseInsurance,
)

/** What is open on the page, as its address has it. */
export interface LoanApplicationSearch extends OpenPlace, OpenedSearch {}

function useLoan(caseId: number) {
  const client = useQueryClient()
  const asked = query(getLoanApplication, { params: { id: String(caseId) } })
  // While the page is open the release comes by itself, and the words «осталось» go on.
  const answer = useQuery({ ...asked, refetchInterval: 60_000 })
  useCaseRefresh(caseId, ['loan', 'head', 'participants', 'section:LOAN', 'section:PERSONAL'], () => {
    void answer.refetch()
  })
  return { ...answer, accept: (loan: LoanApplication) => client.setQueryData(asked.queryKey, loan) }
}

/** The period by what is typed now, before anything is saved. */
function TypedPeriod({ typed, questionnaire }: { typed: SectionValues; questionnaire: Questionnaire }) {
  const roles = present(questionnaire).map(({ role }) => role)
  const figures = useFiguresOn(bankDay(serverNow()))
  const period = figures === undefined ? null : typedCoolingOff(typed, roles, figures)
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
      Период охлаждения: выдать кредит можно с <strong>{formatExact(releaseAt)}</strong> по времени банка,
      осталось {left}.
    </p>
  )
}

function Review({
  head,
  questionnaire,
  loan,
  documents,
  go,
}: {
  head: CaseHead
  questionnaire: Questionnaire
  loan: ReturnType<typeof useLoan>
  documents: Completeness | undefined
  go: GoToField
}) {
  if (loan.isError) return <FailureBlock failure={loan.error} onRetry={() => void loan.refetch()} />
  if (!loan.data) return <SkeletonRows />
  return (
    <FormCard>
      <SendingCheck head={head} questionnaire={questionnaire} documents={documents} go={go} />
      <TermsPanel caseId={head.id} data={questionnaire.data} go={go} />
      <CoolingOffSection coolingOff={loan.data.coolingOff} />
      <SelfBanSection loan={loan.data} onChecked={loan.accept} />
      <AutoChecks head={head} />
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
  const owner = { ownerType: 'LOAN_APPLICATION', ownerId: head.id } as const
  const documents = useDocumentSet(owner)
  const [fixed, setFixed] = useState<FixedFields>()
  const percent = loan.data?.cost?.percent
  return (
    <QuestionnairePage
      head={head}
      path={`/loan-app-edit/${head.id}`}
      place={search}
      room={isDocumentOpen(search)}
      onPlace={onSearch}
      fixed={fixed}
      facts={() => (percent ? [{ label: 'ПСК', value: formatPercent(percent, 3) }] : [])}
      notice={<Waiting loan={loan.data} />}
      marks={{ REVIEW: null, INSURANCE: null, DOCUMENTS: documents.mark }}
      after={(section, typed, all, go) =>
        section === 'LOAN' && (
          <>
            <TypedPeriod typed={typed} questionnaire={all} />
            <PricePanel head={head} onFixed={setFixed} />
            <TermsPanel caseId={head.id} data={withSection(all.data, 'LOAN', null, typed)} go={go} />
          </>
        )
      }
      content={(topic, all, go) => {
        if (topic.key === 'REVIEW')
          return <Review head={head} questionnaire={all} loan={loan} documents={documents.data} go={go} />
        if (topic.key === 'INSURANCE') return <CaseInsurance caseId={head.id} />
        if (topic.key !== 'DOCUMENTS') return null
        return (
          <CaseDocuments
            owner={owner}
            opened={openedOf(search)}
            onOpen={(opened) => onSearch({ section: 'DOCUMENTS', ...searchOf(opened) })}
          />
        )
      }}
    />
  )
}
