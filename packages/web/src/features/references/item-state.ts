import type { DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'

/** Whether an item can be chosen today, in a word and a colour. */
export function itemState(
  { active, validFrom, validTo }: Pick<DictionaryItem, 'active' | 'validFrom' | 'validTo'>,
  today: string,
): { text: string; tone: 'green' | 'amber' | 'neutral' } {
  if (!active) return { text: 'Отключён', tone: 'neutral' }
  if (validTo !== null && validTo < today) return { text: 'Срок истёк', tone: 'amber' }
  if (validFrom !== null && validFrom > today) return { text: 'Ещё не действует', tone: 'amber' }
  return { text: 'Действует', tone: 'green' }
}

/** «с 01.01.2026», «01.01.2026 – 31.12.2026», «−». */
export function periodText({ validFrom, validTo }: Pick<DictionaryItem, 'validFrom' | 'validTo'>): string {
  if (validFrom !== null && validTo !== null) return `${formatDate(validFrom)} – ${formatDate(validTo)}`
  if (validFrom !== null) return `с ${formatDate(validFrom)}`
  return validTo === null ? emptyValue : `по ${formatDate(validTo)}`
}
