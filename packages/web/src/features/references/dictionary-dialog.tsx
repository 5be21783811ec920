import { dictionaryFields as fields } from '@ipoteka-office/contract/references/reference-fields.ts'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { RecordComparison, RecordNotices } from '#widgets/record/record-form.tsx'
import { AttributesEditor } from './attributes-editor.tsx'
import styles from './references.module.css'
import { useDictionaryForm } from './use-dictionary-form.tsx'

/** The description of a dictionary: title, hierarchy and the attributes of its items; or a new dictionary. */
export function DictionaryDialog({
  dictionary,
  dictionaries,
  onSaved,
  onClose,
}: {
  /** Null: a new one. */
  dictionary: Dictionary | null
  dictionaries: readonly Dictionary[]
  onSaved: (saved: Dictionary) => void
  onClose: () => void
}) {
  const kit = useDictionaryForm(dictionary, onSaved)
  const { control } = kit.form
  const options = dictionaries.map(({ code, title }) => ({ code, name: `${title} (${code})` }))
  return (
    <Dialog
      open
      size="large"
      title={dictionary ? `Описание: ${dictionary.title}` : 'Новый справочник'}
      outside={kit.isDirty ? 'ask' : 'close'}
      onClose={onClose}
      approval={{
        text: dictionary ? 'Сохранить' : 'Создать',
        onApprove: () => void kit.submit(),
        busy: kit.busy,
      }}
    >
      <RecordNotices kit={kit} />
      <div className={styles.form}>
        {!dictionary && (
          <Field
            control={control}
            name="code"
            label={fields.code.label}
            required
            hint="Латинские буквы, цифры и знак подчёркивания"
          >
            {(input) => <TextInput {...input} maxLength={64} />}
          </Field>
        )}
        <Field
          control={control}
          name="title"
          label={fields.title.label}
          span={dictionary ? 'full' : 'half'}
          required
        >
          {(input) => <TextInput {...input} maxLength={200} />}
        </Field>
        <Field control={control} name="description" label={fields.description.label} span="full">
          {(input) => <TextArea {...input} maxLength={2_000} />}
        </Field>
        {dictionary?.kind !== 'ENUM' && (
          <Field
            control={control}
            name="hierarchical"
            label={fields.hierarchical.label}
            span="full"
            hint="У записи может быть родитель из того же справочника"
          >
            {({ value, onChange, onBlur, id, disabled }) => (
              <span className={styles.box}>
                <input
                  id={id}
                  type="checkbox"
                  disabled={disabled}
                  checked={value}
                  onBlur={onBlur}
                  onChange={(event) => onChange(event.target.checked)}
                />
              </span>
            )}
          </Field>
        )}
      </div>
      {dictionary?.kind !== 'ENUM' && <AttributesEditor control={control} dictionaries={options} />}
      <RecordComparison kit={kit} />
    </Dialog>
  )
}
