import { itemFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Control, type FieldPath, useController } from 'react-hook-form'
import { cx } from '#ui/class-names.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { AttributeControl, ItemLookup } from './item-controls.tsx'
import { type ItemValues } from './item-values.ts'
import styles from './inline-editor.module.css'

interface CellProps {
  control: Control<ItemValues>
  dictionary: Dictionary
  item: DictionaryItem
  nameOfCode: (key: string, code: string) => string | null
  onSave: () => void
  onCancel: () => void
}

/** A field in a cell: Enter saves the row, Escape leaves it as it was. */
function Cell<N extends FieldPath<ItemValues>>({
  name,
  label,
  cell,
  wide = false,
  children,
}: {
  name: N
  label: string
  cell: CellProps
  wide?: boolean
  children: (input: {
    value: ReturnType<typeof useController<ItemValues, N>>['field']['value']
    onChange: (value: unknown) => void
    onBlur: () => void
    invalid: boolean
    'aria-label': string
  }) => ReactNode
}) {
  const { field, fieldState } = useController({ control: cell.control, name })
  const message = fieldState.error?.message
  const keyDown = (event: KeyboardEvent) => {
    const list = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (list || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      cell.onSave()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      cell.onCancel()
    }
  }
  return (
    <div className={cx(styles.cell, wide && styles.wide)} onKeyDown={keyDown}>
      {children({
        value: field.value,
        onChange: field.onChange,
        onBlur: field.onBlur,
        invalid: message !== undefined,
        'aria-label': `${label}: ${cell.item.code}`,
      })}
      {message !== undefined && (
        <p className={styles.cellError} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}

/** The control of a field in the row that is being edited; null for what is not edited there. */
export function editorOf(field: string, cell: CellProps): ReactNode | null {
  const { dictionary, item } = cell
  if (field === 'name')
    return (
      <Cell name="name" label={itemFields.name.label} cell={cell} wide>
        {(input) => <TextInput {...input} maxLength={1_000} autoFocus />}
      </Cell>
    )
  // Codes of an enumeration are the product's: only the name is the bank's.
  if (dictionary.kind === 'ENUM') return null
  if (field === 'validFrom')
    return (
      <div className={styles.period}>
        {(['validFrom', 'validTo'] as const).map((name) => (
          <Cell key={name} name={name} label={itemFields[name].label} cell={cell}>
            {(input) => <DateInput {...input} placeholder={name === 'validFrom' ? 'с' : 'по'} />}
          </Cell>
        ))}
      </div>
    )
  if (field === 'parentCode')
    return (
      <Cell name="parentCode" label={itemFields.parentCode.label} cell={cell} wide>
        {(input) => (
          <ItemLookup
            {...input}
            dictionary={dictionary.code}
            known={item.parentName}
            except={item.code}
            placeholder="Верхний уровень"
          />
        )}
      </Cell>
    )
  const attribute = dictionary.attributes.find(({ key }) => `attributes.${key}` === field)
  if (!attribute) return null
  return (
    <Cell
      name={`attributes.${attribute.key}`}
      label={attribute.label}
      cell={cell}
      wide={attribute.type === 'text' || attribute.type === 'code'}
    >
      {(input) => (
        <AttributeControl
          {...input}
          attribute={attribute}
          known={typeof input.value === 'string' ? cell.nameOfCode(attribute.key, input.value) : null}
        />
      )}
    </Cell>
  )
}
