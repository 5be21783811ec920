import type { FieldSpecs, SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import { invalid } from '#http/errors.ts'
import { type BankClock, bankDay } from './bank-time.ts'

/** 400 on dates of the form that have not come yet, where they are of something that has happened. */
export function refuseFutureDays(fields: FieldSpecs, values: SectionValues, clock: BankClock): void {
  const issues = futureDays(fields, values, bankDay(clock))
  if (issues.length > 0) throw invalid(issues)
}
