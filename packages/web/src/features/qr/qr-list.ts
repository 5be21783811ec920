import { listQr, QrState } from '@ipoteka-office/contract/qr/qr.ts'
import { code, flag, id, partnerChoices, search } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The list of QR codes: what its address holds, and what the server is asked. */
export const qrList = serverList(listQr, {
  key: 'qr',
  tabs: ['all', ...QrState.options],
  filters: [
    search('text', 'Найти по кампании, партнёру или сотруднику', {
      placeholder: 'Кампания, партнёр, сотрудник',
      as: 'query',
    }),
    id('partner', 'Партнёр', partnerChoices, { as: 'partnerId' }),
    code('product', 'Продукт', [], { as: 'productCode' }),
    flag('mine', 'Созданные мной', { label: 'Создатель', value: 'вы', on: 'true' }),
  ],
  ask: ({ tab, filter: { partnerId, ...filter }, paging }) => ({
    query: {
      ...paging,
      ...filter,
      ...(partnerId !== undefined && { partnerId: String(partnerId) }),
      ...(tab !== 'all' && { state: tab }),
    },
  }),
})
