import { lowered } from '#lib/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  compareOwners,
  countsDiffer,
  extractOwnerIssues,
} from '@ipoteka-office/contract/underwriting/objects/extract-rules.ts'
import {
  type ObjectReview,
  readExtract,
  type ReadExtract,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { mismatchChoices, reviewFields } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { encumbranceKinds, encumbrancePlans } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { isGiven } from '@ipoteka-office/contract/common/fields.ts'
import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { Fragment, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tag } from '#ui/tag.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { toData, toForm } from '#widgets/case-sections/section-values.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { ReviewForm } from './review-form.tsx'
import { alone } from './use-review-record.ts'
import type { TabProps } from './object-tabs.ts'
import { WideTable } from './wide-table.tsx'
import styles from './mortgage.module.css'
import own from './rights-tab.module.css'

const fields = reviewFields.RIGHTS
const extractNames = Object.keys(fields).filter(
  (name) => !['encumbrances', 'mismatch', 'mismatchNote'].includes(name),
)

const shown = (field: string, value: string) => {
  if (value === '') return emptyValue
  return field === 'extractDate'
    ? dayText(value)
    : value.replace(/(\d)\.(\d)/g, field === 'area' ? '$1,$2' : '$1.$2')
}

/** What the agent entered beside what the register says. */
function Compared({ review }: { review: ObjectReview }) {
  const differing = review.compared.filter(({ agrees }) => agrees === false).length
  return (
    <section className={`card ${styles.box}`}>
      <h2>Внесено и выписка ЕГРН {differing > 0 ? <Tag tone="amber">расходится: {differing}</Tag> : null}</h2>
      <WideTable label="Сравнение с выпиской" head={['Поле', 'Внесено партнёром', 'Выписка ЕГРН', '']}>
        {review.compared.map(({ field, label, entered, extract, agrees }) => (
          <tr key={field} data-differs={agrees === false || undefined}>
            <th scope="row">{label}</th>
            <td>{shown(field, entered)}</td>
            <td>{shown(field, extract)}</td>
            <td>
              {agrees === null ? (
                <span className="muted">нет данных</span>
              ) : agrees ? (
                'совпадает'
              ) : (
                <b>расходится</b>
              )}
            </td>
          </tr>
        ))}
      </WideTable>
    </section>
  )
}

/** Encumbrances that the agent has told of, for whoever writes the plan. */
function EnteredEncumbrances({ review }: { review: ObjectReview }) {
  const { encumbrances } = review.object
  if (encumbrances.length === 0) return <p className="muted">Партнёр обременений не указал.</p>
  return (
    <ul className={styles.plain}>
      {encumbrances.map(({ kind, record, beneficiary, plan, comment }, at) => (
        // Rows of the object have no keys of their own.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read alone
        <li key={at}>
          Партнёр указал: {lowered(encumbranceKinds[kind])}
          {[record, beneficiary, lowered(encumbrancePlans[plan]), comment]
            .filter((text) => text !== '')
            .map((text) => `, ${text}`)}
        </li>
      ))}
    </ul>
  )
}

/** What is wrong with the shares as they are typed. */
function ShareIssues({ place }: { place: FieldsPlace }) {
  const values = useWatch({ control: place.form.control })
  const issues = extractOwnerIssues(toData(fields, values, alone))
  return issues.map((issue) => (
    <p key={issue} className={styles.warning} role="status">
      {issue}
    </p>
  ))
}

/** Asks what a different number of owners means; the choice goes with the save. */
function MismatchDialog({
  counts,
  onChoose,
  onClose,
}: {
  counts: { entered: number; extract: number }
  onChoose: (choice: string) => void
  onClose: () => void
}) {
  return (
    <Dialog open title="Число правообладателей расходится" size="medium" onClose={onClose}>
      <p>
        По выписке правообладателей {counts.extract}, в заявке {counts.entered}. Что это значит?
      </p>
      <div className={styles.choices}>
        {Object.entries(mismatchChoices).map(([code, name]) => (
          <Button key={code} onClick={() => onChoose(code)}>
            {name}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

/** Papers of the case that say whose the object is. */
function Extracts({
  head,
  review,
  onRead,
  disabledReason,
}: Pick<TabProps, 'head' | 'review'> & {
  /** Takes what the XML of an extract says into the form. */
  onRead: (read: ReadExtract) => void
  disabledReason: string | null
}) {
  const [busy, setBusy] = useState<number | null>(null)
  const take = async (documentId: number, storageId: string) => {
    setBusy(documentId)
    try {
      const params = {
        ...{ id: String(review.caseId), objectId: String(review.object.id) },
        ...{ documentId: String(documentId), storageId },
      }
      onRead(await call(readExtract, { params }))
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(null)
    }
  }
  const papers = review.papers.filter(({ type }) => type === 'EGRN_EXTRACT' || type === 'EGRN_TRANSFER')
  if (papers.length === 0) return <p className="muted">Выписки среди документов заявки нет.</p>
  return (
    <p>
      Вносите по документу:{' '}
      {papers.map(({ id, name, xml }) => (
        <Fragment key={id}>
          <HrefLink
            className={styles.paper}
            href={caseDocumentPath(caseTypes[head.type].documents.owner, head.id, id)}
          >
            {name}
          </HrefLink>
          {xml !== null && (
            <span className={own.read}>
              <Button
                loading={busy === id}
                disabledReason={disabledReason}
                aria-label={`Внести из XML: ${name}`}
                onClick={() => void take(id, xml)}
              >
                Внести из XML
              </Button>
            </span>
          )}
        </Fragment>
      ))}
    </p>
  )
}

/** What the XML has said and the form has not; that nobody has looked at its signature. */
function ReadNote({ unknown }: Pick<ReadExtract, 'unknown'>) {
  return (
    <div className={styles.over} role="status">
      <p className="muted">
        Поля заполнены по XML: проверьте их и допишите план обременений. Подпись Росреестра система не
        проверяет — сверьте её на портале.
      </p>
      {unknown.length > 0 && (
        <p className={styles.warning}>
          В файле есть теги, которых система не знает:{' '}
          {unknown.map(({ path, count }) => (count > 1 ? `${path} (${count})` : path)).join(', ')}
        </p>
      )}
    </div>
  )
}

/** The plans that stand in the form already stay with the encumbrances that the extract names as well. */
function withPlans(read: unknown, held: unknown): unknown {
  if (!Array.isArray(read)) return read
  const before = (Array.isArray(held) ? held : []) as Readonly<Record<string, unknown>>[]
  return (read as Readonly<Record<string, unknown>>[]).map((row) => {
    const same = before.find(
      ({ kind, record }) => kind === row['kind'] && (record === row['record'] || !isGiven(record)),
    )
    return { ...same, ...row }
  })
}

/** «Права»: the extract kept beside what the agent entered, owners by exact shares, encumbrances with a plan. */
export function RightsPart({ head, review }: TabProps) {
  const [asked, setAsked] = useState<{ entered: number; extract: number } | null>(null)
  const [unknown, setUnknown] = useState<ReadExtract['unknown'] | null>(null)
  const fill = (form: FieldsPlace['form'], { answers, unknown: rest }: ReadExtract) => {
    const { encumbrances } = toData(fields, form.getValues(), alone)
    const said = { ...answers, encumbrances: withPlans(answers['encumbrances'], encumbrances) }
    const values = toForm(fields, said)
    for (const name of Object.keys(said)) form.setValue(name, values[name], { shouldDirty: true })
    setUnknown(rest)
  }
  return (
    <div className={styles.tab}>
      <Compared review={review} />
      <ReviewForm
        review={review}
        part="RIGHTS"
        fields={fields}
        before={(data) => {
          const compared = compareOwners(review.object.owners, data)
          if (compared === null || !countsDiffer(compared) || isGiven(data['mismatch'])) return true
          setAsked(compared)
          return false
        }}
      >
        {(place, kit) => (
          <>
            <FormSection title="Выписка ЕГРН">
              <div className={styles.over}>
                <Extracts
                  {...{ head, review }}
                  disabledReason={kit.refusal}
                  onRead={(read) => fill(place.form, read)}
                />
              </div>
              {unknown !== null && <ReadNote unknown={unknown} />}
              <SectionFieldsGrid place={place} fields={fields} names={extractNames} />
              <div className={styles.over}>
                <ShareIssues place={place} />
              </div>
              <SectionFieldsGrid place={place} fields={fields} names={['mismatch', 'mismatchNote']} />
            </FormSection>
            <FormSection title="Обременения">
              <div className={styles.over}>
                <EnteredEncumbrances review={review} />
              </div>
              <SectionFieldsGrid place={place} fields={fields} names={['encumbrances']} />
            </FormSection>
            {asked !== null && (
              <MismatchDialog
                counts={asked}
                onClose={() => setAsked(null)}
                onChoose={(choice) => {
                  setAsked(null)
                  kit.form.setValue('mismatch', choice, { shouldDirty: true })
                  void kit.submit()
                }}
              />
            )}
          </>
        )}
      </ReviewForm>
    </div>
  )
}
