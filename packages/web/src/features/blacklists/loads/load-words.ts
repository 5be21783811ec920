import { lowered } from '#lib/words.ts'
import {
  type ListLoad,
  type LoadRowKind,
  loadRowKinds,
} from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { formatCount } from '#lib/digits.ts'

/** «Новая: 12, повтор: 3»; empty while the file is not read. */
export const countsText = ({ counts }: Pick<ListLoad, 'counts'>): string =>
  (Object.keys(loadRowKinds) as LoadRowKind[])
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [`${lowered(loadRowKinds[kind])}: ${formatCount(count)}`]
    })
    .join(', ')
