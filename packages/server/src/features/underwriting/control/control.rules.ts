import { createHash } from 'node:crypto'
import type { ParameterCode } from '@ipoteka-office/contract/parameters/declared.ts'
import { controlShares } from '@ipoteka-office/contract/parameters/control-shares.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'

/** The parameter that holds the share of a programme; null: no application of it is drawn. */
export function shareOf(type: CaseType, programmeCode: string | null): ParameterCode | null {
  const code =
    caseTypes[type].product === 'CASH_LOAN' ? 'control-share-loan' : `control-share-${programmeCode ?? ''}`
  return Object.hasOwn(controlShares, code) ? (code as keyof typeof controlShares) : null
}

/** The lot of an application, from 0 up to 100: whoever draws again by its number draws the same. */
export function drawOf(number: string): number {
  const first = createHash('sha256').update(`control ${number}`).digest().readUInt32BE(0)
  return Math.floor((first / 2 ** 32) * 10_000) / 100
}

const percent = (value: number | string) => String(value).replace('.', ',')

/** Why the lot falls on an application; null: it does not. */
export function chanceReason(number: string, share: string): string | null {
  const draw = drawOf(number)
  return draw < Number(share) ? `доля программы ${percent(share)} %, жребий заявки ${percent(draw)}` : null
}
