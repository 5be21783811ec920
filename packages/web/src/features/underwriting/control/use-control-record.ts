import { controlFields } from '@ipoteka-office/contract/underwriting/control-fields.ts'
import {
  getControls,
  IndividualControl,
  listControlHistory,
  saveControl,
} from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { call } from '#api/call.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { type Around, toData, toForm, valueIssues } from '#widgets/case-sections/section-values.ts'
import { fieldDifferences, mergeFields } from '#widgets/record/field-differences.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'

/** Nothing of the form depends on what stands elsewhere. */
export const alone: Around = { sections: {}, participant: null }

const toValues = ({ answers }: Pick<IndividualControl, 'answers'>): FormValues =>
  toForm(controlFields, answers)

/** The form of control as a record. */
export const useControlRecord = (control: IndividualControl): RecordKit<IndividualControl, FormValues> =>
  useRecord<IndividualControl, FormValues>({
    record: control,
    name: 'Форма контроля физлица',
    draftKey: `control/${control.id}`,
    toValues,
    check: (values) => valueIssues(controlFields, values, alone),
    refusal: control.editable.reasonDisabled,
    schema: IndividualControl,
    save: (values, version) =>
      call(saveControl, {
        params: { id: String(control.caseId), controlId: String(control.id) },
        body: { answers: toData(controlFields, values, alone), version },
      }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Форма сохранена')
    },
    fieldOf: (path) => path.replace(/^answers\./, ''),
    differences: (mine, server, base) =>
      fieldDifferences(controlFields, { base, mine, server: toValues(server) }, (_, code) => code),
    merge: (mine, server, choice) => mergeFields(controlFields, mine, toValues(server), choice),
    author: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'коллега', at: savedAt ?? '' }),
    invalidates: [getControls, listControlHistory],
  })
