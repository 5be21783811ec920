import { z } from 'zod'
import { Code, Id, IdParam, keyOf } from '../../common/scalars.ts'
import { DocumentStatus } from '../../documents/documents.ts'
import { canInBank, endpoint } from '../../endpoint.ts'

/** How far what the participant says of their property is confirmed. */
export const assetProofs = {
  CONFIRMED: 'подтверждено',
  BROUGHT: 'документ ждёт проверки',
  REFUSED: 'документ отклонён',
  NONE: 'не подтверждено',
} as const
export type AssetProof = keyof typeof assetProofs

/** What a property is to the deal. */
export const assetUses = {
  MONEY: 'можно потратить на взнос или платежи',
  SALE: 'можно продать',
  PLEDGED: 'в залоге: в запас не идёт',
  SHARED: 'не только своё: без согласия других не продать',
} as const
export type AssetUse = keyof typeof assetUses

export const AssetPaper = z.object({
  id: Id,
  title: z.string(),
  status: DocumentStatus,
  expired: z.boolean(),
})
export type AssetPaper = z.output<typeof AssetPaper>

export const AssetRow = z.object({
  type: Code,
  typeName: z.string(),
  description: z.string(),
  /** Whose it is, in words; empty: not told. */
  shareName: z.string(),
  /** Roubles, as the participant says. */
  value: z.string().nullable(),
  use: keyOf(assetUses),
  /** Roubles that the deal may lean on; null: none. */
  worth: z.string().nullable(),
  proof: keyOf(assetProofs),
  papers: z.array(AssetPaper),
})
export type AssetRow = z.output<typeof AssetRow>

/** What a participant owns and what it is worth to the deal; sums are roubles. */
export const AssetsSheet = z.object({
  /** The participant says that there is none; null: nothing is said yet. */
  none: z.boolean().nullable(),
  comment: z.string(),
  rows: z.array(AssetRow),
  /** Of the rows: all that is told, what the deal may lean on, and how much of that is confirmed. */
  total: z.string(),
  worth: z.string(),
  money: z.string(),
  confirmed: z.string(),
  /** Null: nothing is bought in this deal. */
  downPayment: z
    .object({
      amount: z.string(),
      sourceName: z.string(),
      /** Of this participant's property that the named source is about; null: such a source is no property. */
      covered: z.string().nullable(),
      papers: z.array(AssetPaper),
    })
    .nullable(),
  /** Of how many monthly payments of this loan what is left of the money is; null: the payment is not known. */
  reserveMonths: z.int().nullable(),
})
export type AssetsSheet = z.output<typeof AssetsSheet>

export const getAssetsSheet = endpoint({
  method: 'GET',
  path: '/underwriting/:id/assets/:participantId',
  summary: 'Имущество участника и чего оно стоит для сделки',
  access: canInBank('Underwriting', 'List'),
  params: z.object({ id: IdParam, participantId: IdParam }),
  response: AssetsSheet,
})
