import { clockToleranceMs } from '@ipoteka-office/contract/system/system.ts'
import type { DotTone } from '#ui/status-dot.tsx'
import { minutesText } from '#widgets/case/case-words.ts'

/** Less is the way of the answer rather than the clock. */
const noticedMs = 1_000

/** How the clock of a process stands against the database's: «верны», «спешат на 12 с», «отстают на 1 ч 2 мин». */
export function clockWords(offsetMs: number): { readonly tone: DotTone; readonly text: string } {
  const apart = Math.abs(offsetMs)
  if (apart < noticedMs) return { tone: 'green', text: 'верны' }
  const far = apart < 60_000 ? `${Math.floor(apart / 1_000)}\u00a0с` : minutesText(apart / 60_000)
  const tone = apart > clockToleranceMs ? 'red' : 'amber'
  return { tone, text: `${offsetMs > 0 ? 'спешат' : 'отстают'} на ${far}` }
}
