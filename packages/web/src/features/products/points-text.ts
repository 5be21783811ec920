import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { emptyValue } from '#lib/format.ts'

/** Points with their sign: «+0,3», «−0,5». */
export function pointsText(points: string | null): string {
  if (points === null) return emptyValue
  const sign = compareDecimals(points, '0')
  const bare = withoutEndZeros(points).replace('-', '').replace('.', ',')
  return sign < 0 ? `−${bare}` : sign > 0 ? `+${bare}` : bare
}
