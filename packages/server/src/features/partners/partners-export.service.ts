import { lowered } from '@ipoteka-office/contract/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import * as api from '@ipoteka-office/contract/partners/partner-exports.ts'
import {
  accreditationStates,
  type PartnerColumn,
  type PartnerRow,
  partnerColumns,
} from '@ipoteka-office/contract/partners/partners.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import { accreditationHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { countPartners, findPartnerIds, findPartnersByIds } from './partner-list.repo.ts'

const accreditationOf = ({ roles }: PartnerRow) =>
  roles
    .flatMap(({ name, state, dateTo }) => {
      if (state === null) return []
      const until = dateTo === null ? '' : ` до ${dayText(dateTo)}`
      return [`${name}: ${lowered(accreditationStates[state])}${until}`]
    })
    .join('; ')

const cells: Record<PartnerColumn, { width: number; value: (row: PartnerRow) => CellValue }> = {
  shortName: { width: 40, value: (row) => row.shortName },
  inn: { width: 16, value: (row) => row.inn },
  kpp: { width: 14, value: (row) => row.kpp },
  ogrn: { width: 18, value: (row) => row.ogrn },
  roles: { width: 40, value: (row) => row.roles.map(({ name }) => name).join(', ') },
  accreditation: { width: 50, value: accreditationOf },
  region: { width: 28, value: (row) => row.regionName ?? row.regionCode },
  parent: { width: 40, value: (row) => row.parent?.shortName ?? null },
  branchesCount: { width: 10, value: (row) => row.branchesCount },
  notActive: { width: 14, value: (row) => (row.notActive ? 'Отключён' : 'Действует') },
}

/** The list of partners as a file. */
export const partnersExport = (bank: BankFigures) =>
  listExport(api.partnersExport, {
    work: 'partners-export',
    timeZone: bank.clock.timeZone,
    of: () => ({
      title: 'Партнёры',
      count: async ({ db, actor }, { filter }) =>
        countPartners(db, actor, filter, await accreditationHorizon(bank)),
      findIds: async ({ db, actor }, { filter, sort }) =>
        findPartnerIds(db, actor, { filter, sort, horizon: await accreditationHorizon(bank) }),
      findRows: async ({ db }, ids) => findPartnersByIds(db, ids, await accreditationHorizon(bank)),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: partnerColumns[column], ...cells[column] })),
    }),
  })
