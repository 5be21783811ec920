import { limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { capFields as of, capProgrammes } from '@ipoteka-office/contract/rate-limits/caps.ts'
import { limitFields } from '@ipoteka-office/contract/rate-limits/limit-fields.ts'
import { checkRate, type RateCheck, RateCheckInput } from '@ipoteka-office/contract/rate-limits/checks.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { verdictStates } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { type AuthorityProduct, authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { marginOf, percentOf, verdictTones } from './rate-words.ts'
import styles from './rate-limits.module.css'
import { type LimitFrame, useFrame } from './use-frame.ts'

const products = Object.entries(authorityProducts).map(([code, name]) => ({ code, name }))
/** No code of any dictionary. */
const any = '*'
const byLoan = { code: any, name: 'По виду, сумме и сроку' }

interface Typed {
  readonly day: string
  readonly product: AuthorityProduct
  readonly amount: string | null
  readonly months: number | null
  readonly category: string
  readonly programme: string
  readonly partner: string
  readonly cost: string | null
  readonly rate: string | null
}

/** What is asked of the server; null while something of it is no figure. */
function askedOf({ category, programme, partner, ...typed }: Typed): RateCheckInput | null {
  const read = RateCheckInput.safeParse({
    ...typed,
    category: category === any ? null : category,
    programme: programme === any ? null : programme,
    partnerId: partner === '' ? null : Number(partner),
  })
  return read.success ? read.data : null
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

function Terms({
  typed,
  frame,
  onChange,
}: {
  typed: Typed
  frame: LimitFrame
  onChange: (more: Partial<Typed>) => void
}) {
  const programmes = useDictionary(capProgrammes[typed.product])
  const partners = usePartnerOptions().options
  return (
    <section className={cx('card', styles.card)} aria-label="Договор">
      <h2>Договор</h2>
      <div className={styles.fields}>
        <Labelled label="День подписания">
          {(id) => <DateInput id={id} value={typed.day} onChange={(day) => onChange({ day })} />}
        </Labelled>
        <Labelled label={of.product.label}>
          {(id) => (
            <SingleSelect
              id={id}
              options={products}
              value={typed.product}
              onChange={(code) => onChange({ product: code as AuthorityProduct, programme: any })}
            />
          )}
        </Labelled>
        <Labelled label="Сумма, ₽">
          {(id) => <MoneyInput id={id} value={typed.amount} onChange={(amount) => onChange({ amount })} />}
        </Labelled>
        <Labelled label="Срок, месяцев">
          {(id) => (
            <NumberInput
              id={id}
              min={1}
              max={600}
              value={typed.months}
              onChange={(months) => onChange({ months })}
            />
          )}
        </Labelled>
        <Labelled label={limitFields.category.label}>
          {(id) => (
            <SingleSelect
              id={id}
              options={[byLoan, ...frame.categories]}
              value={typed.category}
              onChange={(category) => onChange({ category })}
            />
          )}
        </Labelled>
        <Labelled label={of.programme.label}>
          {(id) => (
            <SingleSelect
              id={id}
              options={[{ code: any, name: 'Любая' }, ...programmes]}
              value={typed.programme}
              onChange={(programme) => onChange({ programme })}
            />
          )}
        </Labelled>
        <Labelled label={of.partnerId.label}>
          {(id) => (
            <LookupSelect
              id={id}
              options={partners}
              search={searchPartners}
              placeholder="Любой"
              value={typed.partner === '' ? null : typed.partner}
              onChange={(partner) => onChange({ partner: partner ?? '' })}
            />
          )}
        </Labelled>
        <Labelled label="ПСК, %">
          {(id) => (
            <MoneyInput id={id} decimals={3} value={typed.cost} onChange={(cost) => onChange({ cost })} />
          )}
        </Labelled>
        <Labelled label="Ставка, %">
          {(id) => (
            <MoneyInput id={id} decimals={3} value={typed.rate} onChange={(rate) => onChange({ rate })} />
          )}
        </Labelled>
      </div>
    </section>
  )
}

function Verdict({ check }: { check: RateCheck }) {
  const { category, quarter, limit, caps, state, margin, refusals, warnings } = check
  return (
    <section className={cx('card', styles.card)} aria-label="Результат">
      <h2>Результат</h2>
      <p>
        <span className={styles.margin}>{marginOf(margin)}</span>{' '}
        <Tag tone={refusals.length > 0 ? 'red' : verdictTones[state]}>
          {refusals.length > 0 ? 'Подписать нельзя' : verdictStates[state]}
        </Tag>
      </p>
      <dl className={styles.facts}>
        <dt>Категория</dt>
        <dd>{category?.name ?? 'Не определена: укажите сумму и срок'}</dd>
        <dt>Квартал</dt>
        <dd>{quarterText(quarter)}</dd>
        <dt>Предел</dt>
        <dd>
          {limit === null
            ? category === null
              ? emptyValue
              : 'Не внесён'
            : limit.applies
              ? `${percentOf(limit.value)}: среднерыночная ${percentOf(limit.average)}, опубликована ${formatDate(limit.publishedOn)}`
              : limitGrounds[category?.code === 'MORTGAGE' ? 'MORTGAGE' : 'MORATORIUM']}
        </dd>
        <dt>Потолки ставки</dt>
        <dd>
          {caps.length === 0
            ? 'Нет'
            : caps.map(({ rate, ground }) => `${percentOf(rate)}: ${ground}`).join('; ')}
        </dd>
      </dl>
      {[...refusals, ...warnings].map((text) => (
        <p key={text} role="status">
          {text}
        </p>
      ))}
    </section>
  )
}

/** The tab «Проверка»: a contract is tried by the limits of its day, as it is typed. */
export function Check() {
  const frame = useFrame()
  if (!useRights().mayCall(checkRate)) return <Forbidden />
  return frame === undefined ? null : <Calculator frame={frame} />
}

function Calculator({ frame }: { frame: LimitFrame }) {
  const [typed, setTyped] = useState<Typed>({
    ...{ day: frame.today, product: 'CASH_LOAN', amount: null, months: null },
    ...{ category: any, programme: any, partner: '', cost: null, rate: null },
  })
  const asked = askedOf(typed)
  const answer = useQuery({ ...query(checkRate, { body: asked ?? ({} as never) }), enabled: asked !== null })
  return (
    <div className={styles.pair}>
      <Terms typed={typed} frame={frame} onChange={(more) => setTyped((now) => ({ ...now, ...more }))} />
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        answer.data && asked !== null && <Verdict check={answer.data} />
      )}
    </div>
  )
}
