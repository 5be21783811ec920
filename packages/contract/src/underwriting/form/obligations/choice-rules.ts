import { compareDecimals } from '../../../common/number-formats.ts'
import type { NamedRef } from '../../../common/refs.ts'
import type { LedgerRow } from './ledger.ts'
import {
  type ObligationReason,
  type ObligationState,
  type PaymentSource,
  provenReasons,
  reasonsOf,
  toldReasons,
} from './obligation-choices.ts'

/** What somebody wants to say of an obligation. */
export interface WantedChoice {
  readonly state: ObligationState
  readonly source: PaymentSource | null
  readonly payment: string | null
  readonly reason: ObligationReason
  readonly words: string
  readonly documentId: number | null
}
type Issue = { readonly path: string; readonly message: string } | null
type Known = Pick<LedgerRow, 'declared' | 'reported' | 'computed' | 'proposed'>

/** The payment of the source as the server knows it; null: the source tells none. */
export function paymentTaken(entry: Known, { source, payment }: Pick<WantedChoice, 'source' | 'payment'>) {
  if (source === null) return null
  if (source === 'OTHER') return payment
  return { BUREAU: entry.reported, COMPUTED: entry.computed, QUESTIONNAIRE: entry.declared }[source]
}

/** By agent's or own words alone nothing is made less than what is known. */
const unproven: readonly PaymentSource[] = ['OTHER', 'QUESTIONNAIRE']

function paymentIssue(entry: Known, choice: WantedChoice): Issue {
  if (choice.source === null) return { path: 'source', message: 'Выберите, какой платёж учесть' }
  const taken = paymentTaken(entry, choice)
  if (taken === null)
    return choice.source === 'OTHER'
      ? { path: 'payment', message: 'Впишите платёж в месяц' }
      : { path: 'source', message: 'Этот источник платежа не называет: выберите другой или впишите своё' }
  const isLess = compareDecimals(taken, entry.proposed) < 0
  if (isLess && unproven.includes(choice.source) && choice.documentId === null)
    return {
      path: 'documentId',
      message: 'Платёж меньше известного банку берут по документу: приложите справку, договор или график',
    }
  return null
}

/** Why an obligation is not taken so; null: it is. */
export function choiceIssue(entry: Known, choice: WantedChoice, papers: readonly NamedRef[]): Issue {
  const { state, reason, words, documentId } = choice
  if (!reasonsOf[state].includes(reason))
    return { path: 'reason', message: 'Эта причина к такому выбору не подходит: выберите другую' }
  if (toldReasons.includes(reason) && words === '')
    return { path: 'words', message: 'Объясните выбор в двух словах' }
  if (documentId !== null && !papers.some(({ id }) => id === documentId))
    return { path: 'documentId', message: 'Выберите документ этой заявки' }
  if (provenReasons.includes(reason) && documentId === null)
    return { path: 'documentId', message: 'Приложите документ, который это подтверждает' }
  return state === 'COUNTS' ? paymentIssue(entry, choice) : null
}
