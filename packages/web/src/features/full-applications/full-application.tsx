import { evaluateCreditor } from '@ipoteka-office/contract/calculators.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { formatPercent } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import type { HeadFact } from '#widgets/case/case-head.tsx'
import { CaseDocuments } from '#widgets/case-review/case-documents.tsx'
import { useDocumentSet } from '#widgets/case-review/use-document-set.ts'
import type { OpenPlace } from '#widgets/case-sections/open-place.ts'
import {
  type Questionnaire,
  useQuestionnaire,
  withSection,
} from '#widgets/case-sections/questionnaire-data.ts'
import { QuestionnairePage } from '#widgets/case-sections/questionnaire-page.tsx'
import { type OpenedSearch, openedOf, searchOf } from '#widgets/documents/opened-search.ts'
import { RealtyObjectsPanel } from '#widgets/realty/realty-objects-panel.tsx'
import { CreditFigures } from './credit-figures.tsx'
import { creditorOf } from './figures.ts'
import { ProgrammePanel } from './programme-panel.tsx'
import { Review } from './review.tsx'

/** What is open on the page, as its address has it. */
export interface FullApplicationSearch extends OpenPlace, OpenedSearch {}

/** Debt load and loan to value by what is saved. */
function useFigures(questionnaire: Questionnaire | null): HeadFact[] {
  const input = questionnaire && creditorOf(questionnaire.data, bankDay(serverNow()))
  const allowed = useRights().mayCall(evaluateCreditor)
  const { data } = useQuery({
    ...query(evaluateCreditor, { body: input ?? { rate: '0', months: 1 } }),
    enabled: allowed && input !== null,
    placeholderData: keepPreviousData,
  })
  if (!data || input === null) return []
  return [
    { label: 'К/З', value: formatPercent(data.loanToValue, 1) },
    { label: 'ПДН', value: formatPercent(data.debtLoad.percent, 1) },
  ]
}

/** The page of a full application: every section saved by itself, conditions of the programme, documents, the check. */
export function FullApplication({
  head,
  search,
  onSearch,
}: {
  head: CaseHead
  search: FullApplicationSearch
  onSearch: (search: FullApplicationSearch) => void
}) {
  const path = `/full-app-edit/${head.id}`
  usePagePlace({ text: 'Заявки на ипотеку', href: '/applications/mortgage/false' }, `№ ${head.number}`)
  const { questionnaire } = useQuestionnaire(head.id)
  const facts = useFigures(questionnaire)
  const owner = { ownerType: 'APPLICATION', ownerId: head.id } as const
  const documents = useDocumentSet(owner)
  return (
    <QuestionnairePage
      head={head}
      path={path}
      place={search}
      onPlace={onSearch}
      facts={() => facts}
      marks={{ DOCUMENTS: documents.mark, REVIEW: null }}
      after={(section, typed, all, go) =>
        section === 'CREDIT' && (
          <>
            <CreditFigures typed={typed} />
            <ProgrammePanel data={withSection(all.data, 'CREDIT', null, typed)} go={go} />
          </>
        )
      }
      content={(topic, all, go) => {
        if (topic.key === 'REVIEW')
          return <Review head={head} questionnaire={all} documents={documents.data} go={go} />
        if (topic.key === 'REALTY') return <RealtyObjectsPanel caseId={head.id} />
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
