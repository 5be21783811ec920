import { createHash } from 'node:crypto'
import type { EngineAnswer, StopFactor } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { Decimal } from 'decimal.js'
import type { AssessmentRequest } from './decision-engine.ts'

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })
const words = (value: string) => value.replace('.', ',')

/** A check of the bank that stops, as the engine names it. */
const stopping: Readonly<Record<string, Omit<StopFactor, 'value'>>> = {
  TERRORIST_115FZ: {
    code: 'TERRORIST',
    name: 'Перечень 115-ФЗ',
    norm: 'совпадений нет',
    lift: 'Не снимается: обслуживать клиента запрещает 115-ФЗ',
    hard: true,
  },
  PASSPORT_INVALID: {
    code: 'PASSPORT',
    name: 'Недействительный паспорт',
    norm: 'паспорт действителен',
    lift: 'Не снимается: нужен новый паспорт и новая проверка',
    hard: true,
  },
  EFRSB: {
    code: 'BANKRUPTCY',
    name: 'Банкротство',
    norm: 'процедуры нет',
    lift: 'Определение суда о прекращении процедуры',
    hard: false,
  },
}

/** The score is the same for the same passport. */
const scoreOf = (seed: string) =>
  300 + (createHash('sha256').update(`${seed} score`).digest().readUInt32BE(0) % 551)

const above = (value: string | null, most: string | null): most is string =>
  value !== null && most !== null && new Exact(value).gt(most)
/** The engine's own policy, where the product sets no bound. */
const highestDebtLoad = '80'
const boundText = (most: string) => `не выше ${words(new Exact(most).toString())} %`

function factorsOf({ checks, debtLoad, loanToValue, people, sold }: AssessmentRequest): StopFactor[] {
  const mostLoad = sold?.limits?.maxDebtLoad ?? highestDebtLoad
  const mostShare = sold?.limits?.maxLoanToValue ?? null
  const found = new Set(checks.filter(({ state }) => state === 'FAIL').map(({ code }) => code))
  return [
    ...[...found].flatMap((code) => {
      const factor = stopping[code]
      return factor === undefined ? [] : [{ ...factor, value: 'найдено' }]
    }),
    ...(above(debtLoad, mostLoad)
      ? [
          {
            code: 'DEBT_LOAD',
            name: 'Долговая нагрузка',
            value: `${words(debtLoad ?? '')} %`,
            norm: boundText(mostLoad),
            lift: 'Меньшая сумма, больший срок, созаёмщик с доходом или погашенный кредит',
            hard: false,
          },
        ]
      : []),
    ...(above(loanToValue, mostShare)
      ? [
          {
            code: 'LOAN_TO_VALUE',
            name: 'Кредит к залогу',
            value: `${words(loanToValue ?? '')} %`,
            norm: boundText(mostShare),
            lift: 'Больший первоначальный взнос или оценка дороже',
            hard: false,
          },
        ]
      : []),
    ...(people.some(({ passport }) => passport?.endsWith('0666'))
      ? [
          {
            code: 'FRAUD_BASE',
            name: 'База мошеннических заявок',
            value: 'совпадение по паспорту',
            norm: 'совпадений нет',
            lift: 'Заключение службы безопасности о том, что это другой человек',
            hard: false,
          },
        ]
      : []),
  ]
}

const groups = [
  [700, 'A'],
  [560, 'B'],
  [420, 'C'],
] as const

/** The rules of the stand-in on a whole application. */
export function assessBy(request: AssessmentRequest): EngineAnswer {
  const { amount, rate, people, requestId } = request
  const score = scoreOf(people[0]?.passport ?? requestId)
  const factors = factorsOf(request)
  const result = factors.length > 0 ? 'REJECT' : score < 560 ? 'REVIEW' : 'APPROVE'
  const limit = amount === null ? null : new Exact(amount).times(score < 560 ? '0.9' : '1.2').toFixed(2)
  return {
    result,
    requestNumber: `СПР-${createHash('sha256').update(requestId).digest('hex').slice(0, 8).toUpperCase()}`,
    strategy: request.product === 'MORTGAGE' ? 'ИПОТЕКА 2026.3' : 'КН 2026.2',
    score,
    limit: result === 'REJECT' ? null : limit,
    rateGroup: groups.find(([least]) => score >= least)?.[1] ?? 'D',
    rate,
    factors,
    notes: result === 'REVIEW' ? [`Балл ${score}: решение принимает андеррайтер`] : [],
  }
}
