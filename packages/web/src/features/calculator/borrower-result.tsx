import type { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import {
  borrowerBounds,
  type ProductBorrowerAnswer,
} from '@ipoteka-office/contract/calculator/product-borrower.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { formatMoney, formatPercent, formatRoubles } from '#lib/format.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './calculator.module.css'
import { WorkedSteps } from './worked-steps.tsx'

/** A result kept from before the bound was told does not name it. */
const noticeText = ({ notifyAbove }: ResponseOf<typeof evaluateCreditor>['debtLoad']) =>
  notifyAbove === null ? 'уведомить заёмщика' : `уведомить: выше ${formatBound(notifyAbove)}`

/** «50 %» */
const formatBound = (percent: string) => `${percent.replace('.', ',')}\u00a0%`

const boundText = (code: ProductBorrowerAnswer['bounds'][number]['code'], value: string): string =>
  borrowerBounds[code].unit === '₽' ? formatRoubles(value) : formatBound(withoutEndZeros(value))

/** By what the borrower was measured: nothing of it was typed. */
function Bounds({ bounds }: { bounds: ProductBorrowerAnswer['bounds'] }) {
  return (
    <ul className={styles.limits} aria-label="По чему посчитано">
      {bounds.map(({ code, value, source }) => (
        <li key={code}>
          {borrowerBounds[code].label}: {boundText(code, value)} <span className="muted">({source})</span>
        </li>
      ))}
    </ul>
  )
}

/** What a borrower can take: the limits, the load and how they were computed. */
export function BorrowerResult({
  result,
  bounds = [],
  wantedRefusal = null,
  children,
}: {
  result: ResponseOf<typeof evaluateCreditor>
  /** Of a product, each with where it comes from; none where they were typed. */
  bounds?: ProductBorrowerAnswer['bounds']
  /** Why the amount that is wanted cannot be had. */
  wantedRefusal?: string | null
  /** Buttons under the figures. */
  children?: ReactNode
}) {
  return (
    <FormCard>
      <FormSection title="Возможности" grid={false}>
        <div className={styles.facts} aria-live="polite">
          <dl>
            <dt>Предельная сумма</dt>
            <dd>{formatMoney(result.maximumAmount)}</dd>
          </dl>
          <dl>
            <dt>Платёж</dt>
            <dd>{formatMoney(result.monthlyPayment)}</dd>
          </dl>
          <dl>
            <dt>ПДН</dt>
            <dd>
              {formatPercent(result.debtLoad.percent)}
              {result.debtLoad.mustNotify && <Tag tone="amber">{noticeText(result.debtLoad)}</Tag>}
            </dd>
          </dl>
          <dl>
            <dt>К/З</dt>
            <dd>{formatPercent(result.loanToValue)}</dd>
          </dl>
        </div>
        <ul className={styles.limits}>
          {result.limits.map((limit) => (
            <li key={limit.code}>
              {limit.label}: {formatMoney(limit.amount)}
              {limit.decisive && <Tag tone="green">решает</Tag>}
            </li>
          ))}
        </ul>
        {wantedRefusal !== null && (
          <p role="status" className={styles.missing}>
            Желаемую сумму взять нельзя: {wantedRefusal}. Посчитано по предельной
          </p>
        )}
        <div className={styles.inline}>{children}</div>
      </FormSection>
      {bounds.length > 0 && (
        <FormSection title="По чему посчитано" grid={false}>
          <Bounds bounds={bounds} />
        </FormSection>
      )}
      <FormSection title="Как посчитано" grid={false}>
        <WorkedSteps steps={result.steps} version={result.methodVersion} />
      </FormSection>
    </FormCard>
  )
}
