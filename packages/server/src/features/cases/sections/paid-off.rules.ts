import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'

/** The section as it is when these obligations are paid off. */
export function withPaidOff(data: SectionValues, keys: ReadonlySet<string>): SectionValues {
  const rows: unknown = data['obligations']
  if (!Array.isArray(rows)) return data
  const obligations = rows.map((row: Readonly<Record<string, unknown>>) =>
    typeof row['key'] === 'string' && keys.has(row['key']) ? { ...row, repaidByDeal: true } : row,
  )
  return { ...data, obligations }
}
