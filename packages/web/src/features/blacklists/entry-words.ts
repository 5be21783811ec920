import { blacklistObject, type BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  individualEntryRequests,
  legalPersonEntryRequests,
} from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import type { ChangeRequestCalls } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { Rights } from '#api/rights.ts'

/** Whether the person may see why somebody is in the list. */
export const readsReasons = (rights: Pick<Rights, 'all'>, kind: BlacklistKind): boolean =>
  rights.all({ [blacklistObject.objects[kind]]: ['ReadReason'] })

/** The calls by which requests to change entries of the list are decided on. */
export const requestCallsOf = (kind: BlacklistKind): ChangeRequestCalls =>
  kind === 'legalPersons' ? legalPersonEntryRequests : individualEntryRequests

/** What a new entry of the list is called. */
export const newEntryWords: Readonly<Record<BlacklistKind, string>> = {
  individuals: 'Новая запись: физлицо',
  legalPersons: 'Новая запись: юрлицо',
  phones: 'Новая запись: телефон',
}
