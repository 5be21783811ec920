import { agreementGuards, agreementMachine } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import { writeAgreementState } from './agreements.repo.ts'
import type { StoredAgreement } from './stored-agreement.ts'

type Ask = RecordAsk<StoredAgreement>

const wanting: readonly [keyof StoredAgreement, string][] = [
  ['number', 'номер'],
  ['signedOn', 'дату договора'],
  ['startsBy', 'с чего начинается страхование'],
  ['from', 'первый день'],
  ['to', 'последний день'],
  ['premium', 'премию'],
  ['beneficiary', 'выгодоприобретателя'],
]

function lacks({ record }: Ask): string | null {
  const missing = wanting.flatMap(([key, words]) =>
    record[key] === null || record[key] === '' ? [words] : [],
  )
  return missing.length > 0 ? `Укажите ${missing.join(', ')} и сохраните` : null
}

function sumIsLess({ record: { sum, leastSum } }: Ask): string | null {
  if (sum !== null && compareDecimals(sum, leastSum) >= 0) return null
  return `Страховая сумма меньше ${exactRoublesText(leastSum)} — долга с запасом: увеличьте её`
}

/** Agreements of insurance; `connected`: an insurer can be asked. */
export const agreementKind = (connected: boolean): RecordKind<StoredAgreement> =>
  recordKind<StoredAgreement>()(agreementMachine, {
    code: 'insurance_agreement',
    object: 'Insurance',
    ofWhat: 'договора страхования',
    guardNames: agreementGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    guards: {
      connected: () =>
        connected
          ? null
          : 'Обмен со страховщиками не подключён: внесите расчёт вручную и отметьте «Расчёт внесён»',
      risk: ({ record: { sum } }: Ask) => (sum === null ? 'Укажите страховую сумму и сохраните' : null),
      premium: ({ record: { premium } }: Ask) => (premium === null ? 'Укажите премию и сохраните' : null),
      whole: lacks,
      sum: sumIsLess,
      paid: ({ record: { paidOn }, clock }: Ask) => {
        if (paidOn === null) return 'Укажите день оплаты и сохраните'
        return paidOn > bankDay(clock) ? 'День оплаты ещё не наступил' : null
      },
    },
    write: ({ db, record: { id }, to, action }) =>
      writeAgreementState(db, id, { to, asks: action === 'send' }),
  })
