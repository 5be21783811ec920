import { offerOrders, priceProducts } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { Misfit, Offer, Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { lendingKinds } from '@ipoteka-office/contract/products/lending-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { countOf } from '#lib/plural.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Fold } from '#ui/fold.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { ChosenOptions } from '#widgets/price/chosen-options.tsx'
import { MisfitList } from '#widgets/price/misfit-list.tsx'
import { OfferCard } from '#widgets/price/offer-card.tsx'
import { offerFigures } from '#widgets/price/offer-figures.ts'
import priceStyles from '#widgets/price/price.module.css'
import { useBeginApplication } from './begin-application.tsx'
import styles from './catalogue.module.css'
import { CatalogueActions } from './catalogue-actions.tsx'
import { type CatalogueSearch, readSearch } from './catalogue-address.ts'
import {
  emptyWish,
  idsIn,
  orderIn,
  shownIn,
  shownNext,
  toSearch,
  type Wish,
  wishOf,
} from './catalogue-search.ts'
import { questionOf } from './catalogue-state.ts'

export const Route = createFileRoute('/findInProductCatalog')({
  validateSearch: readSearch,
  component: CataloguePage,
})

const WishForm = latePart(async () => (await import('./wish-form.tsx')).WishForm)

const orders = Object.entries(offerOrders).map(([code, name]) => ({ code, name }))

function CataloguePage() {
  usePagePlace('Подбор ставки')
  const rights = useRights()
  const navigate = useNavigate({ from: Route.fullPath })
  const search = Route.useSearch()
  const wish = wishOf(search)
  const lendings = (Object.keys(lendingKinds) as Wish['lending'][]).filter((lending) =>
    rights.all({ [lending === 'MORTGAGE' ? 'CreditProduct' : 'LoanProduct']: ['Read'] }),
  )
  const put = (more: CatalogueSearch) =>
    void navigate({ search: readSearch({ ...search, ...more }), replace: true })
  if (lendings.length === 0) return <Forbidden />
  return (
    <>
      <PageHead title="Подбор ставки">
        <CatalogueActions question={() => questionOf(wish, search)} />
      </PageHead>
      <TabsWithCounts
        label="Вид кредита"
        tabs={lendings.map((key) => ({ key, label: lendingKinds[key] }))}
        value={wish.lending}
        onChange={(lending) => void navigate({ search: toSearch({ ...emptyWish, lending }) })}
      />
      <div className={styles.columns}>
        <WishForm
          key={wish.lending}
          wish={wish}
          onChange={(next) =>
            void navigate({
              search: ({ order = '', compare = '', options = '', shown = '' }: CatalogueSearch) =>
                readSearch({ ...toSearch(next), order, compare, options, shown }),
              replace: true,
            })
          }
        />
        <Found search={search} wish={wish} put={put} />
      </div>
    </>
  )
}

function Found({
  search,
  wish,
  put,
}: {
  search: CatalogueSearch
  wish: Wish
  put: (more: CatalogueSearch) => void
}) {
  const order = orderIn(search)
  const options = idsIn(search['options'])
  const body = useSettled(JSON.stringify(questionOf(wish, search)))
  const answer = useQuery(query(priceProducts, { body: JSON.parse(body) as ReturnType<typeof questionOf> }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  const { count, misfits } = answer.data
  return (
    <section className={styles.found} aria-label="Предложения" aria-busy={answer.isFetching}>
      <div className={styles.bar}>
        <p role="status">
          {count === 0
            ? 'Подходящих предложений нет'
            : `Найдено: ${countOf(count, 'предложение', 'предложения', 'предложений')}`}
        </p>
        <SingleSelect
          aria-label="Порядок"
          options={orders}
          value={order}
          onChange={(order) => put({ order })}
        />
      </div>
      <ChosenOptions
        options={answer.data.options}
        onRemove={(id) => put({ options: options.filter((one) => one !== id).join(',') })}
      />
      <OfferList answer={answer.data} search={search} wish={wish} put={put} />
      {count === 0 && misfits.length === 0 && (
        <Empty title="Продуктов на сегодня нет" text="Их выпускают продуктологи банка" />
      )}
      <Misfits misfits={misfits} />
    </section>
  )
}

function OfferList({
  answer,
  search,
  wish,
  put,
}: {
  answer: Offers
  search: CatalogueSearch
  wish: Wish
  put: (more: CatalogueSearch) => void
}) {
  const [compare, options] = [idsIn(search['compare']), idsIn(search['options'])]
  const { offers, count } = answer
  const next = shownNext(shownIn(search), count)
  const compared = offers.filter(({ product }) => compare.includes(product.id))
  const toggle = (id: number) =>
    put({
      compare: (compare.includes(id) ? compare.filter((one) => one !== id) : [...compare, id]).join(','),
    })
  const { begin, dialog } = useBeginApplication(wish)
  return (
    <>
      {compared.length > 1 && <Comparison offers={compared} />}
      {offers.map((offer) => (
        <OfferCard
          key={offer.product.id}
          offer={offer}
          onOption={(id) => put({ options: [...options, id].join(',') })}
        >
          <Button
            look="link"
            onClick={() => toggle(offer.product.id)}
            aria-pressed={compare.includes(offer.product.id)}
            disabledReason={
              compare.length < 3 || compare.includes(offer.product.id)
                ? null
                : 'Сравнивают не больше трёх предложений'
            }
          >
            {compare.includes(offer.product.id) ? 'Убрать из сравнения' : 'Сравнить'}
          </Button>
          {begin !== null && <Button onClick={() => begin(offer)}>Создать заявку</Button>}
        </OfferCard>
      ))}
      {next !== null && offers.length < count && (
        <Button onClick={() => put({ shown: String(next) })}>Показать ещё</Button>
      )}
      {next === null && offers.length < count && (
        <p className="muted">
          Показаны первые {offers.length} из {count}: уточните параметры, чтобы увидеть остальные
        </p>
      )}
      {dialog}
    </>
  )
}

function Comparison({ offers }: { offers: readonly Offer[] }) {
  return (
    <div className="card">
      <table className={priceStyles.steps} aria-label="Сравнение предложений">
        <thead>
          <tr>
            <th scope="col">Показатель</th>
            {offers.map(({ product }) => (
              <th key={product.id} scope="col">
                {product.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {offerFigures.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {offers.map((offer) => (
                <td key={offer.product.id}>{of(offer)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Misfits({ misfits }: { misfits: readonly Misfit[] }) {
  if (misfits.length === 0) return null
  return (
    <Fold name="Почему не подошло" count={misfits.length} memory="catalogue-misfits">
      <MisfitList misfits={misfits} />
    </Fold>
  )
}
