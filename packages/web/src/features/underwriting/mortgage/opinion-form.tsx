import { type FieldSpecs, isGiven, labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import {
  LegalOpinion,
  listOpinionHistory,
  opinionFields,
  saveOpinion,
  signOpinion,
} from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import { getObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { useFormNames } from '#widgets/case-sections/section-names.ts'
import { toData, toForm, valueIssues } from '#widgets/case-sections/section-values.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { fieldDifferences, mergeFields } from '#widgets/record/field-differences.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { alone } from './use-review-record.ts'
import styles from './mortgage.module.css'

const fields: FieldSpecs = opinionFields
const labels = labelsOf(fields)
const noDictionaries: readonly string[] = []
const toValues = ({ answers }: Pick<LegalOpinion, 'answers'>): FormValues => toForm(fields, answers)
const paramsOf = ({ caseId, id }: LegalOpinion) => ({ id: String(caseId), opinionId: String(id) })

const useOpinionRecord = (opinion: LegalOpinion) =>
  useRecord<LegalOpinion, FormValues>({
    record: opinion,
    name: 'Правовое заключение',
    draftKey: `opinion/${opinion.id}`,
    toValues,
    check: (values) => valueIssues(fields, values, alone),
    refusal: opinion.editable.reasonDisabled,
    schema: LegalOpinion,
    save: (values, version) =>
      call(saveOpinion, {
        params: paramsOf(opinion),
        body: { answers: toData(fields, values, alone), version },
      }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Заключение сохранено')
    },
    fieldOf: (path) => path.replace(/^answers\./, ''),
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: toValues(server) }, (_, code) => code),
    merge: (mine, server, choice) => mergeFields(fields, mine, toValues(server), choice),
    author: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'коллега', at: savedAt ?? '' }),
    invalidates: [getObjectReview, listOpinionHistory],
  })

/** Why what is saved cannot be signed yet; null: it can. */
function unreadyOf({ answers }: LegalOpinion, isDirty: boolean): string | null {
  if (isDirty) return 'Сначала сохраните: подписывают сохранённое'
  return isGiven(answers['text']) && isGiven(answers['conclusion'])
    ? null
    : 'Чтобы подписать, напишите заключение и выберите вывод'
}

/** The opinion as its lawyer writes it: saved, then signed once. */
export function OpinionForm({ opinion }: { opinion: LegalOpinion }) {
  const kit = useOpinionRecord(opinion)
  const client = useQueryClient()
  const names = useFormNames(noDictionaries)
  const sign = useMutation({
    mutationFn: () => call(signOpinion, { params: paramsOf(opinion), body: { version: opinion.version } }),
    onSuccess: () => toast.success('Заключение подписано и лежит в документах заявки'),
    onError: notifyFailure,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(getObjectReview) }),
  })
  const { form, isDirty, busy, refusal } = kit
  const place: FieldsPlace = { form, around: alone, names, disabled: refusal !== null }
  return (
    <RecordForm kit={kit} label="Заключение юриста" labels={labels}>
      <FormSection title="Заключение юриста">
        <SectionFieldsGrid place={place} fields={fields} names={Object.keys(fields)} />
      </FormSection>
      <footer className={styles.foot}>
        {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
        <Button type="submit" loading={busy} disabledReason={refusal ?? (isDirty ? null : 'Изменений нет')}>
          Сохранить заключение
        </Button>
        <Button
          look="primary"
          loading={sign.isPending}
          disabledReason={refusal ?? unreadyOf(opinion, isDirty)}
          onClick={() => sign.mutate()}
        >
          Подписать
        </Button>
      </footer>
    </RecordForm>
  )
}
