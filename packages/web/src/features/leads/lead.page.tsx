import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  createLead,
  getLead,
  LeadCard,
  type LeadInput,
  restoreLead,
  updateLead,
} from '@ipoteka-office/contract/leads/leads.ts'
import { leadFormFields, leadFormGroups } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { createShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '#api/call.ts'
import { query, queryClient } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { refreshHead, useCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { CardForm } from '#widgets/case-card/card-form.tsx'
import { NewCard } from '#widgets/case-card/new-card.tsx'
import type { FormValues } from '#widgets/record/field-values.ts'
import { openedOf, type OpenedSearch, openedSearch, searchOf } from '#widgets/documents/opened-search.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { ContactAttempts } from './contact-attempts.tsx'
import { DeleteLeadButton } from './delete-lead.tsx'

const DocumentsPanel = latePart(
  async () => (await import('#widgets/documents/documents-panel.tsx')).DocumentsPanel,
)

export const Route = createFileRoute('/lead/$leadId')({
  validateSearch: (search: Record<string, unknown>): { section?: string } & OpenedSearch => ({
    ...openedSearch(search),
    ...(typeof search.section === 'string' && { section: search.section }),
  }),
  component: LeadPage,
})

function LeadPage() {
  const { leadId } = Route.useParams()
  const may = useRights().mayCall(leadId === 'new' ? createLead : getLead)
  if (!may) return <Forbidden />
  if (leadId === 'new') return <NewLead />
  return (
    <LoadedCase id={leadId} type="LEAD">
      {(head) => <LoadedLead head={head} />}
    </LoadedCase>
  )
}

const list = { text: 'Лиды', href: '/leads' }

/** What the form holds is what the call takes: the fields have the names of the contract. */
const inputOf = (values: FormValues) => values as unknown as LeadInput

function NewLead() {
  usePagePlace(list, 'Новый лид')
  const go = useNavigate()
  return (
    <NewCard<LeadCard>
      title="Новый лид"
      fields={leadFormFields}
      groups={leadFormGroups}
      card={{}}
      record="lead/new"
      saveText="Создать лид"
      onCreate={(values, { confirmedDuplicates }) =>
        call(createLead, { body: { ...inputOf(values), confirmedDuplicates } })
      }
      onCreated={({ id }) => void go({ to: '/lead/$leadId', params: { leadId: String(id) }, replace: true })}
    />
  )
}

const sections = [
  { key: 'card', label: 'Данные лида' },
  { key: 'contacts', label: 'Связь с клиентом' },
  { key: 'documents', label: 'Документы' },
]

/** Where the lead came from when it was a QR code. */
const qrFacts = ({ qr }: LeadCard) =>
  qr === null
    ? []
    : [
        { label: 'QR-код', value: [qr.product, qr.campaign].filter(Boolean).join(', ') },
        { label: 'Согласие дано', value: formatDateTime(qr.consentAt) },
      ]

/** Of one lead one application is made: once there is one, it is opened. */
function ApplicationButton({ head }: { head: CaseHead }) {
  const go = useNavigate()
  const may = useRights().mayCall(createShortApplication)
  const made = head.related.find(({ relation }) => relation === 'RESULT')
  if (made)
    return (
      <Button look="primary" onClick={() => void go({ href: casePath(made.type, made.id) })}>
        Открыть заявку {made.number}
      </Button>
    )
  return (
    <Button
      disabledReason={may ? null : 'Нет права заводить заявки'}
      onClick={() =>
        void go({
          to: '/short-app-edit/$shortAppId',
          params: { shortAppId: 'new' },
          search: { leadId: head.id },
        })
      }
    >
      Создать заявку
    </Button>
  )
}

function LoadedLead({ head }: { head: CaseHead }) {
  usePagePlace(list, `№ ${head.number}`)
  const leadQuery = query(getLead, { params: { leadId: String(head.id) } })
  const answer = useQuery({ ...leadQuery })
  useCaseRefresh(head.id, ['card'], () => void answer.refetch())
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  // An action goes on from what is on the server: what is typed is saved first.
  const saver = useRef<(() => Promise<boolean>) | null>(null)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const lead = answer.data
  const section = sections.some(({ key }) => key === search.section) ? search.section : 'card'
  const accept = (card: LeadCard) => {
    queryClient.setQueryData(leadQuery.queryKey, card)
    void refreshHead(head.id)
  }
  const restore = async () => {
    try {
      accept(
        await call(restoreLead, { params: { leadId: String(head.id) }, body: { version: lead.version } }),
      )
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <CasePage
      head={head}
      facts={[{ label: 'Город', value: lead.city || '−' }, ...qrFacts(lead)]}
      sections={sections.map((one) => ({ ...one, href: `/lead/${head.id}?section=${one.key}` }))}
      {...(section !== undefined && { section })}
      onSection={(key) => void go({ search: { section: key } })}
      beforeMove={async () => (saver.current ? saver.current() : true)}
      buttons={
        <>
          {lead.archived ? (
            <Button onClick={() => void restore()}>Вернуть из архива</Button>
          ) : (
            <DeleteLeadButton lead={lead} onDeleted={() => void answer.refetch()} />
          )}
          <ApplicationButton head={head} />
        </>
      }
    >
      {section === 'card' && (
        <CardForm
          label="Данные лида"
          fields={leadFormFields}
          groups={leadFormGroups}
          card={lead}
          record={`lead/${head.id}`}
          onSaver={(save) => {
            saver.current = save
          }}
          disabled={!head.editable.enabled || lead.archived}
          onSave={(values, version) =>
            call(updateLead, {
              params: { leadId: String(head.id) },
              body: { ...inputOf(values), nextContactAt: lead.nextContactAt, version },
            })
          }
          onSaved={accept}
          schema={LeadCard}
        />
      )}
      {section === 'contacts' && (
        <ContactAttempts lead={lead} disabled={!head.editable.enabled || lead.archived} onChanged={accept} />
      )}
      {section === 'documents' && (
        <DocumentsPanel
          owner={{ ownerType: 'LEAD', ownerId: head.id }}
          opened={openedOf(search)}
          onOpen={(opened) => void go({ search: { section: 'documents', ...searchOf(opened) } })}
        />
      )}
    </CasePage>
  )
}
