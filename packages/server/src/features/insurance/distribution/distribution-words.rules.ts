import { DistributionContent, shareText } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import { insuranceTypes } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'

/** Rows that a line of the history tells; of more it tells their number. */
const toldRows = 20

/** What a version says in a line of its history. */
export function contentWords(value: unknown, nameOf: (insurerId: number) => string): string {
  const { success, data } = DistributionContent.safeParse(value)
  if (!success) return ''
  const rows = data.rows.slice(0, toldRows).map(({ type, region, branchId, product, cells }) => {
    const place = [
      region === null ? 'все регионы' : `регион ${region}`,
      branchId === null ? null : `партнёр ${branchId}`,
      product === null ? null : `программа ${product}`,
    ].filter((part) => part !== null)
    const shares = cells.map(({ insurerId, share }) => `${nameOf(insurerId)} ${shareText(share)}`)
    return `${insuranceTypes[type]}, ${place.join(', ')}: ${shares.join(', ')}`
  })
  const more = data.rows.length - toldRows
  return [...rows, ...(more > 0 ? [`и ещё строк: ${more}`] : [])].join('; ')
}
