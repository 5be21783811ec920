import { stripMonths } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { chanceOf } from '../../self-ban/stand-in.ts'
import type { ReportQuestion, ToldCredit } from '../bureau-client.ts'
import type { CreditAccount } from '../credit-report.ts'

const monthsBefore = (day: string, months: number): string =>
  Temporal.PlainDate.from(day).subtract({ months }).toString()
const daysBefore = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).subtract({ days }).toString()

const money = (roubles: number) => `${Math.max(0, Math.round(roubles))}.00`
/** What is paid a month, as the creditor reports it: about what the annuity of a bank comes to. */
function paymentOf(balance: number, rate: number, months: number): number {
  const m = rate / 1_200
  return m === 0 ? balance / months : (balance * m) / (1 - (1 + m) ** -months)
}

/** УИд in its form: a time-based UUID and a control sign. */
function uidOf(text: string): string {
  const hex = [0, 1, 2, 3]
    .map((at) =>
      chanceOf(`${text} uid ${at}`, 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `1${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `${parts.join('-')}-${chanceOf(text, 16).toString(16)}`
}

/** How a person pays: most of them always in time. */
function stripOf(seed: string, months: number): string {
  const habit = chanceOf(`${seed} habit`, 100)
  return Array.from({ length: stripMonths }, (_, at) => {
    if (at >= months) return '-'
    if (habit < 80) return '0'
    const isLate = chanceOf(`${seed} month ${at}`, 100) < (habit < 95 ? 8 : 20)
    return isLate ? (habit < 95 ? '1' : String(1 + chanceOf(`${seed} how ${at}`, 3))) : '0'
  }).join('')
}

/** Days before the report of which the figures are: creditors report once in a while. */
const reportedBefore = (seed: string) => 3 + chanceOf(`${seed} reported`, 20)

interface Invented {
  readonly seed: string
  readonly today: string
  readonly credit: ToldCredit
  readonly age: number
}

function accountOf({ seed, today, credit, age }: Invented): CreditAccount {
  const openedOn = monthsBefore(daysBefore(today, chanceOf(`${seed} day`, 27)), age)
  const strip = stripOf(seed, Math.min(stripMonths, age))
  return {
    id: `A${chanceOf(`${seed} id`, 1_000_000_000)}`,
    uid: uidOf(`${credit.creditor} ${credit.contractNumber ?? ''} ${openedOn}`),
    creditor: credit.creditor,
    creditorInn: null,
    contractNumber: credit.contractNumber,
    type: credit.type,
    relation: 'BORROWER',
    openedOn,
    closedOn: null,
    limit: credit.limit,
    balance: credit.balance,
    overdue: '0.00',
    overdueDays: 0,
    cost: credit.rate,
    monthsLeft: credit.monthsLeft,
    payment: credit.payment,
    asOf: daysBefore(today, reportedBefore(seed)),
    strip,
    worst: (strip
      .split('')
      .filter((mark) => mark !== '-')
      .toSorted()
      .at(-1) ?? '-') as CreditAccount['worst'],
  }
}

/** What somebody has not told of, now and then: a card or a loan of another bank. */
function hidden(seed: string): ToldCredit[] {
  if (chanceOf(`${seed} hides`, 100) >= 22 && !seed.endsWith('0808')) return []
  const number = String(chanceOf(`${seed} contract`, 900_000) + 100_000)
  if (chanceOf(`${seed} what`, 2) === 0) {
    const limit = 30_000 + chanceOf(`${seed} limit`, 12) * 10_000
    const debt = Math.round((limit * (20 + chanceOf(`${seed} debt`, 60))) / 100)
    return [
      {
        type: 'CREDIT_CARD',
        creditor: 'АО «Восход-Банк»',
        contractNumber: `К-${number}`,
        limit: money(limit),
        balance: money(debt),
        rate: '39.9',
        monthsLeft: null,
        payment: money(Math.min(limit * 0.05, debt * 0.1)),
      },
    ]
  }
  const [balance, months] = [60_000 + chanceOf(`${seed} sum`, 18) * 10_000, 12 + chanceOf(`${seed} left`, 25)]
  return [
    {
      type: 'CASH',
      creditor: 'ПАО «Северный Капитал»',
      contractNumber: `ПК-${number}`,
      limit: money(balance * 1.6),
      balance: money(balance),
      rate: '28.4',
      monthsLeft: months,
      payment: money(paymentOf(balance, 28.4, months)),
    },
  ]
}

const past = ['ООО МКК «Быстрые займы»', 'ПАО «Северный Капитал»', 'АО «Банк Поволжье»', 'АО «Восход-Банк»']
const pastTypes = ['POS', 'CASH', 'CREDIT_CARD', 'AUTO']

function closed({ person, today }: ReportQuestion, seed: string): CreditAccount[] {
  const adult = Temporal.PlainDate.from(person.birthDate)
    .add({ years: 19 })
    .until(today, { largestUnit: 'months' })
  const count = Math.min(chanceOf(`${seed} past`, 5), Math.floor(adult.months / 24))
  return Array.from({ length: Math.max(0, count) }, (_, at): CreditAccount => {
    const own = `${seed} past ${at}`
    const ended = 3 + chanceOf(`${own} ended`, 40)
    const age = ended + 12 + chanceOf(`${own} age`, 24)
    const credit: ToldCredit = {
      type: pastTypes[chanceOf(`${own} type`, pastTypes.length)] ?? 'CASH',
      creditor: past[chanceOf(`${own} who`, past.length)] ?? '',
      contractNumber: String(100_000 + chanceOf(`${own} number`, 900_000)),
      limit: money(20_000 + chanceOf(`${own} sum`, 40) * 5_000),
      balance: '0.00',
      rate: '24.9',
      monthsLeft: null,
      payment: '0.00',
    }
    const account = accountOf({ seed: own, today, credit, age })
    const closedOn = monthsBefore(today, ended)
    const strip = account.strip
      .split('')
      .map((mark, month) => (month < ended ? '-' : mark))
      .join('')
    return { ...account, closedOn, asOf: closedOn, payment: null, strip }
  })
}

/** Everything that a made-up person owes and owed, whichever bureau knows it. */
export function inventAccounts(question: ReportQuestion, seed: string): CreditAccount[] {
  const { today, told } = question
  const told2 = told.map((credit, at) => ({ credit, own: `${seed} told ${at}` }))
  const more = hidden(seed).map((credit, at) => ({ credit, own: `${seed} hidden ${at}` }))
  const active = [...told2, ...more].map(({ credit, own }) =>
    accountOf({ seed: own, today, credit, age: 4 + chanceOf(`${own} age`, 30) }),
  )
  const late = seed.endsWith('21') || chanceOf(`${seed} late`, 60) === 0
  return [...active.map((one, at) => (late && at === 0 ? overdueOf(one) : one)), ...closed(question, seed)]
}

/** The first credit of some is overdue today. */
const overdueOf = (account: CreditAccount): CreditAccount => ({
  ...account,
  overdue: '4600.00',
  overdueDays: 17,
  strip: `1${account.strip.slice(1)}`,
  worst: account.worst > '1' ? account.worst : '1',
})
