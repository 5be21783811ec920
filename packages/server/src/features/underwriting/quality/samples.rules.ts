import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { QualityRule } from '@ipoteka-office/contract/underwriting/quality/quality.ts'

/** How many decisions a sample takes where nobody has said: a share and not less than so many, or so many of everybody. */
export function sizeOf(
  rule: QualityRule,
  population: number,
  figures: FiguresOf<'quality-share' | 'quality-least' | 'quality-each'>,
): number {
  if (rule === 'EACH') return Math.max(1, figures['quality-each'])
  const share = Math.ceil((population * Number(figures['quality-share'])) / 100)
  return Math.max(1, share, figures['quality-least'])
}
