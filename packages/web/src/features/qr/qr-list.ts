import { listQr } from '@ipoteka-office/contract/qr/qr.ts'
import { partnerChoices } from '#widgets/list/choices.ts'
import { code, flag, id, search } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The list of QR codes: what its address holds, and what the server is asked. */
export const qrList = serverList(listQr, {
  key: 'qr',
  tabs: {
    label: 'Состояние QR-кодов',
    words: { all: 'Все', ACTIVE: 'Действуют', INACTIVE: 'Отключены', EXPIRED: 'Истекли' },
    asks: { ACTIVE: { state: 'ACTIVE' }, INACTIVE: { state: 'INACTIVE' }, EXPIRED: { state: 'EXPIRED' } },
    counts: 'each',
  },
  filters: [
    search('text', 'Найти по кампании, партнёру или сотруднику', {
      placeholder: 'Кампания, партнёр, сотрудник',
      as: 'query',
    }),
    id('partner', 'Партнёр', partnerChoices, { as: 'partnerId' }),
    code('product', 'Продукт', [], { as: 'productCode' }),
    flag('mine', 'Созданные мной', { label: 'Создатель', value: 'вы', on: 'true' }),
  ],
  ask: ({ filter: { partnerId, ...filter }, paging }) => ({
    query: {
      ...paging,
      ...filter,
      ...(partnerId !== undefined && { partnerId: String(partnerId) }),
    },
  }),
})
