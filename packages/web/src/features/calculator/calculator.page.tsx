import {
  getCalculation,
  startBatch,
  type WholeCalculation,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/form/checked-form.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import styles from './calculator.module.css'
import { newOffer, type OfferValues, offerOf } from './calculator-state.ts'
import { OfferForm } from './offer-form.tsx'
import { OfferResult } from './offer-result.tsx'
import { OffersComparison } from './offers-comparison.tsx'
import type { ProductAnswers } from './product-facts.tsx'
import { ofProductLoan } from './product-loan-state.ts'
import { SaveCalculation } from './save-calculation.tsx'
import { type Counted, useCounted } from './use-counted.ts'

const BatchPane = latePart(async () => (await import('./batch-pane.tsx')).BatchPane)
const BorrowerForm = latePart(async () => (await import('./borrower-form.tsx')).BorrowerForm)
const SavedCalculations = latePart(async () => (await import('./saved-calculations.tsx')).SavedCalculations)
const ProductFacts = latePart(async () => (await import('./product-facts.tsx')).ProductFacts)

const tabs = [
  { key: 'loan', label: 'График и ПСК' },
  { key: 'borrower', label: 'Возможности заёмщика' },
  { key: 'saved', label: 'Сохранённые' },
  { key: 'batch', label: 'Массовый расчёт' },
] as const
type TabKey = (typeof tabs)[number]['key']

export interface CalculatorSearch {
  readonly tab?: TabKey
  /** A kept calculation to begin the form with. */
  readonly from?: number
}

function readSearch({ tab, from }: Record<string, unknown>): CalculatorSearch {
  const known = tabs.find(({ key }) => key === tab)?.key
  const id = Number(from)
  return {
    ...(known !== undefined && known !== 'loan' && { tab: known }),
    ...(Number.isInteger(id) && id > 0 && { from: id }),
  }
}

export const Route = createFileRoute('/calculator')({
  validateSearch: readSearch,
  component: CalculatorPage,
})

function CalculatorPage() {
  usePagePlace('Калькулятор')
  const rights = useRights()
  const navigate = useNavigate({ from: Route.fullPath })
  const { tab = 'loan', from } = Route.useSearch()
  if (!rights.mayCall(calculateLoan)) return <Forbidden />
  const mayBatch = rights.mayCall(startBatch)
  return (
    <>
      <PageHead title="Калькулятор" />
      <TabsWithCounts
        label="Что посчитать"
        tabs={tabs.filter(({ key }) => key !== 'batch' || mayBatch)}
        value={tab}
        onChange={(key) => void navigate({ search: key === 'loan' ? {} : { tab: key } })}
      />
      {tab === 'loan' && (
        <WithKept from={from}>{(kept) => <Offers key={from} first={keptOffer(kept)} />}</WithKept>
      )}
      {tab === 'borrower' && (
        <WithKept from={from}>{(kept) => <BorrowerForm key={from} kept={kept} />}</WithKept>
      )}
      {tab === 'saved' && <SavedCalculations />}
      {tab === 'batch' && mayBatch && <BatchPane />}
    </>
  )
}

const maxOffers = 3

type Kept = WholeCalculation['content'] | null

/** A form that is new, or begins with a kept calculation; null: nothing was kept. */
function WithKept({ from, children }: { from: number | undefined; children: (kept: Kept) => ReactNode }) {
  const kept = useQuery({
    ...query(getCalculation, { params: { id: String(from) } }),
    enabled: from !== undefined,
  })
  if (from === undefined) return children(null)
  if (kept.isError) return <FailureBlock failure={kept.error} onRetry={() => void kept.refetch()} />
  return kept.data ? children(kept.data.content) : <PageSkeleton kind="form" />
}

/** The form of what was kept. */
function keptOffer(content: Kept): OfferValues {
  const empty = newOffer(bankDay(serverNow()))
  if (content === null) return empty
  if (content.kind === 'PRODUCT') return ofProductLoan(content.inputs, empty)
  return content.kind === 'LOAN' ? offerOf(content.inputs) : empty
}

function Offers({ first: begin }: { first: OfferValues }) {
  const [offers, setOffers] = useState<OfferValues[]>([begin])
  const [current, setCurrent] = useState(0)
  const change = (index: number) => (values: OfferValues) =>
    setOffers((all) => all.map((one, place) => (place === index ? values : one)))
  const add = () => {
    const copy = offers[current]
    if (!copy) return
    setOffers([...offers, structuredClone(copy)])
    setCurrent(offers.length)
  }
  const remove = () => {
    setOffers(offers.filter((_, place) => place !== current))
    setCurrent(0)
  }
  const [first, second, third] = [useCounted(offers[0]), useCounted(offers[1]), useCounted(offers[2])]
  const calculations = [first, second, third].slice(0, offers.length)
  const shown = calculations[current]
  const values = offers[current]
  return (
    <>
      <div className={styles.offers}>
        {offers.map((_, index) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: an offer is its place
            key={index}
            look={index === current ? 'primary' : 'default'}
            aria-pressed={index === current}
            onClick={() => setCurrent(index)}
          >
            Предложение {index + 1}
          </Button>
        ))}
        <Button
          onClick={add}
          disabledReason={offers.length >= maxOffers ? 'Сравнить можно три предложения' : null}
        >
          Добавить для сравнения
        </Button>
        {offers.length > 1 && (
          <Button look="quiet" onClick={remove}>
            Убрать предложение {current + 1}
          </Button>
        )}
      </div>
      {offers.length > 1 && <OffersComparison answers={calculations.map(({ loan }) => loan)} />}
      <div className={styles.columns}>
        {values && (
          <Offer
            key={`${current}/${offers.length}`}
            values={values}
            counted={shown}
            onChange={change(current)}
          />
        )}
      </div>
    </>
  )
}

function Offer({
  values,
  counted,
  onChange,
}: {
  values: OfferValues
  counted: Counted | undefined
  onChange: (values: OfferValues) => void
}) {
  const form = useForm<OfferValues>({ ...checkedForm<OfferValues>('Калькулятор'), defaultValues: values })
  const typed = useSettled(useWatch({ control: form.control }) as OfferValues)
  // The offer belongs to the list of offers; the form only edits it.
  const tell = useEffectEvent(onChange)
  useEffect(() => tell(typed), [typed])
  return (
    <>
      <OfferForm form={form} />
      {counted && (
        <OfferAnswer
          {...counted}
          answers={{
            optionIds: values.by.optionIds,
            choices: values.by.choices,
            onOptions: (ids) => form.setValue('by.optionIds', ids),
            onChoices: (choices) => form.setValue('by.choices', choices),
          }}
        />
      )}
    </>
  )
}

function OfferAnswer({
  asked,
  loan,
  found,
  isPending,
  failure,
  retry,
  answers,
}: Counted & { answers: ProductAnswers }) {
  if (asked === null) return <p className="muted">Укажите сумму, ставку, срок и дату выдачи</p>
  if (failure !== null) return <FailureBlock failure={failure} onRetry={retry} />
  if (isPending) return <PageSkeleton kind="form" />
  return (
    <div className={styles.answer}>
      {found !== null && <ProductFacts found={found} answers={answers} />}
      {loan === null ? (
        found?.offer && <p className="muted">Укажите сумму и срок: по ним считаются график и ПСК</p>
      ) : (
        <OfferResult answer={loan}>
          <SaveCalculation calculation={asked} />
        </OfferResult>
      )}
    </div>
  )
}
