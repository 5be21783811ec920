import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'

/** Levels of decision by the amount, as the dictionary `loanApplicationLevel` draws them. */
const levels: readonly (readonly [most: string, code: string])[] = [
  ['3000000', 'LEVEL_1'],
  ['10000000', 'LEVEL_2'],
  ['20000000', 'LEVEL_3'],
  ['50000000', 'LEVEL_4'],
]

/** The level of an application by its amount; without one the ordinary level of an underwriter. */
export function levelOf(amount: string | null): string {
  if (amount === null) return 'LEVEL_2'
  return levels.find(([most]) => compareDecimals(amount, most) <= 0)?.[1] ?? 'LEVEL_5'
}
