import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import * as api from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { countUnderwriters, findAllUnderwriters, findUnderwriters } from './underwriters-list.repo.ts'
import { momentOf } from './underwriters.service.ts'

/** A page of those who decide. */
export const searchUnderwriters = (
  clock: BankClock,
  { db }: Pick<Context, 'db'>,
  filter: api.UnderwriterFilter,
  query: PageQuery & { readonly sort: api.UnderwriterSort },
): Promise<Page<api.UnderwriterRow>> => findUnderwriters(db, { filter, moment: momentOf(clock) }, query)

/** The bound of a product as a cell: a sum, or in words that there is none to reach or to keep. */
function boundCell({ authorities }: api.UnderwriterRow, product: AuthorityProduct): CellValue {
  const found = authorities.find((one) => one.product === product)
  if (found === undefined) return 'нет'
  return found.maxExposure === null ? 'без пределов' : amountCell(found.maxExposure)
}

const groupNames = ({ groups, helps }: api.UnderwriterRow): string[] => [
  ...groups.map(({ name }) => name),
  ...helps.map(({ group }) => `${group.name} (помогает)`),
]

const cells: Record<
  api.UnderwriterColumn,
  { width: number; heading?: string; value: (row: api.UnderwriterRow) => CellValue }
> = {
  fullName: { width: 34, value: (row) => row.fullName },
  login: { width: 18, value: (row) => row.login },
  groups: { width: 34, value: (row) => groupNames(row).join(', ') },
  mortgage: { width: 18, value: (row) => boundCell(row, 'MORTGAGE') },
  loan: { width: 18, value: (row) => boundCell(row, 'CASH_LOAN') },
  onShift: { width: 12, value: (row) => (row.onShift ? 'в смене' : 'нет') },
  open: { width: 12, value: (row) => row.open },
  decidedToday: { width: 12, heading: 'Решений сегодня', value: (row) => row.decidedToday },
  decided: { width: 12, heading: 'Решений за 30 дней', value: (row) => row.decided },
  medianMinutes: { width: 16, heading: 'Медиана решения, мин', value: (row) => row.medianMinutes },
  approvalShare: { width: 12, heading: 'Одобрено, %', value: (row) => row.approvalShare },
  returnShare: { width: 12, heading: 'Возвраты, %', value: (row) => row.returnShare },
}

/** The list of those who decide as a file. */
export const underwritersExport = (clock: BankClock) =>
  listExport(api.underwritersExport, {
    work: 'underwriters-export',
    timeZone: clock.timeZone,
    of: () => ({
      title: 'Сотрудники андеррайтинга',
      count: ({ db }, { filter }) => countUnderwriters(db, { filter, moment: momentOf(clock) }),
      findIds: ({ db }, { filter, sort }) =>
        findAllUnderwriters(db, { filter, moment: momentOf(clock) }, sort),
      findRows: (_, rows) => Promise.resolve([...rows]),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: api.underwriterColumns[column], ...cells[column] })),
    }),
  })
