import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { earliestWarning } from '@ipoteka-office/contract/parameters/reminder-parameters.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import {
  type EndingAccreditation,
  findLeaders,
  findResponsible,
  takeEnding,
} from './accreditation-warnings.repo.ts'

/** Days for which it is made up for that nobody was told of an end. */
const lateDays = 30

type WarningDays = FiguresOf<'accreditation-warning' | 'accreditation-last-warning'>

/** Told once in each of these spans; a day that was missed is made up for while the span lasts. */
const spansBy = ({ 'accreditation-warning': first, 'accreditation-last-warning': last }: WarningDays) =>
  [
    { from: last + 1, to: first, told: earliestWarning, word: 'истекает' },
    { from: 0, to: last, told: last, word: 'истекает' },
    { from: -lateDays, to: -1, told: -1, word: 'истекла' },
  ] as const

const textOf = ({ partnerName, roleName, dateTo }: EndingAccreditation, word: string) =>
  `${partnerName}: аккредитация «${roleName}» ${word} ${dayText(dateTo)}`

/** The partner's own people learn of each, the operator's of all at once: there may be many. */
async function tell(db: Db, ending: readonly EndingAccreditation[], word: string): Promise<void> {
  const leaders = await findLeaders(db, [...new Set(ending.map(({ partnerId }) => partnerId))])
  for (const one of ending)
    for (const id of leaders.get(one.partnerId) ?? [])
      await notify(db, id, { kind: 'warning', text: textOf(one, word), link: `/partner/${one.partnerId}` })
  const [first] = ending
  if (first === undefined) return
  const summary = {
    kind: 'warning',
    text:
      ending.length === 1
        ? textOf(first, word)
        : `Аккредитации партнёров: ${word === 'истекла' ? 'истекли' : 'истекают'} ${ending.length.toLocaleString('ru')}. Первая — ${textOf(first, word)}`,
    link:
      ending.length === 1
        ? `/partner/${first.partnerId}`
        : `/partners?accreditation=${word === 'истекла' ? 'EXPIRED' : 'EXPIRING'}`,
  } as const
  for (const id of await findResponsible(db)) await notify(db, id, summary)
}

/** Warns of accreditations twice before their end and when they have ended, each time once; answers how many. */
export async function warnOfAccreditations(db: Db, bank: BankFigures): Promise<number> {
  const today = bankDay(bank.clock)
  let count = 0
  for (const { word, ...days } of spansBy(await figuresToday(bank))) {
    let taken: number
    do {
      taken = await db.transaction().execute(async (tx) => {
        const ending = await takeEnding(tx, today, days)
        await tell(tx, ending, word)
        return ending.length
      })
      count += taken
    } while (taken > 0)
  }
  return count
}
