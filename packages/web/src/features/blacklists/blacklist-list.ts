import { blacklistCategories, blacklistLevels } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { type BlacklistKind, blacklistSources } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  blacklistSortFields,
  blacklistTabs,
  countBlacklist,
  listBlacklistAuthors,
  searchBlacklist,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { ids, minor, range, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const states = Object.fromEntries(
  Object.entries(entryMachine.states).map(([code, { name }]) => [code, name]),
) as Record<keyof typeof entryMachine.states, string>

const searched: Record<BlacklistKind, string> = {
  individuals: 'ФИО, паспорт, ИНН, СНИЛС, телефон или номер записи',
  legalPersons: 'Название, ИНН, ОГРН, телефон или номер записи',
  phones: 'Телефон, владелец или номер записи',
}
/** A blacklist: what its address holds, and what the server is asked. */
export const blacklistList = (kind: BlacklistKind) =>
  serverList(searchBlacklist, {
    key: `blacklist.${kind}`,
    tabs: { label: 'Состояние записей', words: blacklistTabs, counts: ({ counted }) => counted },
    counting: {
      endpoint: countBlacklist,
      ask: ({ body: { tab: _, ...filter } = {} }) => ({ params: { kind }, body: filter }),
    },
    filters: [
      search('text', searched[kind], { placeholder: 'Имя или номер', as: 'search' }),
      words('levels', 'Уровень', blacklistLevels),
      words('categories', 'Категория', blacklistCategories),
      words('sources', 'Источник', blacklistSources),
      range('Истекает', 'day', ['validToFrom', 'validToTo']),
      ids('authors', 'Автор', { from: listBlacklistAuthors, params: { kind } }),
      minor(words('states', 'Состояние', states)),
    ],
    sortable: blacklistSortFields,
    order: { key: 'id', direction: 'desc' },
    ask: ({ tab, filter, paging, sort }) => ({
      params: { kind },
      query: { ...paging, sort },
      body: { ...filter, tab },
    }),
    topics: [topics.blacklist(kind)],
  })
