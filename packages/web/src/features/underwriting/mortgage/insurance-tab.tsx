import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { reviewFields } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { ReviewForm } from './review-form.tsx'
import type { TabProps } from './object-tabs.ts'
import { WideTable } from './wide-table.tsx'
import styles from './mortgage.module.css'

const fields = reviewFields.INSURANCE

const policyOf = ({ isNeeded, hasPolicy }: ObjectReview['insurance'][number]) =>
  hasPolicy
    ? ({ tone: 'green', text: 'полис среди документов' } as const)
    : ({ tone: isNeeded ? 'amber' : 'ring', text: 'полиса среди документов нет' } as const)

/** «Страхование»: what is asked for today, and which policies are there. */
export function InsurancePart({ review }: TabProps) {
  return (
    <div className={styles.tab}>
      <section className={`card ${styles.box}`}>
        <h2>Что требуется</h2>
        <WideTable label="Виды страхования" head={['Вид', 'Требуется', 'Почему', 'Полис']}>
          {review.insurance.map((one) => {
            const policy = policyOf(one)
            return (
              <tr key={one.kind}>
                <th scope="row">{one.name}</th>
                <td>{one.isNeeded ? 'да' : 'нет'}</td>
                <td>{one.why}</td>
                <td>
                  <StatusDot tone={policy.tone}>{policy.text}</StatusDot>
                </td>
              </tr>
            )
          })}
        </WideTable>
      </section>
      <ReviewForm review={review} part="INSURANCE" fields={fields}>
        {(place) => (
          <FormSection title="Что известно о договорах">
            <SectionFieldsGrid place={place} fields={fields} names={Object.keys(fields)} />
          </FormSection>
        )}
      </ReviewForm>
    </div>
  )
}
