import { lowered } from '@ipoteka-office/contract/words.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { BlacklistEntry } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import type { ChangeKindCode } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { Db } from '#db/database.ts'
import { pendingOf } from '#features/change-requests/change-requests.service.ts'
import type { Actor } from '#lib/actor.ts'
import { objectOf, type StoredEntry } from './stored-entry.ts'

const kinds = {
  individuals: 'blacklist_individual',
  legalPersons: 'blacklist_legal_person',
  phones: 'blacklist_phone',
} as const satisfies Readonly<Record<BlacklistKind, ChangeKindCode>>
/** The kind of change whose requests are of the entries of the list. */
export const changeKindOf = ({ kind }: Pick<StoredEntry, 'kind'>) => kinds[kind]

export const pendingChange = (db: Db, entry: Pick<StoredEntry, 'id' | 'kind'>) =>
  pendingOf(db, { kind: changeKindOf(entry), objectId: entry.id })

const yes = { enabled: true, reasonDisabled: null }
const no = (reasonDisabled: string) => ({ enabled: false, reasonDisabled })

/** Which changes of an entry the person may ask a second person for now. */
export function changesOf(
  { operations }: Pick<Actor, 'operations'>,
  { kind, state }: Pick<StoredEntry, 'kind' | 'state'>,
  pending: BlacklistEntry['pending'],
): BlacklistEntry['changes'] {
  const held = operations[objectOf(kind)] ?? []
  const may = (operation: string) => {
    if (!held.includes(operation)) return no('Нет права')
    if (state !== 'ACTIVE') return no(`Запись не действует: ${lowered(entryMachine.states[state].name)}`)
    return pending === null ? yes : no(`Уже ждёт решения: ${pending.title}`)
  }
  const update = may('Update')
  const appeal = may('Appeal')
  return { change: update, prolong: update, remove: update, appeal: update.enabled ? appeal : update }
}
