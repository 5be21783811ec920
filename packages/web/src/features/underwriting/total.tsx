import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import {
  type DecisionSheet,
  evaluateTerms,
  getDecisions,
} from '@ipoteka-office/contract/underwriting/decisions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { cx } from '#ui/class-names.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { CasePage } from '#widgets/case/case-page.tsx'
import { LoadedCase } from '#widgets/case/loaded-case.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import type { Wanted } from './decision-form.tsx'
import { DecisionsList } from './decisions-list.tsx'
import { BankOffers } from '#widgets/case/answers/bank-asks.tsx'
import { RequestedTerms } from './requested-terms.tsx'
import { VotesCard } from './committee/votes-card.tsx'
import { SubjectsCard } from './subjects/subjects-card.tsx'
import styles from './underwriting.module.css'

const DecisionForm = latePart(
  async () => (await import('./decision-form.tsx')).DecisionForm,
  <PageSkeleton kind="form" />,
)
const OfferForm = latePart(async () => (await import('./offers/offer-form.tsx')).OfferForm)

/** «Итоговое решение»: what was asked for, what it means, who may approve it, and what was decided. */
export function TotalPage({ id, path, wanted }: { id: string; path: string; wanted: string | null }) {
  return (
    <LoadedCase id={id}>
      {(head) =>
        path.startsWith(caseTypes[head.type].decisionPath ?? ' ') ? (
          <Total head={head} wanted={wanted} />
        ) : (
          <NotFound />
        )
      }
    </LoadedCase>
  )
}

function Total({ head, wanted }: { head: CaseHead; wanted: string | null }) {
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Итоговое решение')
  const answer = useQuery(query(getDecisions, { params: { id: String(head.id) } }))
  const client = useQueryClient()
  const [asked, setAsked] = useState<Wanted>({ action: wanted, times: 0 })
  // Whose income was corrected has another ПДН and another authority line.
  useWholeCaseRefresh(head.id, () => {
    void answer.refetch()
    void client.invalidateQueries({ queryKey: keyOf(evaluateTerms) })
  })
  const sheet = answer.data
  const handlers = Object.fromEntries(
    (sheet?.ways ?? []).map(({ action }) => [
      action,
      () => setAsked(({ times }) => ({ action, times: times + 1 })),
    ]),
  )
  return (
    <CasePage head={head} panel="folded" handlers={handlers}>
      <DecisionPages head={head} here="decision" />
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PageSkeleton kind="form" />}
      {sheet && (
        <div className={styles.total}>
          <SubjectsCard caseId={head.id} />
          <VotesCard head={head} decision={sheet} />
          {sheet.ways.some(({ level, outcome }) => level !== 'COMMITTEE' || outcome === 'COUNTER') ? (
            // Another stage asks for another decision.
            <DecisionForm key={sheet.stage} sheet={sheet} wanted={asked} />
          ) : (
            <section className={cx('card', styles.box)} aria-label="Условия кредита">
              <h2>Условия кредита</h2>
              <RequestedTerms sheet={sheet} />
              <p className="muted">
                На этапе «{sheet.stageName}» вы решений не принимаете: здесь видно, что решено и на каких
                основаниях.
              </p>
            </section>
          )}
          <OtherTerms head={head} sheet={sheet} isWanted={asked.action === 'counterOffer'} />
          <BankOffers head={head} />
          <DecisionsList sheet={sheet} />
        </div>
      )}
    </CasePage>
  )
}

/** The counter-offer of whoever decides here; where it is closed to them, why. */
function OtherTerms({ head, sheet, isWanted }: { head: CaseHead; sheet: DecisionSheet; isWanted: boolean }) {
  const way = head.actions.find(({ code }) => code === 'counterOffer')
  if (way === undefined) return null
  // What an approval waits for is what an offer waits for: both bind the bank.
  const unready = sheet.ways.find(({ isClose }) => isClose)?.reasonDisabled ?? null
  if (way.enabled) return <OfferForm head={head} isWanted={isWanted} unready={unready} />
  return (
    <section className={cx('card', styles.box)} aria-label="Расчёт встречного предложения">
      <h2>Встречное предложение</h2>
      <p className="muted">Другие условия сейчас не предложить. {way.reasonDisabled}.</p>
    </section>
  )
}
