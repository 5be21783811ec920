import {
  getObligationLedger,
  type ObligationLedger,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { BureausPart } from './bureaus-part.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { LoadPart } from './load-part.tsx'
import styles from './obligations-tab.module.css'

const OwnDialog = onDemand(async () => (await import('./own-dialog.tsx')).OwnDialog)

interface Place {
  readonly caseId: number
  readonly participantId: number
}

/** «Обязательства»: every credit of a debtor once, what is taken of it, and what they come to in ПДН. */
export function ObligationsTab({ caseId, participantId }: Place) {
  const client = useQueryClient()
  const params = { id: String(caseId), participantId: String(participantId) }
  const ask = query(getObligationLedger, { params })
  const answer = useQuery(ask)
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  const settle = (ledger?: ObligationLedger) => {
    if (ledger !== undefined) client.setQueryData(ask.queryKey, ledger)
    else void answer.refetch()
    // The indicators beside the tab are of the same ПДН.
    void client.invalidateQueries({ queryKey: keyOf(getUnderwritingForm) })
  }
  return (
    <>
      <Ledger ledger={answer.data} onSettled={settle} />
      <LoadPart ledger={answer.data} />
      <BureausPart caseId={caseId} participantId={participantId} onAnswer={() => settle()} />
    </>
  )
}

function Ledger({
  ledger,
  onSettled,
}: {
  ledger: ObligationLedger
  onSettled: (ledger?: ObligationLedger) => void
}) {
  const [adding, setAdding] = useState(false)
  const undeclared = ledger.rows.filter(({ marks }) => marks.includes('UNDECLARED')).length
  return (
    <section className={`card ${styles.card}`} aria-label="Реестр обязательств">
      <header className={styles.head}>
        <h2>Обязательства</h2>
        <span className="muted small">
          {ledger.isKnown ? 'по анкете и отчётам бюро' : 'по анкете: отчётов бюро ещё нет'}
          {undeclared > 0 && `, не указано в анкете: ${undeclared}`}
        </span>
        <Button
          className={styles.push}
          disabledReason={
            ledger.editable.reasonDisabled ??
            (ledger.papers.length === 0 ? 'Сначала загрузите документ, в котором стоит обязательство' : null)
          }
          onClick={() => setAdding(true)}
        >
          Внести по документу
        </Button>
      </header>
      {ledger.rows.length === 0 ? (
        <Empty
          title="Обязательств нет"
          text={
            ledger.isKnown
              ? 'Ни анкета, ни бюро об открытых кредитах не говорят.'
              : 'В анкете кредитов нет, а бюро ещё не спрашивали: запросите отчёт ниже.'
          }
        />
      ) : (
        <LedgerTable ledger={ledger} onSettled={onSettled} />
      )}
      {ledger.closed > 0 && (
        <p className={styles.foot}>Закрытых кредитов в отчётах: {ledger.closed}. В ПДН они не входят.</p>
      )}
      {adding && (
        <OwnDialog ledger={ledger} row={null} onSettled={onSettled} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}
