import type { Control } from 'react-hook-form'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import styles from './feature-toggles.module.css'
import type { RuleChoices } from './rule-names.ts'
import { type RuleKind, ruleKinds, type ToggleValues } from './toggle-values.ts'

const kindOptions = Object.entries(ruleKinds).map(([code, name]) => ({ code, name }))
const answers = [
  { code: 'on', name: 'Включить' },
  { code: 'off', name: 'Выключить' },
]

interface RuleProps {
  control: Control<ToggleValues>
  at: number
  choices: RuleChoices
  readOnly: boolean
}

function RuleValue({ control, at, choices, readOnly, kind }: RuleProps & { kind: RuleKind }) {
  return (
    <Field control={control} name={`rules.${at}.value`} label={ruleKinds[kind]} disabled={readOnly}>
      {({ name: _, ref: __, value, onChange, ...input }) => {
        const choose = (code: string | null) => onChange(code ?? '')
        if (kind === 'percentage')
          return (
            <TextInput
              {...input}
              value={value}
              inputMode="numeric"
              maxLength={3}
              placeholder="%"
              onChange={(text) => onChange(text.replace(/\D/g, ''))}
            />
          )
        if (kind === 'partner')
          return (
            <LookupSelect
              {...input}
              value={value || null}
              onChange={choose}
              options={choices.partners}
              search={searchPartners}
              placeholder="Выберите партнёра"
            />
          )
        if (choices.roles === null)
          return <TextInput {...input} value={value} onChange={onChange} placeholder="Код роли" />
        return (
          <LookupSelect
            {...input}
            value={value || null}
            onChange={choose}
            options={choices.roles}
            placeholder="Выберите роль"
          />
        )
      }}
    </Field>
  )
}

function Rule({
  last,
  onMove,
  onRemove,
  onKind,
  ...props
}: RuleProps & { last: boolean; onMove: (to: number) => void; onRemove: () => void; onKind: () => void }) {
  const { control, at, readOnly } = props
  const kind = useWatch({ control, name: `rules.${at}.kind` })
  return (
    <li className={styles.rule}>
      <span className={styles.number}>{at + 1}</span>
      <Field control={control} name={`rules.${at}.kind`} label="Для кого" disabled={readOnly}>
        {({ onChange, ...input }) => (
          <SingleSelect
            {...input}
            options={kindOptions}
            onChange={(code) => {
              onChange(code)
              onKind()
            }}
          />
        )}
      </Field>
      <RuleValue {...props} kind={kind} />
      <Field control={control} name={`rules.${at}.enabled`} label="Что сделать" disabled={readOnly}>
        {({ value, onChange, ...input }) => (
          <SingleSelect
            {...input}
            options={answers}
            value={value ? 'on' : 'off'}
            onChange={(code) => onChange(code === 'on')}
          />
        )}
      </Field>
      {!readOnly && (
        <span className={styles.ruleActions}>
          <Button
            look="quiet"
            aria-label={`Выше: правило ${at + 1}`}
            disabled={at === 0}
            onClick={() => onMove(at - 1)}
          >
            <Icon name="up" />
          </Button>
          <Button
            look="quiet"
            aria-label={`Ниже: правило ${at + 1}`}
            disabled={last}
            onClick={() => onMove(at + 1)}
          >
            <Icon name="down" />
          </Button>
          <Button look="quiet" aria-label={`Убрать правило ${at + 1}`} onClick={onRemove}>
            <Icon name="trash" />
          </Button>
        </span>
      )}
    </li>
  )
}

/** The rules of a toggle in their order: the first that fits answers. */
export function RulesEditor({
  control,
  choices,
  readOnly,
  onKind,
}: {
  control: Control<ToggleValues>
  choices: RuleChoices
  readOnly: boolean
  /** The kind of a rule was changed: its value means nothing any more. */
  onKind: (at: number) => void
}) {
  const { fields, append, remove, move } = useFieldArray({ control, name: 'rules' })
  return (
    <>
      <p className="muted">
        {fields.length === 0
          ? 'Правил нет: для всех действует значение по умолчанию.'
          : 'Отвечает первое подходящее правило, остальным — значение по умолчанию.'}
      </p>
      <ol className={styles.rules}>
        {fields.map(({ id }, at) => (
          <Rule
            key={id}
            control={control}
            at={at}
            choices={choices}
            readOnly={readOnly}
            last={at === fields.length - 1}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
            onKind={() => onKind(at)}
          />
        ))}
      </ol>
      {!readOnly && (
        <Button
          disabledReason={fields.length >= 100 ? 'Не более 100 правил' : null}
          onClick={() => append({ kind: 'role', value: '', enabled: true })}
        >
          <Icon name="plus" /> Добавить правило
        </Button>
      )}
    </>
  )
}
