import { useState } from 'react'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { formatPercent } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import type { HeadFact } from '#widgets/case/case-head.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { useCaseMeans } from '#widgets/case/case-means.ts'
import { useDocumentSet } from '#widgets/case-review/use-document-set.ts'
import type { OpenPlace } from '#widgets/case-sections/open-place.ts'
import type { FixedFields } from '#widgets/case-sections/fixed-fields.ts'
import { withSection } from '#widgets/case-sections/questionnaire-data.ts'
import { QuestionnairePage } from '#widgets/case-sections/questionnaire-page.tsx'
import { isDocumentOpen, type OpenedSearch, openedOf, searchOf } from '#widgets/documents/opened-search.ts'
import { RealtyObjectsPanel } from '#widgets/realty/realty-objects-panel.tsx'
import { CreditFigures } from './credit-figures.tsx'

/** The conditions stand below: their rules come after the page. */
const TermsPanel = latePart(async () => (await import('#widgets/case-terms/terms-panel.tsx')).TermsPanel)

// A section is read one at a time, and none of these is the first.
const CaseDocuments = latePart(
  async () => (await import('#widgets/case-review/case-documents.tsx')).CaseDocuments,
)
const CaseInsurance = latePart(
  async () => (await import('#widgets/insurance/case-insurance.tsx')).CaseInsurance,
)
const Review = latePart(async () => (await import('./review.tsx')).Review)

/** What is open on the page, as its address has it. */
export interface FullApplicationSearch extends OpenPlace, OpenedSearch {}

const PricePanel = latePart(async () => (await import('#widgets/price/price-panel.tsx')).PricePanel)

/** Debt load and loan to value by what is saved. */
function useFigures(caseId: number): HeadFact[] {
  const { data } = useCaseMeans(caseId)
  return [
    { label: 'К/З', value: data?.loanToValue },
    { label: 'ПДН', value: data?.debtLoad },
  ].flatMap(({ label, value }) => (value ? [{ label, value: formatPercent(value) }] : []))
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
  const facts = useFigures(head.id)
  const [fixed, setFixed] = useState<FixedFields>()
  const owner = { ownerType: 'APPLICATION', ownerId: head.id } as const
  const documents = useDocumentSet(owner)
  return (
    <QuestionnairePage
      head={head}
      path={path}
      place={search}
      room={isDocumentOpen(search)}
      onPlace={onSearch}
      fixed={fixed}
      facts={() => facts}
      marks={{ DOCUMENTS: documents.mark, INSURANCE: null, REVIEW: null }}
      after={(section, typed, all, go) =>
        section === 'CREDIT' && (
          <>
            <CreditFigures typed={typed} />
            <PricePanel head={head} onFixed={setFixed} />
            <TermsPanel caseId={head.id} data={withSection(all.data, 'CREDIT', null, typed)} go={go} />
          </>
        )
      }
      content={(topic, all, go) => {
        if (topic.key === 'REVIEW')
          return <Review head={head} questionnaire={all} documents={documents.data} go={go} />
        if (topic.key === 'REALTY') return <RealtyObjectsPanel caseId={head.id} />
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
