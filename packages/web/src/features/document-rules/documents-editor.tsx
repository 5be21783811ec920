import type { Ref } from 'react'
import { Button } from '#ui/button.tsx'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ChoiceRef } from '#ui/select/choice.tsx'
import type { OptionGroup } from '#ui/select/option-groups.ts'
import ownStyles from './documents-editor.module.css'

const maxDocuments = 20

/** The documents of a rule: several are alternatives, any one of them is enough. */
export function DocumentsEditor({
  ref,
  id,
  value,
  onChange,
  onBlur,
  groups,
  alternatives,
  disabled,
  invalid,
  ...rest
}: {
  ref?: Ref<ChoiceRef>
  id: string
  value: readonly string[]
  onChange: (codes: string[]) => void
  onBlur: () => void
  groups: readonly OptionGroup[]
  /** Any one of several is enough; otherwise the rule is about each of them. */
  alternatives: boolean
  disabled: boolean
  invalid: boolean
  'aria-describedby'?: string
}) {
  const describedBy = rest['aria-describedby']
  const all = groups.flatMap(({ label, options }) =>
    options.map((option) => ({ ...option, category: label })),
  )
  const free = groups
    .map(({ label, options }) => ({ label, options: options.filter(({ code }) => !value.includes(code)) }))
    .filter(({ options }) => options.length > 0)
  return (
    <div className={ownStyles.documents}>
      {value.length > 0 && (
        <ul aria-label="Документы правила">
          {value.map((code, at) => {
            const type = all.find((one) => one.code === code)
            const name = type?.name ?? code
            return (
              <li key={code}>
                {at > 0 && <span className={ownStyles.or}>{alternatives ? 'или' : 'и'}</span>}
                <span>
                  {name}
                  {type && <span className="under">{type.category}</span>}
                </span>
                {!disabled && (
                  <Button
                    look="quiet"
                    aria-label={`Убрать: ${name}`}
                    onClick={() => onChange(value.filter((one) => one !== code))}
                  >
                    <Icon name="close" size={12} />
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!disabled && (
        <GroupSelect
          {...(ref ? { ref } : {})}
          // A new list for a new addition: the choice itself is not kept in it.
          key={value.length}
          id={id}
          groups={free}
          value={null}
          placeholder={
            value.length === 0
              ? 'Выберите документ'
              : alternatives
                ? 'Добавить замену: подойдёт любой'
                : 'Добавить документ'
          }
          disabled={value.length >= maxDocuments}
          invalid={invalid}
          {...(describedBy && { 'aria-describedby': describedBy })}
          onChange={(code) => onChange([...value, code])}
          onBlur={onBlur}
        />
      )}
    </div>
  )
}
