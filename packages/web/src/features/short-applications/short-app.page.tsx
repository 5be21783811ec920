import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { shortFormFields, shortFormGroups } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import {
  createShortApplication,
  getShortApplication,
  newShortApplication,
  ShortApplication,
  type ShortApplicationInput,
  updateShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { query, queryOnce, queryClient } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { formatPercent } from '#lib/format.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { refreshHead, useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { CardForm } from '#widgets/case-card/card-form.tsx'
import { NewCard } from '#widgets/case-card/new-card.tsx'
import type { FormValues } from '#widgets/record/field-values.ts'
import { type OpenedSearch, openedOf, openedSearch, searchOf } from '#widgets/documents/opened-search.ts'
import { type FixedFields, withFixed } from '#widgets/case-sections/fixed-fields.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { Calculation } from './calculation.tsx'
import { Consents } from './consents.tsx'
import { DuplicatesButton } from './duplicates-button.tsx'
import { Links } from './links.tsx'
import { PreDecisions } from './pre-decisions.tsx'
import { useConversion } from './use-conversion.ts'

const DocumentsPanel = latePart(
  async () => (await import('#widgets/documents/documents-panel.tsx')).DocumentsPanel,
)

const PricePanel = latePart(async () => (await import('#widgets/price/price-panel.tsx')).PricePanel)

export const Route = createFileRoute('/short-app-edit/$shortAppId')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { section?: string; leadId?: number } & OpenedSearch => ({
    ...openedSearch(search),
    ...(typeof search.section === 'string' && { section: search.section }),
    ...(Number.isSafeInteger(Number(search.leadId)) &&
      Number(search.leadId) > 0 && { leadId: Number(search.leadId) }),
  }),
  component: ShortAppPage,
})

function ShortAppPage() {
  const { shortAppId } = Route.useParams()
  const { leadId } = Route.useSearch()
  const may = useRights().mayCall(shortAppId === 'new' ? createShortApplication : getShortApplication)
  if (!may) return <Forbidden />
  if (shortAppId === 'new') return <NewApplication key={leadId ?? 0} leadId={leadId} />
  return (
    <LoadedCase id={shortAppId} type="SHORT_APPLICATION">
      {(head) => <LoadedApplication head={head} />}
    </LoadedCase>
  )
}

const list = { text: 'Заявки на ипотеку', href: '/applications/application/false' }

/** What the form holds is what the call takes: the fields have the names of the contract. */
const inputOf = (values: FormValues) => values as unknown as ShortApplicationInput

const underCredit = {
  Кредит: (form: Parameters<typeof Calculation>[0]['form']) => <Calculation form={form} />,
}

function NewApplication({ leadId }: { leadId: number | undefined }) {
  usePagePlace(list, 'Новая заявка')
  const go = useNavigate()
  const empty = useQuery({
    ...queryOnce(newShortApplication, { query: leadId === undefined ? {} : { leadId: String(leadId) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (empty.isError) return <FailureBlock failure={empty.error} onRetry={() => void empty.refetch()} />
  if (!empty.data) return <PageSkeleton kind="form" />
  const { lead } = empty.data
  return (
    <NewCard<ShortApplication>
      title="Новая заявка"
      mark={lead && <Tag tone="blue">по лиду {lead.number}</Tag>}
      fields={shortFormFields}
      groups={shortFormGroups}
      card={empty.data}
      record={`shortApp/new${leadId ?? ''}`}
      alwaysSaves
      saveText="Создать заявку"
      after={underCredit}
      buttons={(values) => <DuplicatesButton values={values} exceptId={leadId ?? null} />}
      linkable
      onCreate={(values, known) =>
        call(createShortApplication, { body: { ...inputOf(values), leadId: leadId ?? null, ...known } })
      }
      onCreated={({ id }) =>
        void go({ to: '/short-app-edit/$shortAppId', params: { shortAppId: String(id) }, replace: true })
      }
    />
  )
}

const sections = [
  { key: 'card', label: 'Анкета' },
  { key: 'consents', label: 'Согласия' },
  { key: 'decision', label: 'Предрешение' },
  { key: 'links', label: 'Связанные дела' },
  { key: 'documents', label: 'Документы' },
]

function factsOf(app: ShortApplication) {
  const decision = app.preDecisions.find(({ state }) => state === 'APPROVED' || state === 'REJECTED')
  return [
    ...(app.rate === null ? [] : [{ label: 'Ставка', value: formatPercent(app.rate) }]),
    ...(decision?.debtLoad ? [{ label: 'ПДН', value: formatPercent(decision.debtLoad) }] : []),
  ]
}

function LoadedApplication({ head }: { head: CaseHead }) {
  usePagePlace(list, `№ ${head.number}`)
  const cardQuery = query(getShortApplication, { params: { id: String(head.id) } })
  const answer = useQuery({ ...cardQuery })
  useCaseRefresh(head.id, ['card', 'head', 'price'], () => void answer.refetch())
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  // An action goes on from what is on the server: what is typed is saved first.
  const saver = useRef<(() => Promise<boolean>) | null>(null)
  const convert = useConversion(head)
  const [fixed, setFixed] = useState<FixedFields>()
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const app = answer.data
  const section = sections.some(({ key }) => key === search.section) ? (search.section ?? 'card') : 'card'
  const disabled = !head.editable.enabled || app.locked?.fields.includes('*') === true
  const accept = (card: ShortApplication) => {
    queryClient.setQueryData(cardQuery.queryKey, card)
    void refreshHead(head.id)
  }
  const part = { app, disabled, onChanged: accept }
  return (
    <CasePage
      head={head}
      facts={factsOf(app)}
      sections={sections.map((one) => ({ ...one, href: `/short-app-edit/${head.id}?section=${one.key}` }))}
      section={section}
      onSection={(key) => void go({ search: { section: key } })}
      beforeMove={async () => (saver.current ? saver.current() : true)}
      handlers={{ convert }}
    >
      {section === 'card' && (
        <CardForm
          label="Анкета"
          fields={withFixed(shortFormFields, fixed)}
          groups={shortFormGroups}
          card={app}
          record={`shortApp/${head.id}`}
          onSaver={(save) => {
            saver.current = save
          }}
          disabled={disabled}
          locked={app.locked}
          after={{
            Кредит: (form) => (
              <>
                <Calculation form={form} />
                <PricePanel
                  head={head}
                  onFixed={setFixed}
                  beforeOffers={async () => (saver.current ? saver.current() : true)}
                  onGiven={() => void answer.refetch()}
                />
              </>
            ),
          }}
          buttons={(values) => <DuplicatesButton values={values} exceptId={head.id} />}
          onSave={(values, version) =>
            call(updateShortApplication, {
              params: { id: String(head.id) },
              body: { ...inputOf(values), version },
            })
          }
          onSaved={accept}
          schema={ShortApplication}
        />
      )}
      {section === 'consents' && <Consents {...part} />}
      {section === 'decision' && <PreDecisions app={app} />}
      {section === 'links' && <Links {...part} />}
      {section === 'documents' && (
        <DocumentsPanel
          owner={{ ownerType: 'SHORT_APPLICATION', ownerId: head.id }}
          opened={openedOf(search)}
          onOpen={(opened) => void go({ search: { section: 'documents', ...searchOf(opened) } })}
        />
      )}
    </CasePage>
  )
}
