import type { Approver, WorkStatus } from '@ipoteka-office/contract/approvers/approvers.ts'
import { emptyValue } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'

/** Colour of the dot beside a work status; the word always stands with it. */
export const statusTones = { ACTIVE: 'green', PAUSE: 'amber', INACTIVE: 'neutral' } as const satisfies Record<
  WorkStatus,
  string
>

type Shift = Pick<Approver, 'workStatus' | 'workingShiftFrom' | 'workingShiftBy' | 'onShift'>

/** «09:00–18:00», null where no shift is set. */
export function shiftText({ workingShiftFrom: from, workingShiftBy: by }: Shift): string | null {
  return from && by ? `${from}–${by}` : null
}

/** What the shift means now: «в смене до 18:00», «не в смене», on pause «до 18:00»; nothing for who is inactive. */
export function shiftNow(approver: Shift): string | null {
  const { workStatus, workingShiftFrom: from, workingShiftBy: by, onShift } = approver
  if (workStatus === 'INACTIVE' || !from || !by) return null
  if (!onShift) return 'не в смене'
  if (from === by) return workStatus === 'PAUSE' ? 'круглосуточно' : 'в смене круглосуточно'
  return workStatus === 'PAUSE' ? `до ${by}` : `в смене до ${by}`
}

/** The shift of a row: its hours, with a dot where it means something now. */
export function shiftMark(approver: Shift) {
  const hint = shiftNow(approver)
  const tone = hint === null ? null : approver.onShift ? ('green' as const) : ('neutral' as const)
  return { tone, text: shiftText(approver) ?? emptyValue, hint }
}

/** A region as a table has room for it: «Москва», «Ингушетия», «Тульская обл.»; the tooltip has the whole name. */
export const shortRegion = (name: string): string =>
  name
    .replace(/^(?:г\.|город|Республика)\s+/, '')
    .replace(/(?<!\s)\s+Республика$/, '')
    .replace(/автономный округ|автономная область/, 'АО')
    .replace(/ область$/, ' обл.')

/** «Все регионы», or each by its short name. */
export const regionNames = ({ allRegions, regions }: Pick<Approver, 'allRegions' | 'regions'>): string[] =>
  allRegions ? ['Все регионы'] : regions.map(({ name }) => shortRegion(name))

/** «Все партнёры» or how many. */
export function partnersText({ allPartners, partners }: Pick<Approver, 'allPartners' | 'partners'>): string {
  return allPartners ? 'Все партнёры' : String(partners.length)
}

/** «5 заявок». */
export const applicationsCount = (count: number): string => countOf(count, 'заявка', 'заявки', 'заявок')

interface Preview {
  total: number
  recipients: readonly { fullName: string; count: number }[]
  unassigned: number
}

/** «18 заявок: Абрамова — 9, Добронравов — 6, без исполнителя — 3». */
export function redistributionText({ total, recipients, unassigned }: Preview): string {
  if (total === 0) return 'Заявок в работе нет'
  const parts = recipients.map(({ fullName, count }) => `${fullName.split(' ')[0]} — ${count}`)
  if (unassigned > 0) parts.push(`без исполнителя — ${unassigned}`)
  return `${applicationsCount(total)}: ${parts.join(', ')}`
}
