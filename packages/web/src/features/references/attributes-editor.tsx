import { attributeFields as fields } from '@ipoteka-office/contract/references/reference-fields.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { attributeTypes } from '@ipoteka-office/contract/references/references.ts'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import type { DictionaryValues } from './dictionary-values.ts'
import styles from './references.module.css'
import ownStyles from './attributes-editor.module.css'

const typeOptions: Option[] = Object.entries(attributeTypes).map(([code, name]) => ({ code, name }))

function Attribute({
  control,
  at,
  dictionaries,
  onRemove,
}: {
  control: Control<DictionaryValues>
  at: number
  dictionaries: readonly Option[]
  onRemove: () => void
}) {
  const type = useWatch({ control, name: `attributes.${at}.type` })
  return (
    <li className={ownStyles.attribute}>
      <Field control={control} name={`attributes.${at}.label`} label={fields.label.label} required>
        {(input) => <TextInput {...input} maxLength={100} />}
      </Field>
      <Field control={control} name={`attributes.${at}.key`} label={fields.key.label} required>
        {(input) => <TextInput {...input} maxLength={40} />}
      </Field>
      <Field control={control} name={`attributes.${at}.type`} label={fields.type.label}>
        {(input) => <SingleSelect {...input} options={typeOptions} />}
      </Field>
      <Field control={control} name={`attributes.${at}.required`} label={fields.required.label}>
        {({ value, onChange, id, disabled, onBlur }) => (
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
      <Button look="quiet" aria-label={`Убрать атрибут ${at + 1}`} onClick={onRemove}>
        <Icon name="trash" />
      </Button>
      {type === 'code' && (
        <Field
          control={control}
          name={`attributes.${at}.dictionary`}
          label={fields.dictionary.label}
          required
        >
          {(input) => <SingleSelect {...input} options={dictionaries} placeholder="Выберите" />}
        </Field>
      )}
    </li>
  )
}

/** The attributes that items of a dictionary have beside code and name. */
export function AttributesEditor({
  control,
  dictionaries,
}: {
  control: Control<DictionaryValues>
  /** Dictionaries that an attribute may point to. */
  dictionaries: readonly Option[]
}) {
  const { fields, append, remove } = useFieldArray({ control, name: 'attributes' })
  return (
    <section className={ownStyles.attributes} aria-labelledby="attributes-title">
      <h3 id="attributes-title">Атрибуты записей</h3>
      {fields.length === 0 && <p className="muted">Кроме кода и названия у записей ничего нет</p>}
      <ul>
        {fields.map(({ id }, at) => (
          <Attribute
            key={id}
            control={control}
            at={at}
            dictionaries={dictionaries}
            onRemove={() => remove(at)}
          />
        ))}
      </ul>
      <Button
        disabledReason={fields.length >= 30 ? 'Не более 30 атрибутов' : null}
        onClick={() => append({ key: '', label: '', type: 'text', required: false, dictionary: null })}
      >
        <Icon name="plus" /> Добавить атрибут
      </Button>
    </section>
  )
}
