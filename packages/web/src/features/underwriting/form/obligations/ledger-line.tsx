import { lowered } from '#lib/words.ts'
import { percentText } from '@ipoteka-office/contract/common/number-formats.ts'
import { creditBureaus } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type {
  LedgerRow,
  ObligationLedger,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import {
  type LedgerMark,
  ledgerMarks,
  obligationReasons,
  obligationStates,
} from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { useEffect, useRef } from 'react'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { DelayStrip } from './delay-strip.tsx'
import type { ChosenObligation } from './ledger-table.tsx'
import { sumOr } from './ledger-words.ts'
import styles from './ledger-table.module.css'

const ChooseForm = latePart(async () => (await import('./choose-form.tsx')).ChooseForm)

/** Who tells of it: «НБКИ, ОКБ». */
const tellersOf = ({ bureaus }: LedgerRow) =>
  [...new Set(bureaus.map(({ bureau }) => creditBureaus[bureau]))].join(', ')

/** What stands under the name: the kind, who tells of it, and what is worth a look. */
function wordsOf(row: LedgerRow): { text: string; mark: LedgerMark | null }[] {
  const tellers = tellersOf(row)
  return [
    { text: row.typeName, mark: null },
    ...(row.relation === null ? [] : [{ text: row.relation, mark: null }]),
    ...(tellers === '' ? [] : [{ text: tellers, mark: null }]),
    ...row.marks
      .filter((mark) => mark !== 'TWICE' && mark !== 'DIFFERS')
      .map((mark) => ({ text: ledgerMarks[mark], mark })),
  ]
}

function Name({ row, isOpen, chosen }: { row: LedgerRow; isOpen: boolean; chosen: ChosenObligation }) {
  const button = useRef<HTMLButtonElement>(null)
  const isHere = chosen.key === row.key
  useEffect(() => {
    if (!isHere) return
    const form = button.current?.closest('tbody')?.querySelector('[data-take-form]')
    if (!form?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return (
    <th scope="row">
      <button
        ref={button}
        type="button"
        className={styles.name}
        aria-expanded={isOpen}
        onFocus={() => chosen.choose(row.key)}
        onClick={() => chosen.unfold(isOpen ? null : row.key)}
      >
        <Icon name={isOpen ? 'down' : 'right'} size={12} />
        <span className={styles.who}>
          <span className={styles.cut} title={row.creditor}>
            {row.creditor}
          </span>
          <span className={styles.kind}>
            {wordsOf(row).map(({ text, mark }, at) => (
              <span key={text}>
                {at > 0 && ' · '}
                <span className={cx(mark !== null && styles[mark])}>{text}</span>
              </span>
            ))}
          </span>
        </span>
      </button>
    </th>
  )
}

/** What is taken, and why it is not simply what is proposed. */
function Taken({ row }: { row: LedgerRow }) {
  const { choice, state, asks } = row
  const words =
    choice === null
      ? ''
      : `${choice.by.fullName}: ${lowered(obligationReasons[choice.reason])}${choice.words === '' ? '' : `. ${choice.words}`}`
  return (
    <td className={styles.taken} title={words}>
      <span className={styles.value}>
        {state === 'COUNTS' ? sumOr(row.taken) : lowered(obligationStates[state])}
        {asks ? (
          <>
            <Icon name="warning" size={13} />
            <span className="visually-hidden">{choice === null ? 'проверьте' : 'источники изменились'}</span>
          </>
        ) : (
          choice !== null && (
            <>
              <Icon name="edit" size={13} />
              <span className="visually-hidden">выбрано андеррайтером</span>
            </>
          )
        )}
      </span>
    </td>
  )
}

/** One credit of the ledger, with the form of the choice under it when it is unfolded. */
export function LedgerLine({
  row,
  ledger,
  chosen,
  onSettled,
}: {
  row: LedgerRow
  ledger: ObligationLedger
  chosen: ChosenObligation
  onSettled: (ledger?: ObligationLedger) => void
}) {
  const isOpen = chosen.unfolded === row.key
  const differs = row.marks.includes('DIFFERS')
  const [newest] = row.bureaus
  return (
    <>
      <tr
        className={cx(
          isOpen && styles.unfolded,
          chosen.key === row.key && styles.here,
          row.asks && styles.asks,
        )}
      >
        <Name row={row} isOpen={isOpen} chosen={chosen} />
        <td className={styles.debt}>
          {sumOr(row.balance)}
          <span className={styles.under}>из {sumOr(row.limit)}</span>
        </td>
        <td className={styles.rate}>{row.rate === null ? '−' : `${percentText(row.rate)} %`}</td>
        <td className={styles.sum}>{sumOr(row.declared)}</td>
        <td className={cx(styles.sum, differs && styles.differs)}>
          {differs && <Icon name="differs" size={12} />}
          {differs && <span className="visually-hidden">расходится с анкетой</span>} {sumOr(row.reported)}
        </td>
        <td className={styles.sum}>{sumOr(row.computed)}</td>
        <Taken row={row} />
        <td className={styles.delays}>
          {newest === undefined ? '−' : <DelayStrip strip={newest.strip} asOf={newest.asOf} />}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.why}>
          <td colSpan={8}>
            <ChooseForm
              key={`${row.key} ${row.version}`}
              row={row}
              ledger={ledger}
              onSettled={onSettled}
              onClose={() => chosen.unfold(null)}
            />
          </td>
        </tr>
      )}
    </>
  )
}
