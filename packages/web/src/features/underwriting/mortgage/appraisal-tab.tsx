import { currentAppraisal } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { reviewFields } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { useFiguresOn } from '#api/figures.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { emptyValue, formatMoney } from '#lib/format.ts'
import { Empty } from '#ui/empty.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { appraisalText, appraisalTones, appraisalWords } from '#widgets/realty/realty-words.ts'
import { SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { appraisalAge } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { ReviewForm } from './review-form.tsx'
import type { TabProps } from './object-tabs.ts'
import { WideTable } from './wide-table.tsx'
import styles from './mortgage.module.css'

const fields = reviewFields.APPRAISAL

/** The reports that the agent has entered; the latest counts. */
function Reports({ review }: { review: ObjectReview }) {
  const { object, figures: of } = review
  const today = bankDay(serverNow())
  const figures = useFiguresOn(today)
  const current = currentAppraisal(object.appraisals)
  if (current === null)
    return <Empty title="Отчёта об оценке нет" text="Его вносит партнёр в карточке объекта." />
  return (
    <>
      <WideTable
        label="Отчёты об оценке"
        head={['Отчёт', 'Оценщик', 'Дата', 'Рыночная', 'Ликвидационная', 'Срок']}
      >
        {object.appraisals.map((report) => {
          const state = figures && appraisalAge(report.reportDate, today, figures).state
          return (
            <tr key={`${report.reportNumber} ${report.reportDate}`}>
              <th scope="row">№ {report.reportNumber}</th>
              <td>{report.appraiser}</td>
              <td>{formatDate(report.reportDate)}</td>
              <td>{formatMoney(report.marketValue)}</td>
              <td>{report.liquidationValue === null ? emptyValue : formatMoney(report.liquidationValue)}</td>
              <td>
                {figures && state && (
                  <>
                    <Tag tone={appraisalTones[state]}>{appraisalWords[state]}</Tag>
                    <span className={styles.under}>{appraisalText(report.reportDate, today, figures)}</span>
                  </>
                )}
              </td>
            </tr>
          )
        })}
      </WideTable>
      <p>
        <Tag tone={of.isAccredited === true ? 'green' : 'amber'}>
          {of.isAccredited === true ? 'Аккредитован' : 'Не аккредитован'}
        </Tag>{' '}
        {of.accreditation}
      </p>
    </>
  )
}

/** «Оценка»: whose report it is, whether it still holds, and what the bank makes of it. */
export function AppraisalPart({ review }: TabProps) {
  return (
    <div className={styles.tab}>
      <section className={`card ${styles.box}`}>
        <h2>Отчёты</h2>
        <Reports review={review} />
      </section>
      <ReviewForm review={review} part="APPRAISAL" fields={fields}>
        {(place) => (
          <FormSection title="Заключение об оценке">
            <SectionFieldsGrid place={place} fields={fields} names={Object.keys(fields)} />
          </FormSection>
        )}
      </ReviewForm>
    </div>
  )
}
