import { QrState } from '@ipoteka-office/contract/qr/qr.ts'
import { flagFilter, type ListState, listSchema, textFilter } from '#ui/table/list-state.ts'

/** What the list of QR codes may show; the names are those of the URL. */
export const qrSchema = listSchema({
  tabs: ['all', ...QrState.options],
  filters: { text: textFilter, partner: textFilter, product: textFilter, mine: flagFilter },
  sortable: [],
  defaultSort: { key: 'createdAt', direction: 'desc' },
})
export type QrListState = ListState<(typeof qrSchema.tabs)[number], (typeof qrSchema)['filters']>

/** The list's state as the server takes it: its pages count from 0. */
export const toQrQuery = ({ tab, filters, page, size }: QrListState) => ({
  page: page - 1,
  size,
  ...(tab !== 'all' && { state: tab }),
  ...(filters.text && { query: filters.text }),
  ...(/^[1-9]\d{0,8}$/.test(filters.partner) && { partnerId: filters.partner }),
  ...(filters.product && { productCode: filters.product }),
  ...(filters.mine && { mine: 'true' as const }),
})

let lastSearch: Record<string, unknown> = {}

/** Keeps the list's search, so that «Назад» of a card returns to the list as it was left. */
export function rememberQrSearch(search: Record<string, unknown>): void {
  lastSearch = search
}

/** The search under which the list was left; empty when it was not opened yet. */
export const lastQrSearch = (): Record<string, unknown> => lastSearch
