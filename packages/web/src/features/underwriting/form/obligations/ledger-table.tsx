import type {
  LedgerRow,
  ObligationLedger,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { useState } from 'react'
import { LedgerLine } from './ledger-line.tsx'
import { sumOr } from './ledger-words.ts'
import styles from './ledger-table.module.css'

/** The row that the keys are on and the one that is unfolded. */
export interface ChosenObligation {
  readonly key: string | null
  readonly unfolded: string | null
  readonly choose: (key: string) => void
  readonly unfold: (key: string | null) => void
}

/** The ledger by rows: figures, payments of each source, and what is taken. J and K go along, A unfolds and takes. */
export function LedgerTable({
  ledger,
  onSettled,
}: {
  ledger: ObligationLedger
  onSettled: (ledger?: ObligationLedger) => void
}) {
  const { rows, totals } = ledger
  const [key, setKey] = useState<string | null>(null)
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const chosen: ChosenObligation = {
    key,
    unfolded,
    choose: setKey,
    unfold: (wanted) => {
      setUnfolded(wanted)
      if (wanted !== null) setKey(wanted)
    },
  }
  const at = rows.findIndex((row) => row.key === key)
  const step = (by: number) => {
    const next: LedgerRow | undefined = at < 0 ? rows[by > 0 ? 0 : rows.length - 1] : rows[at + by]
    if (next !== undefined) setKey(next.key)
  }
  const accept = () => {
    if (key === null) return
    if (unfolded === key) document.querySelector<HTMLElement>('[data-take]')?.click()
    else chosen.unfold(key)
  }
  return (
    <div className={styles.frame}>
      <button type="button" className="visually-hidden" tabIndex={-1} data-previous onClick={() => step(-1)}>
        Предыдущее обязательство
      </button>
      <button type="button" className="visually-hidden" tabIndex={-1} data-next onClick={() => step(1)}>
        Следующее обязательство
      </button>
      <button type="button" className="visually-hidden" tabIndex={-1} data-accept onClick={accept}>
        Взять обязательство
      </button>
      <table className={styles.table}>
        <colgroup>
          <col />
          <col className={styles.debt} />
          <col className={styles.rate} />
          <col className={styles.sum} span={3} />
          <col className={styles.taken} />
          <col className={styles.delays} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Кредит
            </th>
            <th scope="col" rowSpan={2} className={styles.debt}>
              Остаток
              <br />
              из лимита
            </th>
            <th scope="col" rowSpan={2} className={styles.rate}>
              Ставка
            </th>
            <th scope="colgroup" colSpan={4} className={styles.over}>
              Платёж в месяц, ₽
            </th>
            <th scope="col" rowSpan={2} className={styles.delays}>
              Просрочки
            </th>
          </tr>
          <tr>
            <th scope="col" className={styles.sum}>
              Анкета
            </th>
            <th scope="col" className={styles.sum}>
              Бюро
            </th>
            <th scope="col" className={styles.sum}>
              Расчёт
            </th>
            <th scope="col" className={styles.taken}>
              Взято
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LedgerLine key={row.key} row={row} ledger={ledger} chosen={chosen} onSettled={onSettled} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Итого</th>
            <td className={styles.debt}>{sumOr(totals.balance)}</td>
            <td className={styles.rate}>{sumOr(null)}</td>
            <td className={styles.sum}>{sumOr(totals.declared)}</td>
            <td className={styles.sum}>{sumOr(totals.reported)}</td>
            <td className={styles.sum}>{sumOr(totals.computed)}</td>
            <td className={styles.taken}>{sumOr(totals.taken)}</td>
            <td className={styles.note}>
              {totals.repaid !== '0' && `гасится сделкой: ${sumOr(totals.repaid)}`}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
