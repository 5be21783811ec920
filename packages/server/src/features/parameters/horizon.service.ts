import { addDays, bankDay, type Horizon } from '#lib/bank-time.ts'
import type { BankFigures } from './parameter-reader.service.ts'

type WarningCode = 'employee-papers-warning' | 'accreditation-warning' | 'document-warning'

async function horizonOf(bank: BankFigures, today: string, code: WarningCode): Promise<Horizon> {
  const { [code]: days } = await bank.parameters.figuresOn(today)
  return { today, soon: addDays(today, days) }
}

/** How far ahead procuracies and documents of employees are looked at, today or on another day. */
export const papersHorizon = (bank: BankFigures, day = bankDay(bank.clock)) =>
  horizonOf(bank, day, 'employee-papers-warning')
/** How far ahead accreditations of partners are looked at. */
export const accreditationHorizon = (bank: BankFigures) =>
  horizonOf(bank, bankDay(bank.clock), 'accreditation-warning')
/** How far ahead documents of cases, partners and realty are looked at, today or on another day. */
export const documentHorizon = (bank: BankFigures, day = bankDay(bank.clock)) =>
  horizonOf(bank, day, 'document-warning')
