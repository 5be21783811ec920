import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import {
  getObjectReview,
  listReviewHistory,
  ReviewPartState,
  saveReviewPart,
} from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#api/call.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { type Around, toData, toForm, valueIssues } from '#widgets/case-sections/section-values.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import { fieldDifferences, mergeFields } from '#widgets/record/field-differences.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'

/** Nothing of a part depends on what stands elsewhere. */
export const alone: Around = { sections: {}, participant: null }

const codes: NameOf = (_, code) => code

/** A part of a review as a record. */
export const useReviewRecord = (
  caseId: number,
  state: ReviewPartState,
  {
    fields,
    name,
    before,
  }: {
    readonly fields: FieldSpecs
    readonly name: string
    /** Asked before every save: false takes it back. */
    readonly before?: ((data: FormValues, form: UseFormReturn<FormValues>) => boolean) | undefined
  },
): RecordKit<ReviewPartState, FormValues> => {
  const toValues = ({ answers }: Pick<ReviewPartState, 'answers'>) => toForm(fields, answers)
  const { objectId, part } = state
  return useRecord<ReviewPartState, FormValues>({
    record: state,
    name,
    draftKey: `review/${objectId}/${part}`,
    toValues,
    check: (values) => valueIssues(fields, values, alone),
    refusal: state.editable.reasonDisabled,
    schema: ReviewPartState,
    ...(before && {
      before: async (values: FormValues, _: unknown, form: UseFormReturn<FormValues>) =>
        before(toData(fields, values, alone), form),
    }),
    save: (values, version) =>
      call(saveReviewPart, {
        params: { id: String(caseId), objectId: String(objectId), part },
        body: { answers: toData(fields, values, alone), version },
      }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Сохранено')
    },
    fieldOf: (path) => path.replace(/^answers\./, ''),
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: toValues(server) }, codes),
    merge: (mine, server, choice) => mergeFields(fields, mine, toValues(server), choice),
    author: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'коллега', at: savedAt ?? '' }),
    invalidates: [getObjectReview, listReviewHistory],
  })
}
