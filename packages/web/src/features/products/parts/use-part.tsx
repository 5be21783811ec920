import { pathsOfCases } from '@ipoteka-office/contract/cases/case-paths.ts'
import { getPromotionUse } from '@ipoteka-office/contract/products/products.ts'
import type { Product, PromotionUse } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './use-part.module.css'

type Place = PromotionUse['cases'][number]['place']
const places: Readonly<Record<Place, string>> = {
  USED: 'Использовано',
  RESERVED: 'Занято заявками',
  GIVEN_BACK: 'Возвращено',
}

function Cases({ cases }: { cases: PromotionUse['cases'] }) {
  if (cases.length === 0) return <Empty title="Таких заявок нет" />
  return (
    <PlainTable label="Заявки по акции" columns={['Заявка', 'Клиент', 'Сумма', 'Место', 'Когда']}>
      {cases.map((one) => (
        <tr key={`${one.id} ${one.place}`}>
          <th scope="row">
            <HrefLink href={`${pathsOfCases[one.type]}/${one.id}`}>{one.number}</HrefLink>
          </th>
          <td>{one.clientName}</td>
          <td data-figure>{formatRoubles(one.amount)}</td>
          <td>{places[one.place]}</td>
          <td>{formatDateTime(one.at)}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

/** How much of a promotion is gone and what is left, with the cases behind each number. */
function Use({ use, isReleased }: { use: PromotionUse; isReleased: boolean }) {
  const [chosen, setChosen] = useState<Place | null>(null)
  const { used, reserved, left, cases } = use
  const figures: { place: Place; count: number; amount: string }[] = [
    { place: 'USED', ...used },
    { place: 'RESERVED', ...reserved },
  ]
  const unlimited = isReleased ? 'Без предела' : 'Ещё не выпущена'
  const isCapped = left.count !== null || left.amount !== null
  const leftText = left.count === null ? (isCapped ? emptyValue : unlimited) : formatCount(left.count)
  return (
    <>
      <div className={styles.figures}>
        {figures.map(({ place, count, amount }) => (
          <button
            key={place}
            type="button"
            className={cx(styles.figure, chosen === place && styles.on)}
            aria-pressed={chosen === place}
            onClick={() => setChosen(chosen === place ? null : place)}
          >
            <span className="muted small">{places[place]}</span>
            <b>{formatCount(count)}</b>
            <span>{formatRoubles(amount)}</span>
          </button>
        ))}
        <div className={styles.figure}>
          <span className="muted small">Осталось</span>
          <b>{leftText}</b>
          <span>{left.amount === null ? '' : formatRoubles(left.amount)}</span>
        </div>
      </div>
      <Cases cases={chosen === null ? cases : cases.filter(({ place }) => place === chosen)} />
    </>
  )
}

/** «Предел и заявки» of a promotion. */
export function UsePart({ product }: { product: Product }) {
  const answer = useQuery(query(getPromotionUse, { params: { id: String(product.id) } }))
  return (
    <FormCard>
      <FormSection title="Сколько мест занято" grid={false}>
        {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <DelayedLoader />}
        {answer.data && (
          <Use use={answer.data} isReleased={product.versions.some(({ state }) => state === 'RELEASED')} />
        )}
      </FormSection>
    </FormCard>
  )
}
