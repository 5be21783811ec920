import { day, type FieldSpecs, labelsOf } from '@ipoteka-office/contract/common/fields.ts'
import { checkListFields } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import {
  CheckListVersion,
  listCheckLists,
  saveCheckList,
} from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { useFormNames } from '#widgets/case-sections/section-names.ts'
import { toData, toForm, valueIssues } from '#widgets/case-sections/section-values.ts'
import { fieldDifferences, mergeFields } from '#widgets/record/field-differences.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { alone } from './use-review-record.ts'
import styles from './mortgage.module.css'

const fields: FieldSpecs = {
  validFrom: day('Действует с', { hint: 'Пусто — со дня публикации' }),
  ...checkListFields,
}
const noDictionaries: readonly string[] = []

const toValues = ({ content, validFrom }: Pick<CheckListVersion, 'content' | 'validFrom'>): FormValues =>
  toForm(fields, { ...content, validFrom })

/** The draft of a version: its questions as rows. */
export function CheckListEditor({
  version,
  onChanged,
}: {
  version: CheckListVersion
  onChanged: () => void
}) {
  const names = useFormNames(noDictionaries)
  const kit = useRecord<CheckListVersion, FormValues>({
    record: version,
    name: 'Список вопросов',
    place: 'row',
    toValues,
    check: (values) => valueIssues(fields, values, alone),
    refusal: version.refusal,
    schema: CheckListVersion,
    save: (values, at) => {
      const { validFrom = null, ...content } = toData(fields, values, alone)
      return call(saveCheckList, {
        params: { listId: String(version.id) },
        body: { content, validFrom: validFrom as string | null, version: at },
      })
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: toValues(server) }, (_, code) => code),
    merge: (mine, server, choice) => mergeFields(fields, mine, toValues(server), choice),
    invalidates: [listCheckLists],
    onDone: onChanged,
  })
  const { form, isDirty, busy, refusal } = kit
  const place: FieldsPlace = { form, around: alone, names, disabled: refusal !== null }
  return (
    <RecordForm kit={kit} label={`Черновик версии ${version.number}`} labels={labelsOf(fields)}>
      <FormSection title={`Черновик версии ${version.number}`}>
        <SectionFieldsGrid place={place} fields={fields} names={Object.keys(fields)} />
      </FormSection>
      <footer className={styles.foot}>
        {isDirty && <Button onClick={kit.undo}>Отменить</Button>}
        <Button type="submit" loading={busy} disabledReason={isDirty ? null : 'Изменений нет'}>
          Сохранить черновик
        </Button>
      </footer>
    </RecordForm>
  )
}
