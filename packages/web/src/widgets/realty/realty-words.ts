import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import {
  appraisalAge,
  type AppraisalFigures,
  type AppraisalState,
} from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { plural } from '#lib/plural.ts'

/** Words and tones for the age of a report. */
export const appraisalWords: Record<AppraisalState, string> = {
  VALID: 'действует',
  ENDS_SOON: 'скоро истечёт',
  EXPIRED: 'истекла',
  AHEAD: 'дата впереди',
}
export const appraisalTones: Record<AppraisalState, 'green' | 'amber' | 'red'> = {
  VALID: 'green',
  ENDS_SOON: 'amber',
  EXPIRED: 'red',
  AHEAD: 'red',
}

const dayWords = (count: number) => `${count}\u00a0${plural(count, 'день', 'дня', 'дней')}`

/** «54,3 м²». */
export const areaText = (area: string | null): string =>
  area === null || area === '' ? emptyValue : `${withoutEndZeros(area).replace('.', ',')}\u00a0м²`

/** «Отчёту 12 дней, действует до 20.05.2027»: the age of a report in words. */
export function appraisalText(reportDate: string, today: string, figures: AppraisalFigures): string {
  const { days, validUntil, daysLeft, state } = appraisalAge(reportDate, today, figures)
  if (state === 'AHEAD') return 'Дата отчёта ещё не наступила'
  const end = formatDate(validUntil)
  return state === 'EXPIRED'
    ? `Отчёту ${dayWords(days)}, истёк ${end}`
    : `Отчёту ${dayWords(days)}, действует до ${end} (осталось ${dayWords(daysLeft)})`
}
