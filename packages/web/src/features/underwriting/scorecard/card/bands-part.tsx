import { scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import { type Control, useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from './scorecard-card.module.css'
import type { ScorecardValues } from './scorecard-values.ts'

const advices = Object.entries(scoreAdvices).map(([code, name]) => ({ code, name }))

/** What is advised from which score on, the best first; the last band takes all that are below. */
export function BandsPart({ control, disabled }: { control: Control<ScorecardValues>; disabled: boolean }) {
  const { fields, insert, remove } = useFieldArray({ control, name: 'bands' })
  const last = fields.length - 1
  return (
    <>
      {fields.map(({ id }, row) => (
        <div key={id} className={styles.line} role="group" aria-label={`Полоса ${row + 1}`}>
          <Field
            control={control}
            name={`bands.${row}.from`}
            label="От балла"
            span="quarter"
            disabled={disabled || row === last}
            hint={row === last ? 'Все, кто ниже' : undefined}
          >
            {(input) => <NumberInput {...input} min={-10_000} max={10_000} />}
          </Field>
          <Field control={control} name={`bands.${row}.advice`} label="Совет" disabled={disabled}>
            {(input) => <SingleSelect {...input} options={advices} />}
          </Field>
          {!disabled && row !== last && (
            <Button look="quiet" aria-label={`Удалить полосу ${row + 1}`} onClick={() => remove(row)}>
              <Icon name="trash" />
            </Button>
          )}
        </div>
      ))}
      {!disabled && (
        <div className={styles.buttons}>
          <Button look="link" onClick={() => insert(last, { from: null, advice: 'REVIEW' })}>
            <Icon name="plus" /> Полоса
          </Button>
        </div>
      )}
    </>
  )
}
