import { topics } from '@ipoteka-office/contract/live.ts'
import {
  countProducts,
  listProductOwners,
  searchProducts,
} from '@ipoteka-office/contract/products/products.ts'
import {
  type Catalogue,
  productSortFields,
  productTabs,
} from '@ipoteka-office/contract/products/product-rows.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import { partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { codes, flag, ids, minor, onDay, range, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The list of a catalogue: what its address holds, and what the server is asked. */
export const productsList = (catalogue: Catalogue, { isInside }: { readonly isInside: boolean }) =>
  serverList(searchProducts, {
    key: `products.${catalogue}`,
    tabs: {
      label: 'Что в каталоге',
      words: productTabs,
      counts: ({ counted }) => counted,
    },
    counting: {
      endpoint: countProducts,
      ask: ({ body = {} }) => ({ body: { ...body, catalogue } }),
    },
    filters: [
      search('text', 'Код или название', { placeholder: 'Код или название', as: 'search' }),
      codes('types', 'Тип', catalogue === 'mortgage' ? { dictionary: 'product/type' } : []),
      words('states', 'Состояние', productVersionStates),
      codes('regions', 'Регион', regionChoices),
      ids('partners', 'Партнёр', partnerChoices, { as: 'partnerIds' }),
      ...(isInside ? [ids('owners', 'Ответственный', { from: listProductOwners }, { as: 'ownerIds' })] : []),
      onDay('onDay', 'Действует на', 'День'),
      range('Ставка', 'percent', ['rateMin', 'rateMax']),
      flag('withCases', 'С заявками в работе', { label: 'Заявки', value: 'есть в работе' }),
      minor(range('Номер выпуска', 'count', ['numberFrom', 'numberTo'])),
      minor(range('Действует с', 'day', ['beginsFrom', 'beginsTo'])),
      minor(range('Изменён', 'day', ['changedFrom', 'changedTo'])),
    ],
    sortable: productSortFields,
    order: { key: 'code', direction: 'asc' },
    // People of partners hear nothing of what the bank prepares.
    topics: isInside ? [topics.products] : [],
    ask: ({ filter, tab, paging, sort }) => ({
      query: { ...paging, sort },
      body: { ...filter, catalogue, tab },
    }),
  })
