import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { nameOfCode } from '#features/references/known-codes.service.ts'

/** Where a questionnaire says what is asked for, with the field of the programme and its dictionary. */
const programmes = {
  CREDIT: { field: 'programme', dictionary: 'product/type' },
  LOAN: { field: 'productType', dictionary: 'cashLoan/productType' },
} as const
export type LoanSection = keyof typeof programmes

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** What the head of a case says of the loan that is asked for; the queue knows programmes by name. */
export async function headOfLoan(db: Db, section: LoanSection, values: SectionValues) {
  const { field, dictionary } = programmes[section]
  const programmeCode = textOf(values[field])
  return {
    amount: textOf(values['amount']),
    programmeCode,
    programme: (await nameOfCode(db, dictionary, programmeCode)) ?? programmeCode,
    regionCode: textOf(values['regionCode']),
  }
}
