import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import {
  type Agreement,
  type CaseInsurance as Answer,
  createAgreement,
  getCaseInsurance,
} from '@ipoteka-office/contract/insurance/agreements.ts'
import { insuranceTypes, type InsuranceType } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { AgreementCard } from './agreement-card.tsx'
import styles from './insurance.module.css'

/** States after which a kind may be insured anew. */
const over: ReadonlySet<Agreement['state']> = new Set([
  'ACTIVE',
  'EXPIRED',
  'REFUSED',
  'CANCELLED',
  'REPLACED',
])

function Kind({
  caseId,
  kind,
  answer,
  onChanged,
}: {
  caseId: number
  kind: Answer['types'][number]
  answer: Answer
  onChanged: () => void
}) {
  const [busy, setBusy] = useState(false)
  const { type, needed, why } = kind
  const own = answer.agreements.filter((one) => one.type === type)
  const standing = own.some(({ state }) => !over.has(state))
  const offer = async () => {
    setBusy(true)
    try {
      await call(createAgreement, { body: { caseId, type } })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onChanged()
    }
  }
  const words = own.some(({ state }) => state === 'ACTIVE') ? 'Продлить' : 'Предложить страховщика'
  const refusal = answer.offering.reasonDisabled ?? (standing ? 'Договор этого вида уже оформляют' : null)
  return (
    <FormSection title={insuranceTypes[type]} grid={false}>
      <div className={styles.line}>
        <span>
          <b>{needed ? 'Требуется' : 'Не требуется'}</b>: {why}
        </span>
        <Button
          loading={busy}
          disabledReason={refusal}
          aria-label={`${words}: ${insuranceTypes[type]}`}
          onClick={() => void offer()}
        >
          {words}
        </Button>
      </div>
      {own.map((agreement) => (
        <AgreementCard key={agreement.id} agreement={agreement} onChanged={onChanged} />
      ))}
    </FormSection>
  )
}

const order = (types: Answer['types']) =>
  types.toSorted((one, other) => Number(other.needed) - Number(one.needed))

/** «Страхование» of an application: what has to be insured, who is offered, what was agreed. */
export function CaseInsurance({ caseId }: { caseId: number }) {
  const client = useQueryClient()
  const rights = useRights()
  const asked = query(getCaseInsurance, { params: { id: String(caseId) } })
  const mayRead = rights.mayCall(getCaseInsurance)
  const answer = useQuery({ ...asked, enabled: mayRead })
  const refresh = () => {
    void client.invalidateQueries({ queryKey: asked.queryKey })
    // The window of papers lists them while it is open.
    void client.invalidateQueries({ queryKey: keyOf(listDocuments) })
  }
  useCaseRefresh(
    caseId,
    ['insurance', 'documents', 'head', 'realty', 'section:CREDIT', 'section:LOAN'],
    refresh,
  )
  if (!mayRead)
    return <p className="muted">Нет права смотреть страхование заявок. Обратитесь к администратору.</p>
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <SkeletonRows />
  const { data } = answer
  return (
    <FormCard>
      {order(data.types).map((kind) => (
        <Kind
          key={kind.type satisfies InsuranceType}
          caseId={caseId}
          kind={kind}
          answer={data}
          onChanged={refresh}
        />
      ))}
    </FormCard>
  )
}
