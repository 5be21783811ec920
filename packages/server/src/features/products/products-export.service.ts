import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import { productsExport as calls } from '@ipoteka-office/contract/products/products.ts'
import {
  type productColumns,
  productColumns as headings,
} from '@ipoteka-office/contract/products/product-rows.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { countFound, findListed, findProductIds, type ListedProduct } from './products-list.repo.ts'
import { toRow } from './products-list.service.ts'
import { readerOf } from './shown-product.service.ts'

type Row = ReturnType<typeof toRow>

const cells: Record<keyof typeof productColumns, { width: number; value: (row: Row) => CellValue }> = {
  code: { width: 20, value: (row) => row.code },
  name: { width: 44, value: (row) => row.name },
  type: { width: 34, value: (row) => row.type.name },
  state: { width: 18, value: (row) => productVersionStates[row.state] },
  number: { width: 10, value: (row) => row.number },
  validFrom: { width: 14, value: (row) => dayText(row.validFrom) },
  validTo: { width: 14, value: (row) => dayText(row.validTo) },
  rateFrom: { width: 14, value: (row) => amountCell(row.rateFrom) },
  rateTo: { width: 14, value: (row) => amountCell(row.rateTo) },
  partners: { width: 12, value: (row) => row.partners },
  partnerProfiles: { width: 12, value: (row) => row.partnerProfiles },
  regions: { width: 12, value: (row) => row.regions },
  openCases: { width: 16, value: (row) => row.openCases },
  owner: { width: 34, value: (row) => row.owner.fullName },
  changedAt: { width: 18, value: (row) => new Date(row.changedAt) },
}

/** The catalogue as a file. */
export const productsExport = (bank: BankFigures) =>
  listExport(calls, {
    work: 'products-export',
    timeZone: bank.clock.timeZone,
    journal: 'CreditProduct',
    of: () => ({
      title: 'Продукты',
      count: ({ db, actor }, { filter }) => countFound(db, { ...readerOf(bank, { actor }), filter }),
      findIds: async ({ db, actor }, { filter, sort }) =>
        (await findProductIds(db, { ...readerOf(bank, { actor }), filter }, sort)).map((id) => ({
          id,
          tab: filter.tab,
        })),
      findRows: async ({ db, actor }, chosen) => {
        const [first] = chosen
        if (first === undefined) return []
        const rows: ListedProduct[] = await findListed(
          db,
          readerOf(bank, { actor }),
          first.tab,
          chosen.map(({ id }) => id),
        )
        return rows.map((row) => toRow(actor, row))
      },
      columns: ({ columns }) => columns.map((column) => ({ heading: headings[column], ...cells[column] })),
    }),
  })
