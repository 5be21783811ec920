import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import * as api from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import { type RealtyRow, realtyRoles } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { realtyReader } from './realty-reader.service.ts'
import { countFound, findRealtyIds, findRealtyRows, type RealtyScope } from './realty-list.repo.ts'

const cells: Record<api.RealtyColumn, { width: number; value: (row: RealtyRow) => CellValue }> = {
  address: { width: 60, value: (row) => row.address },
  type: { width: 24, value: (row) => row.type.name },
  number: { width: 24, value: (row) => row.number || null },
  duplicates: { width: 16, value: (row) => row.duplicates },
  case: { width: 16, value: (row) => row.case.number },
  client: { width: 34, value: (row) => row.case.clientName },
  stage: { width: 26, value: (row) => row.case.stageName },
  role: { width: 20, value: (row) => realtyRoles[row.role] },
  area: { width: 12, value: (row) => amountCell(row.area) },
  price: { width: 18, value: (row) => amountCell(row.price) },
  pricePerMetre: { width: 16, value: (row) => amountCell(row.pricePerMetre) },
  appraisedOn: { width: 14, value: (row) => dayText(row.appraisedOn) },
  marketValue: { width: 18, value: (row) => amountCell(row.marketValue) },
  encumbrances: { width: 14, value: (row) => row.encumbrances },
  owners: { width: 10, value: (row) => row.owners },
  region: { width: 26, value: (row) => row.region?.name ?? null },
  partner: { width: 30, value: (row) => row.case.partner.shortName },
  createdAt: { width: 18, value: (row) => new Date(row.createdAt) },
}

/** The register of mortgaged objects as a file. */
export const realtyExport = (bank: BankFigures) => {
  const scopeOf = async (
    actor: RealtyScope['actor'],
    { filter }: api.RealtyExport,
  ): Promise<RealtyScope> => ({ ...(await realtyReader(bank, actor)), filter })
  return listExport(api.realtyExport, {
    work: 'realty-export',
    timeZone: bank.clock.timeZone,
    of: () => ({
      title: 'Предметы ипотеки',
      count: async ({ db, actor }, body) => countFound(db, await scopeOf(actor, body)),
      findIds: async ({ db, actor }, body) => findRealtyIds(db, await scopeOf(actor, body), body.sort),
      findRows: ({ db, actor }, ids) => findRealtyRows(db, actor, ids),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: api.realtyColumns[column], ...cells[column] })),
    }),
  })
}
