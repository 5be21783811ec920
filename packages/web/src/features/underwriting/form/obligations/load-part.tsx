import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { percentText } from '@ipoteka-office/contract/common/number-formats.ts'
import type { ObligationLedger } from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { sumOr } from './ledger-words.ts'
import styles from './load-part.module.css'
import tab from './obligations-tab.module.css'

const roubles = (sum: string) => roublesText(sum.replace(/\.00$/, ''))

/** How the one ПДН of the bank is counted: what is paid a month, of which income, by which version of the method. */
export function LoadPart({ ledger: { load } }: { ledger: ObligationLedger }) {
  const { people, loan, payments, income, debtLoad, norm, methodVersion } = load
  return (
    <section className={`card ${tab.card}`} aria-label="ПДН">
      <header className={tab.head}>
        <h2>ПДН по реестру</h2>
        <span className="muted small">методика {methodVersion}</span>
        <b className={tab.push}>{debtLoad === null ? 'не посчитан' : `${percentText(debtLoad)} %`}</b>
      </header>
      <dl className={styles.load}>
        {people.map(({ participantId, name, payments: own }) => (
          <div key={participantId}>
            <dt>Обязательства: {name}</dt>
            <dd>{roubles(own)}</dd>
          </div>
        ))}
        <div>
          <dt>Этот кредит, среднемесячный платёж по ПСК</dt>
          <dd>{loan === null ? '−' : roubles(loan)}</dd>
        </div>
        <div className={styles.whole}>
          <dt>Все платежи в месяц</dt>
          <dd>{payments === null ? '−' : roubles(payments)}</dd>
        </div>
        <div>
          <dt>Доход в месяц, взятый банком</dt>
          <dd>{income === null ? '−' : roubles(income)}</dd>
        </div>
      </dl>
      <p className={tab.foot}>
        {debtLoad === null || payments === null || income === null
          ? 'ПДН посчитается, когда в заявке будут сумма, ставка, срок и доход.'
          : `${sumOr(payments)} / ${sumOr(income)} × 100 = ${percentText(debtLoad)} %, норма до ${percentText(norm)} %. Это же число в показателях, сводке, решении и проверках.`}
      </p>
    </section>
  )
}
