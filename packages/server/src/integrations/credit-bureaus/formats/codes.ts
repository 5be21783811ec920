import type { CreditAccount } from '../credit-report.ts'

type Relation = CreditAccount['relation']

/** How a bureau writes what the bank has codes for; a code that is not known is another kind of credit. */
export interface BureauCodes {
  readonly types: Readonly<Record<string, string>>
  readonly relations: Readonly<Record<string, Relation>>
}

export const nbkiCodes: BureauCodes = {
  types: {
    '01': 'AUTO',
    '02': 'LEASING',
    '06': 'MORTGAGE',
    '07': 'CREDIT_CARD',
    '08': 'OVERDRAFT',
    '09': 'CASH',
    '10': 'BUSINESS',
    '13': 'POS',
    '16': 'MICROLOAN',
    '18': 'EDUCATION',
  },
  relations: { '1': 'BORROWER', '4': 'CO_BORROWER', '5': 'GUARANTOR' },
}

export const okbCodes: BureauCodes = {
  types: {
    CAR: 'AUTO',
    MORTGAGE: 'MORTGAGE',
    CARD: 'CREDIT_CARD',
    OVERDRAFT: 'OVERDRAFT',
    CONSUMER: 'CASH',
    BUSINESS: 'BUSINESS',
    POS: 'POS',
    MFO: 'MICROLOAN',
    STUDY: 'EDUCATION',
    LEASING: 'LEASING',
  },
  relations: { MAIN: 'BORROWER', JOINT: 'CO_BORROWER', SURETY: 'GUARANTOR' },
}

export const scoringCodes: BureauCodes = {
  types: {
    '1': 'CASH',
    '2': 'CREDIT_CARD',
    '3': 'MORTGAGE',
    '4': 'AUTO',
    '5': 'OVERDRAFT',
    '6': 'POS',
    '7': 'MICROLOAN',
    '8': 'BUSINESS',
    '9': 'EDUCATION',
    '10': 'LEASING',
  },
  relations: { z: 'BORROWER', s: 'CO_BORROWER', p: 'GUARANTOR' },
}

export const typeOf = ({ types }: BureauCodes, code: string): string => types[code] ?? 'OTHER'
export const relationOf = ({ relations }: BureauCodes, code: string): Relation | undefined => relations[code]

/** The way back, for whoever writes a report: the stand-in. */
export const codeOf = (codes: Readonly<Record<string, string>>, value: string): string =>
  Object.entries(codes).find(([, known]) => known === value)?.[0] ?? '99'
