import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { reviewFields } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { ReviewForm } from './review-form.tsx'
import type { TabProps } from './object-tabs.ts'
import { WideTable } from './wide-table.tsx'
import styles from './mortgage.module.css'

const fields = reviewFields.SELLER

/** What the deal requires by what is known of it, why, by which law, and what proves it. */
function Requirements({ requirements }: Pick<ObjectReview, 'requirements'>) {
  if (requirements.length === 0) return <p className="muted">По тому, что известно, особых требований нет.</p>
  return (
    <WideTable label="Что требует сделка" head={['Требование', 'Почему', 'Чем подтверждают', 'Состояние']}>
      {requirements.map(({ code, name, why, basis, papers, proof }) => (
        <tr key={code}>
          <th scope="row">{name}</th>
          <td>
            {why}
            <span className={styles.under}>{basis}</span>
          </td>
          <td>
            {papers.length === 0
              ? emptyValue
              : papers.map((group) => (
                  <span key={group.join()} className={styles.line}>
                    {group.join(' или ')}
                  </span>
                ))}
          </td>
          <td>
            <StatusDot tone={proof === null ? 'amber' : 'green'}>{proof ?? 'не подтверждено'}</StatusDot>
          </td>
        </tr>
      ))}
    </WideTable>
  )
}

/** «Продавец»: who sells, what the law asks of such a sale, and what the reviewer finds. */
export function SellerPart({ review }: TabProps) {
  const { seller } = review
  const told: [string, string][] = [
    ['Продавец', seller.name],
    ['Кто это', seller.kind],
    ['Владеет с', seller.since === null ? emptyValue : formatDate(seller.since)],
  ]
  return (
    <div className={styles.tab}>
      <section className={`card ${styles.box}`}>
        <h2>Продавец и требования сделки</h2>
        <dl className={styles.facts}>
          {told.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Requirements requirements={review.requirements} />
      </section>
      <ReviewForm review={review} part="SELLER" fields={fields}>
        {(place) => (
          <FormSection title="Заключение о продавце">
            <SectionFieldsGrid place={place} fields={fields} names={Object.keys(fields)} />
          </FormSection>
        )}
      </ReviewForm>
    </div>
  )
}
