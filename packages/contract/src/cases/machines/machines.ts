import { z } from 'zod'
import { fullApplicationMachine } from './full-application.ts'
import { leadMachine } from './lead.ts'
import { loanApplicationMachine } from './loan-application.ts'
import type { Machine } from './machine.ts'
import { shortApplicationMachine } from './short-application.ts'

/** Types of cases; each has one machine. */
export const caseTypes = {
  LEAD: { name: 'Лид', object: 'Lead' },
  SHORT_APPLICATION: { name: 'Краткая заявка', object: 'ShortApplication' },
  FULL_APPLICATION: { name: 'Полная заявка', object: 'FullApplication' },
  LOAN_APPLICATION: { name: 'Заявка на потребительский кредит', object: 'LoanApplication' },
} as const
export type CaseType = keyof typeof caseTypes
export const CaseType = z.enum(['LEAD', 'SHORT_APPLICATION', 'FULL_APPLICATION', 'LOAN_APPLICATION'])

/** The machine of every case type. */
export const machines: Readonly<Record<CaseType, Machine>> = {
  LEAD: leadMachine,
  SHORT_APPLICATION: shortApplicationMachine,
  FULL_APPLICATION: fullApplicationMachine,
  LOAN_APPLICATION: loanApplicationMachine,
}
