import { can } from '@ipoteka-office/contract/endpoint.ts'
import type { Catalogue } from '@ipoteka-office/contract/products/product-rows.ts'
import { productsExport } from '@ipoteka-office/contract/products/products.ts'
import {
  individualLoanRateRequests,
  individualRateRequests,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { useFeature } from '#api/features.ts'
import { useRights } from '#api/rights.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import {
  casesOf,
  catalogueOf,
  kindOfTab,
  listPlaces,
  newWords,
  objectOf,
  onePageHref,
  openCasesHref,
  productHref,
} from './product-words.ts'
import { productsColumns } from './products.columns.tsx'
import { productsBulk } from './products-bulk.tsx'
import { productsList } from './products-list.ts'

const CreateProductDialog = onDemand(
  async () => (await import('./create-product-dialog.tsx')).CreateProductDialog,
)

const abouts: Readonly<Record<Catalogue, string>> = {
  mortgage:
    'Ипотечные продукты, опции и акции банка: условия и ставки живут в выпусках, которые согласует второй сотрудник',
  loan: 'Кредиты наличными и карты: условия и ставки живут в выпусках, которые согласует второй сотрудник',
}

const priceHrefs: Readonly<Record<Catalogue, string>> = {
  mortgage: '/findInProductCatalog',
  loan: '/findInProductCatalog?lending=CASH_LOAN',
}

const individualCalls = { mortgage: individualRateRequests, loan: individualLoanRateRequests } as const
const individualHrefs: Readonly<Record<Catalogue, string>> = {
  mortgage: '/individual-rates',
  loan: '/individual-rates?of=loan',
}

/** The list of a catalogue: products, options, promotions, what waits for a second person, and the archive. */
export function CatalogueList({ catalogue, types }: { catalogue: Catalogue; types?: readonly Option[] }) {
  const rights = useRights()
  const list = useServerList(productsList(catalogue, { isInside: rights.isAhml }))
  const object = objectOf(catalogue)
  const { text: title } = listPlaces[catalogue]
  const kind = kindOfTab(list.state.tab)
  const onePage = useFeature('products.onePage')
  if (!rights.all({ [object]: ['List'] })) return <Forbidden />
  return (
    <ListScreen
      list={list}
      title={title}
      place={['Продукты', title]}
      about={abouts[catalogue]}
      columns={productsColumns(({ id, lending }) =>
        rights.all(casesOf[catalogueOf(lending)].needs) ? openCasesHref(id, lending) : null,
      )}
      rowLabel={({ name }) => name}
      rowHref={(row) => (onePage && row.kind === 'PRODUCT' ? onePageHref(row.id) : productHref(row))}
      {...(types && { choices: { types } })}
      exporting={productsExport}
      tools={
        <>
          <HrefLink href={priceHrefs[catalogue]}>Подобрать ставку</HrefLink>
          {rights.mayCall(individualCalls[catalogue].list) && (
            <HrefLink href={individualHrefs[catalogue]}>Индивидуальные ставки</HrefLink>
          )}
        </>
      }
      create={{
        text: newWords[kind],
        needs: { call: { access: can(object, 'Create') }, to: 'создание продуктов' },
        dialog: (onClose) => (
          <CreateProductDialog catalogue={catalogue} kind={kind} onOpen={list.open} onClose={onClose} />
        ),
      }}
      bulk={productsBulk(object)}
      empty={{
        title: 'Здесь пока пусто',
        text: 'Продукт, опция или акция заводится черновиком, проходит согласование и выпускается на назначенный день.',
      }}
    />
  )
}
