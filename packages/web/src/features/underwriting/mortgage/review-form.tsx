import { lowered } from '#lib/words.ts'
import { type FieldSpecs, labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import {
  listReviewHistory,
  type ObjectReview,
  type ReviewPartState,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { type ReviewPart, reviewParts } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormCard } from '#ui/form/form-section.tsx'
import type { FieldsPlace } from '#widgets/case-sections/section-fields.tsx'
import { dictionariesOf, useFormNames } from '#widgets/case-sections/section-names.ts'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import type { FormValues } from '#widgets/record/field-values.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import type { RecordKit } from '#widgets/record/use-record.ts'
import { alone, useReviewRecord } from './use-review-record.ts'
import styles from './mortgage.module.css'

/** The state of a part among those of an object. */
export function stateOf({ parts }: Pick<ObjectReview, 'parts'>, part: ReviewPart): ReviewPartState {
  const found = parts.find((state) => state.part === part)
  if (found === undefined) throw new Error(`The review has no part ${part}`)
  return found
}

/** The form of a part: saved by its version, compared with a colleague's, told in the history. */
export function ReviewForm({
  review,
  part,
  fields,
  before,
  children,
}: {
  review: ObjectReview
  part: ReviewPart
  fields: FieldSpecs
  before?: ((data: FormValues, form: UseFormReturn<FormValues>) => boolean) | undefined
  /** The sections of the form, and what stands over it. */
  children: (place: FieldsPlace, kit: RecordKit<ReviewPartState, FormValues>) => ReactNode
}) {
  const state = stateOf(review, part)
  const name = reviewParts[part]
  const kit = useReviewRecord(review.caseId, state, { fields, name: `Экспертиза: ${name}`, before })
  const names = useFormNames(dictionariesOf(fields))
  const { form, isDirty, busy, refusal } = kit
  const place: FieldsPlace = { form, around: alone, names, disabled: refusal !== null }
  return (
    <RecordForm kit={kit} label={name} labels={labelsOf(fields)}>
      <FormCard>
        {children(place, kit)}
        <footer className={styles.foot}>
          <Saved caseId={review.caseId} state={state} name={name} />
          {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
          <Button
            type="submit"
            look="primary"
            loading={busy}
            disabledReason={refusal ?? (isDirty ? null : 'Изменений нет')}
          >
            Сохранить
          </Button>
        </footer>
      </FormCard>
    </RecordForm>
  )
}

const pageOf = ({ page, size }: { page: number; size: number }) => ({
  page: String(page),
  size: String(size),
})

/** Who saved a part last, and its history. */
function Saved({ caseId, state, name }: { caseId: number; state: ReviewPartState; name: string }) {
  const [history, setHistory] = useState(false)
  const { objectId, part, savedBy, savedAt, version } = state
  const params = { id: String(caseId), objectId: String(objectId), part }
  return (
    <>
      <span className={styles.savedBy}>
        {savedBy !== null && savedAt !== null && `${shortName(savedBy)}, ${formatDateTime(savedAt)}`}
      </span>
      {version > 0 && <Button onClick={() => setHistory(true)}>История</Button>}
      {history && (
        <HistoryDialog
          title={`История: ${lowered(name)}`}
          pages={(page) => query(listReviewHistory, { params, query: pageOf(page) })}
          onClose={() => setHistory(false)}
        />
      )}
    </>
  )
}
