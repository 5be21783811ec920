/** Working shifts: `HH:MM` times of day, half-open, over midnight when from > by, round the clock when equal. */

/** Exactly HH:MM, hours 0–23, minutes 0–59 (specification 1 §5). */
export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Minutes since midnight of an `HH:MM` time. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether the minute of the day lies inside [from, by). */
export function isInShift(from: string, by: string, minute: number): boolean {
  const start = minuteOf(from)
  const end = minuteOf(by)
  if (start === end) return true
  return start < end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Says in words what the pair means, where it is not plain: over midnight or round the clock. */
export function describeShift(from: string, by: string): string {
  if (!isTime(from) || !isTime(by)) return ''
  if (from === by) return 'Круглосуточно'
  return minuteOf(from) > minuteOf(by) ? `Через полночь: с ${from} до ${by} следующего дня` : ''
}
