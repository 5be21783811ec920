import { z } from 'zod'
import { Money } from '../../../common/amounts.ts'
import { pageOf, PageQuery } from '../../../common/page.ts'
import { Availability } from '../../../common/refs.ts'
import { Id, IdParam, keyOf, requiredText, text } from '../../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../../endpoint.ts'
import { HistoryEntry } from '../../../history/history.ts'
import { incomeSources } from '../income-grid.ts'
import { ComparedRow } from '../room.ts'
import { exclusionReasons } from './exclusions.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Укажите месяц')

/** A month of the statement as somebody types it. */
export const AccountMonth = z.object({ month: Month, amount: Money })
export type AccountMonth = z.output<typeof AccountMonth>

/** What does not count, as the grid keeps it. */
export const ExclusionInput = z.object({
  source: keyOf(incomeSources),
  month: Month,
  code: requiredText(8).nullable().default(null),
  amount: Money.nullable().default(null),
  reason: keyOf(exclusionReasons),
  words: text(300).default(''),
})
export type ExclusionInput = z.output<typeof ExclusionInput>

export const IncomeGridInput = z.object({
  account: z.array(AccountMonth).max(36, 'Не больше 36 месяцев'),
  exclusions: z.array(ExclusionInput).max(100, 'Слишком много исключений'),
})
export type IncomeGridInput = z.output<typeof IncomeGridInput>

const GridMonth = z.object({
  month: z.string(),
  amount: z.string(),
  /** What of it counts; null: nothing. */
  counted: z.string().nullable(),
  isOld: z.boolean(),
  payments: z.array(
    z.object({
      code: z.string().nullable(),
      name: z.string(),
      payer: z.string(),
      amount: z.string(),
      oneOff: z.boolean(),
    }),
  ),
})
export type GridMonth = z.output<typeof GridMonth>

/** The income of a debtor by sources and months, after tax; sums are roubles. */
export const IncomeGrid = z.object({
  participantId: Id,
  /** What the questionnaire says, source by source. */
  declared: z.array(
    z.object({
      type: z.string(),
      payer: z.string(),
      verification: z.string(),
      amount: z.string().nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      source: keyOf(incomeSources),
      months: z.array(GridMonth),
      average: z.string().nullable(),
      /** How many months the mean is of. */
      count: z.int(),
      notes: z.array(z.string()),
    }),
  ),
  /** Certificates that were read: one that a later one replaces does not count. */
  papers: z.array(
    z.object({
      title: z.string(),
      replaced: z.boolean(),
      checks: z.array(z.object({ label: z.string(), passed: z.boolean().nullable(), message: z.string() })),
    }),
  ),
  account: z.array(AccountMonth),
  exclusions: z.array(
    ExclusionInput.extend({
      /** What it is called. */
      name: z.string(),
      /** What it takes away; null: its source does not tell of such a payment any more. */
      taken: z.string().nullable(),
    }),
  ),
  confirmed: z.string().nullable(),
  ceiling: z
    .object({ amount: z.string(), words: z.string(), source: z.string(), from: z.string() })
    .nullable(),
  /** Why there is no ceiling. */
  ceilingLack: z.string().nullable(),
  /** The income among the compared fields: what is declared, what each source says, what is taken. */
  row: ComparedRow,
  /** Of the grid; 0: nobody has written in it. */
  version: z.int().min(0),
  editable: Availability,
})
export type IncomeGrid = z.output<typeof IncomeGrid>

const Params = z.object({ id: IdParam, participantId: IdParam })
const access = canInBank('Underwriting', 'List')

export const getIncomeGrid = endpoint({
  method: 'GET',
  path: '/underwriting/:id/form/:participantId/incomes',
  summary: 'Доход участника по источникам и месяцам',
  access,
  params: Params,
  response: IncomeGrid,
})

/**
 * Writes the typed months of the statement and what does not count. An income that was taken from one of the sources
 * follows its mean; 409 where it would come to be above what is confirmed, and to an old version with the grid as it stands.
 */
export const saveIncomeGrid = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/form/:participantId/incomes',
  summary: 'Записать месяцы выписки и то, что не учитывается в доходе',
  access: signedIn,
  params: Params,
  body: IncomeGridInput.extend({ version: z.int().min(0).max(2_147_483_647) }),
  response: IncomeGrid,
})

export const listIncomeHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/form/:participantId/incomes/history',
  summary: 'История дохода участника по месяцам',
  access,
  params: Params,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
