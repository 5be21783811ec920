/** A day as people read it: `'2026-11-20'` → `'20.11.2026'`; none stays none. */
export function dayText(day: string): string
export function dayText(day: string | null): string | null
export function dayText(day: string | null): string | null {
  return day === null ? null : day.split('-').toReversed().join('.')
}
