import { characteristicOf } from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import styles from './scorecard-card.module.css'
import { newBin, type ScorecardValues } from './scorecard-values.ts'

const bounds = { min: -1_000, max: 1_000 }
const units = { YEARS: 'лет', MONTHS: 'мес.', DAYS: 'дней', PERCENT: '%', COUNT: 'шт.' } as const

interface PartProps {
  readonly control: Control<ScorecardValues>
  readonly disabled: boolean
}
type PointsName =
  | 'base'
  | `characteristics.${number}.${'missing' | 'other'}`
  | `characteristics.${number}.bins.${number}.points`

/** Points, which may be taken off too. */
export function PointsField({ label, ...field }: PartProps & { name: PointsName; label: string }) {
  return (
    <Field {...field} label={label} span="quarter">
      {(input) => <NumberInput {...input} {...bounds} />}
    </Field>
  )
}

/** Which codes a part takes. */
function CodesField({
  dictionary,
  ...field
}: PartProps & { name: `characteristics.${number}.bins.${number}.codes`; dictionary: string }) {
  const options = useDictionary(dictionary)
  return (
    <Field {...field} label="Значения" span="half">
      {({ value, onChange, ...input }) => (
        <MultiSelect
          {...input}
          options={options}
          placeholder="Выберите значения"
          value={{ codes: value, all: false }}
          onChange={({ codes }) => onChange(codes)}
        />
      )}
    </Field>
  )
}

function FromField({
  isFirst,
  unit,
  ...field
}: PartProps & { name: `characteristics.${number}.bins.${number}.from`; isFirst: boolean; unit: string }) {
  return (
    <Field
      {...field}
      label={`От, ${unit}`}
      span="quarter"
      disabled={field.disabled || isFirst}
      hint={isFirst ? 'Самые малые значения' : undefined}
    >
      {(input) => <MoneyInput {...input} decimals={2} negative />}
    </Field>
  )
}

/** A characteristic of the card: what it is worth by its parts, and where it is not known. */
export function CharacteristicPart({
  at,
  memory,
  onRemove,
  ...part
}: PartProps & { at: number; memory: string; onRemove: () => void }) {
  const { control, disabled } = part
  const { fields, append, remove } = useFieldArray({ control, name: `characteristics.${at}.bins` })
  const own = useWatch({ control, name: `characteristics.${at}` })
  const { name, measure, source } = characteristicOf(own.code)
  const points = [...own.bins.map((bin) => bin.points), own.missing].filter((one) => one !== null)
  const note = points.length === 0 ? undefined : `${Math.min(...points)} … ${Math.max(...points)} баллов`
  return (
    <Fold
      name={name}
      memory={memory}
      opensItself={own.missing === null}
      {...(note !== undefined && { note: note.replaceAll('-', '−') })}
    >
      <p className={styles.source}>{source}</p>
      {fields.map(({ id }, row) => {
        const path = `characteristics.${at}.bins.${row}` as const
        return (
          <div key={id} className={styles.line} role="group" aria-label={`${name}: часть ${row + 1}`}>
            {measure.kind === 'NUMBER' ? (
              <FromField {...part} name={`${path}.from`} isFirst={row === 0} unit={units[measure.unit]} />
            ) : (
              <CodesField {...part} name={`${path}.codes`} dictionary={measure.dictionary} />
            )}
            <PointsField {...part} name={`${path}.points`} label="Баллы" />
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Удалить часть ${row + 1}: ${name}`}
                disabledReason={fields.length === 1 ? 'Хотя бы одна часть нужна' : null}
                onClick={() => remove(row)}
              >
                <Icon name="trash" />
              </Button>
            )}
          </div>
        )
      })}
      <div className={styles.line}>
        <PointsField {...part} name={`characteristics.${at}.missing`} label="Баллы, если не известно" />
        {measure.kind === 'CODE' && (
          <PointsField {...part} name={`characteristics.${at}.other`} label="Баллы остальных значений" />
        )}
      </div>
      {!disabled && (
        <div className={styles.buttons}>
          <Button look="link" onClick={() => append(newBin)}>
            <Icon name="plus" /> Часть
          </Button>
          <Button look="link" onClick={onRemove}>
            Убрать характеристику
          </Button>
        </div>
      )}
    </Fold>
  )
}
