import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  listRequestedDocuments,
  type RequestedDocument,
} from '@ipoteka-office/contract/underwriting/document-requests.ts'
import { getOffers, offerStates } from '@ipoteka-office/contract/underwriting/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { useCaseRefresh } from '../case-data.ts'
import styles from './answers.module.css'
import { demandsOf, offerText } from './offer-text.ts'

const states: Readonly<Record<RequestedDocument['state'], readonly [string, Tone]>> = {
  OPEN: ['Ждём', 'amber'],
  GIVEN: ['Загружен', 'green'],
  ANSWERED: ['Есть ответ', 'blue'],
  CLOSED: ['Снято', 'neutral'],
}

/** Documents that the underwriter has asked for; on the next stages as well, while one of them is open. */
export function RequestedDocuments({ head: { id, stage } }: { head: CaseHead }) {
  const answer = useQuery(query(listRequestedDocuments, { params: { id: String(id) } }))
  useCaseRefresh(id, ['remarks', 'documents', 'head'], () => void answer.refetch())
  const { documents = [], unansweredAt = null } = answer.data ?? {}
  const isWaiting = stage === 'WAITING_DOCS'
  const shown = isWaiting ? documents.filter(({ state }) => state !== 'CLOSED') : []
  if (shown.length === 0 && unansweredAt === null) return null
  return (
    <section className={cx('card', styles.asks)} aria-label="Запрошенные документы">
      <h2>Запрошенные документы</h2>
      {unansweredAt !== null && !isWaiting && (
        <p>
          <Tag tone="amber">Ответа не было</Tag> Срок запроса истёк {formatDate(unansweredAt.slice(0, 10))}
        </p>
      )}
      {isWaiting && (
        <p className="muted">
          Загрузите файл в разделе «Документы» или ответьте на замечание, почему документа нет. Потом —
          «Документы представлены».
        </p>
      )}
      <ul>
        {shown.map(({ id: key, document, participant, text, state, answer: said }) => (
          <li key={key}>
            <Tag tone={states[state][1]}>{states[state][0]}</Tag> <b>{document.name}</b>
            {participant && `, ${participant.name}`}: {text}
            {said !== null && <div className="muted">Ответ: {said}</div>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The bank's counter-offer side by side, with what the client is asked to do first. */
export function BankOffers({ head: { id } }: { head: CaseHead }) {
  const answer = useQuery(query(getOffers, { params: { id: String(id) } }))
  useCaseRefresh(id, ['decisions', 'head'], () => void answer.refetch())
  const counter = answer.data?.counterOffer
  if (!counter) return null
  const { offers, state, validTo, accepted } = counter
  return (
    <section className={cx('card', styles.asks)} aria-label="Встречное предложение">
      <h2>Встречное предложение</h2>
      <p>
        <Tag tone={state === 'ACCEPTED' ? 'green' : 'amber'}>{offerStates[state]}</Tag>{' '}
        {state === 'OPEN' && validTo !== null && <>Ответить можно по {formatDate(validTo)}</>}
      </p>
      <div className={styles.offers}>
        {offers.map((offer) => (
          <article key={offer.place} className={styles.offer}>
            <b>
              Вариант {offer.place}
              {accepted === offer.place && ' — принят'}
            </b>
            <span>{offerText(offer)}</span>
            {offer.fullLoanCost !== null && <span>ПСК {formatPercent(offer.fullLoanCost, 3)}</span>}
            {offer.downPayment !== null && <span>Взнос {formatMoney(offer.downPayment)}</span>}
            {demandsOf(offer).map((demand) => (
              <span key={demand}>Условие: {demand}</span>
            ))}
            <span className="muted">{offer.clientText}</span>
          </article>
        ))}
      </div>
    </section>
  )
}

/** What the bank waits for from the client, on the page of the case. */
export function BankAsks({ head }: { head: CaseHead }) {
  return head.stage === 'COUNTER_OFFER' ? <BankOffers head={head} /> : <RequestedDocuments head={head} />
}
