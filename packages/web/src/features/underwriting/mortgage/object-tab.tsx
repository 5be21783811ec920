import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { reviewFields } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { checksPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { areaText } from '#widgets/realty/realty-words.ts'
import { emptyValue, formatMoney } from '#lib/format.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { dictionariesOf, type FormNames, useFormNames } from '#widgets/case-sections/section-names.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { ReviewForm } from './review-form.tsx'
import type { TabProps } from './object-tabs.ts'
import styles from './mortgage.module.css'

const building: FieldSpecs = buildingFields
const dictionaries = dictionariesOf(building)

/** What the agent has entered of the object, in words; what is not given is left out. */
function entered({ object }: ObjectReview, names: FormNames): [string, string][] {
  const given: [string, string][] = [
    [realtyFields.type.label, object.typeName],
    [realtyFields.role.label, realtyFields.role.choices?.[object.role] ?? ''],
    ['Кадастровый номер', object.number],
    [realtyFields.address.label, object.address?.value ?? ''],
    ['Общая площадь', areaText(object.area)],
    [realtyFields.price.label, formatMoney(object.price)],
    ...Object.entries(building).map(([name, field]): [string, string] => [
      field.label,
      fieldText(field, object.building[name], names.nameOf),
    ]),
    [realtyFields.comment.label, object.comment],
  ]
  return given.filter(([, value]) => value !== '' && value !== emptyValue)
}

const tones: Record<string, DotTone> = {
  OK: 'green',
  WARN: 'amber',
  FAIL: 'red',
  ERROR: 'amber',
  WAITING: 'blue',
  EXPIRED: 'neutral',
}

/** The automatic checks of the object, with their words. */
function Checks({ review, href }: { review: ObjectReview; href: string }) {
  return (
    <section className={`card ${styles.box}`}>
      <h2>Автопроверки объекта</h2>
      <ul className={styles.checks}>
        {review.checks.map(({ name, state, text }) => (
          <li key={name}>
            <StatusDot tone={state === null ? 'ring' : (tones[state] ?? 'neutral')}>{name}</StatusDot>
            <span>{state === null ? 'Не запрашивалась' : text || autoCheckStates[state]}</span>
          </li>
        ))}
      </ul>
      <HrefLink href={`${href}?part=REALTY`}>Все проверки, повтор и вердикты</HrefLink>
    </section>
  )
}

/** «Объект»: what is entered, what the registers say, and what the reviewer finds. */
export function ObjectPart({ head, review }: TabProps) {
  const names = useFormNames(dictionaries)
  return (
    <div className={styles.tab}>
      <section className={`card ${styles.box}`}>
        <h2>Внесено партнёром</h2>
        <dl className={styles.facts}>
          {entered(review, names).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <HrefLink href={`/realty-object-edit/${head.id}?object=${review.object.id}`}>
          Карточка объекта и другие заявки на него
        </HrefLink>
      </section>
      <Checks review={review} href={checksPath(head.type, head.id)} />
      <ReviewForm review={review} part="OBJECT" fields={reviewFields.OBJECT}>
        {(place) => (
          <FormSection title="Заключение об объекте">
            <SectionFieldsGrid
              place={place}
              fields={reviewFields.OBJECT}
              names={Object.keys(reviewFields.OBJECT)}
            />
          </FormSection>
        )}
      </ReviewForm>
    </div>
  )
}
