import type { PartnerAccount } from '@ipoteka-office/contract/partners/partner-parts.ts'
import type { PartnerDependants } from '@ipoteka-office/contract/partners/partner-reads.ts'
import type { AccreditationState } from '@ipoteka-office/contract/partners/partners.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import type { Tone } from '#ui/tag.tsx'

/** Colour of an accreditation's mark; its words always stand in it. */
export const stateTones: Readonly<Record<AccreditationState, Tone>> = {
  ACTIVE: 'green',
  EXPIRING: 'amber',
  PENDING: 'blue',
  FUTURE: 'blue',
  SUSPENDED: 'amber',
  EXPIRED: 'red',
  REVOKED: 'red',
}

/** Words of a state: without an end, and before the day of the end where it belongs to them. */
const stateWords: Readonly<Record<AccreditationState, readonly [plain: string, before: string | null]>> = {
  ACTIVE: ['бессрочно', 'до'],
  EXPIRING: ['истекает', 'истекает'],
  EXPIRED: ['истекла', 'истекла'],
  PENDING: ['на рассмотрении', null],
  FUTURE: ['ещё не началась', null],
  SUSPENDED: ['приостановлена', null],
  REVOKED: ['отозвана', null],
}

/** «до 20.11.2027», «истекает 20.11.2026», «без аккредитации». */
export function accreditationText(state: AccreditationState | null, dateTo: string | null): string {
  if (state === null) return 'без аккредитации'
  const [plain, before] = stateWords[state]
  return dateTo === null || before === null ? plain : `${before} ${formatDate(dateTo)}`
}

/** What goes on depending on a partner that is switched off, a line each. */
export function dependantLines(found: PartnerDependants): string[] {
  const lines: [number, string, string, string][] = [
    [found.openCases, 'открытое дело', 'открытых дела', 'открытых дел'],
    [found.activeEmployees, 'действующий сотрудник', 'действующих сотрудника', 'действующих сотрудников'],
    [found.activeBranches, 'действующий филиал', 'действующих филиала', 'действующих филиалов'],
    [found.activeWorkgroups, 'рабочая группа', 'рабочие группы', 'рабочих групп'],
    [
      found.linkedPartners,
      'партнёр называет его среди своих',
      'партнёра называют его среди своих',
      'партнёров называют его среди своих',
    ],
  ]
  return lines.flatMap(([count, one, few, many]) => (count > 0 ? [countOf(count, one, few, many)] : []))
}

/** «Осталось 12 дней». */
export const daysLeftText = (days: number): string =>
  days === 0 ? 'последний день' : `осталось ${countOf(days, 'день', 'дня', 'дней')}`

/** Requisites of an account as people paste them into a document. */
export const requisitesText = (account: PartnerAccount): string =>
  [
    `Счёт ${account.account}`,
    `Банк ${account.bankName}`,
    `БИК ${account.bic}`,
    account.correspondentAccount && `Корр. счёт ${account.correspondentAccount}`,
  ]
    .filter(Boolean)
    .join('\n')
