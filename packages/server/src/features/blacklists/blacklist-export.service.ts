import { lowered } from '@ipoteka-office/contract/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  blacklistCategories,
  type BlacklistKind,
  blacklistKinds,
  blacklistLevels,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  type BlacklistColumn,
  blacklistColumns,
  blacklistExport as calls,
} from '@ipoteka-office/contract/blacklists/blacklist-exports.ts'
import type { BlacklistFilter, BlacklistRow } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { type ExportReader, listExport } from '#features/exports/list-export.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { countFound, findIds, findListed } from './entries-list.repo.ts'
import { scopeOf, toRow } from './entries-list.service.ts'

const moment = (at: string | null) => (at === null ? null : new Date(at))

const cells: Record<BlacklistColumn, { width: number; value: (row: BlacklistRow) => CellValue }> = {
  title: { width: 40, value: ({ title }) => title },
  id: { width: 12, value: ({ id }) => id },
  note: { width: 34, value: ({ note }) => note },
  birthDate: { width: 14, value: ({ birthDate }) => dayText(birthDate) },
  level: { width: 18, value: ({ level }) => blacklistLevels[level] },
  category: { width: 28, value: ({ category }) => blacklistCategories[category] },
  state: { width: 18, value: ({ state }) => entryMachine.states[state].name },
  validFrom: { width: 14, value: ({ validFrom }) => dayText(validFrom) },
  validTo: { width: 14, value: ({ validTo }) => dayText(validTo) ?? 'бессрочно' },
  author: { width: 34, value: ({ author }) => author.fullName },
  approver: { width: 34, value: ({ approver }) => approver?.fullName ?? null },
  approvedAt: { width: 18, value: ({ approvedAt }) => moment(approvedAt) },
  createdAt: { width: 18, value: ({ createdAt }) => moment(createdAt) },
}

/** A blacklist as a file: numbers are masked and reasons are not in it, as in the list. */
export const blacklistExport = (bank: BankFigures) => {
  const asked = (reader: ExportReader, kind: BlacklistKind, { tab: _, ...filter }: BlacklistFilter) =>
    scopeOf(bank, reader, kind, filter)
  return listExport(calls, {
    work: 'blacklist-export',
    timeZone: bank.clock.timeZone,
    of: ({ kind }) => ({
      title: `Чёрный список, ${lowered(blacklistKinds[kind])}`,
      count: async (reader, { filter }) =>
        countFound(reader.db, await asked(reader, kind, filter), filter.tab),
      findIds: async (reader, { filter, sort }) =>
        findIds(reader.db, await asked(reader, kind, filter), { tab: filter.tab, sort }),
      findRows: async ({ db }, ids: readonly number[]) => {
        const { 'blacklist-ending': endingDays } = await figuresToday(bank)
        return (await findListed(db, { today: bankDay(bank.clock), endingDays }, ids)).map(toRow)
      },
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: blacklistColumns[column], ...cells[column] })),
    }),
  })
}
