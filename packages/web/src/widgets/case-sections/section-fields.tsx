import { lowered } from '#lib/words.ts'
import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { type FieldSpec, type FieldSpecs, today } from '@ipoteka-office/contract/common/fields.ts'
import { type ReactNode, useId } from 'react'
import { type FieldValues, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { formatTerm } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { Icon } from '#ui/icon.tsx'
import { YesNoField } from '#ui/input/yes-no-field.tsx'
import { AddressField } from '../fields/address-field.tsx'
import { EmailField } from '../fields/email-field.tsx'
import { PassportFields } from '../fields/passport-fields.tsx'
import { PersonNameFields, SexField } from '../fields/person-name-fields.tsx'
import styles from './section-fields.module.css'
import { areIncomeMonths, IncomeMonths } from './income-months.tsx'
import { rowWords } from '../record/field-differences.ts'
import { SectionControl } from './section-control.tsx'
import { partyFields, spanOf } from './section-layout.ts'
import type { FormNames } from './section-names.ts'
import { isBlank, rowsOf } from '../record/field-values.ts'
import { type Around, isNeeded, isShown, toForm } from './section-values.ts'

/** What every field of a section's form needs to know. */
export interface FieldsPlace {
  readonly form: UseFormReturn
  readonly around: Around
  readonly names: FormNames
  readonly disabled: boolean
}

const namePaths = { surname: 'lastName', name: 'firstName', patronymic: 'middleName', sex: 'sex' } as const
const passportPaths = {
  seriesNumber: 'passport',
  issuedOn: 'passportIssuedOn',
  unitCode: 'passportUnitCode',
  issuer: 'passportIssuer',
} as const
const inNames: ReadonlySet<string> = new Set(['firstName', 'middleName', 'sex'])
const inPassport: ReadonlySet<string> = new Set(['passportIssuedOn', 'passportUnitCode', 'passportIssuer'])

type FieldState = 'hidden' | 'shown' | 'needed' | 'gap'

const stateOf = (field: FieldSpec, name: string, values: FieldValues, around: Around): FieldState => {
  if (!isShown(field, values, around)) return 'hidden'
  if (!isNeeded(field, values, around)) return 'shown'
  return isBlank(field, values[name]) ? 'gap' : 'needed'
}

/** Which fields have a sense now and which of them are missing; told again only when that changes. */
function useFieldStates(
  { form: { control }, around }: FieldsPlace,
  fields: FieldSpecs,
  prefix: string,
): Readonly<Record<string, FieldState>> {
  const states = useWatch({
    control,
    compute: (all: FieldValues) => {
      const values: FieldValues =
        prefix === ''
          ? all
          : (prefix.split('.').reduce<FieldValues | undefined>((at, key) => at?.[key], all) ?? {})
      return Object.entries(fields)
        .map(([name, field]) => stateOf(field, name, values, around))
        .join(' ')
    },
  }).split(' ') as FieldState[]
  return Object.fromEntries(Object.keys(fields).map((name, at) => [name, states[at] ?? 'hidden']))
}

const labelOf = ({ label, unit }: FieldSpec) => (unit === undefined ? label : `${label}, ${unit}`)

/** A field that a gap leads to: it is found by its path, and marked while it is empty and needed. */
function Place({ path, state, children }: { path: string; state: FieldState; children: ReactNode }) {
  return (
    <div className={cx(styles.place, state === 'gap' && styles.gap)} data-field={path}>
      {children}
    </div>
  )
}

function Names({ place, state }: { place: FieldsPlace; state: FieldState }) {
  const { form, disabled } = place
  return (
    <Place path="lastName" state={state}>
      <PersonNameFields form={form} paths={namePaths} disabled={disabled} />
      <SexField form={form} paths={namePaths} disabled={disabled} />
    </Place>
  )
}

function PassportGroup({ place, state }: { place: FieldsPlace; state: FieldState }) {
  const { form, disabled } = place
  const birthDate: string | null = useWatch({ control: form.control, name: 'birthDate' })
  return (
    <Place path="passport" state={state}>
      <PassportFields
        form={form}
        paths={passportPaths}
        context={{ today: bankDay(serverNow()), birthDate }}
        disabled={disabled}
      />
    </Place>
  )
}

function OneField({
  place,
  path,
  name,
  field,
  state,
}: {
  place: FieldsPlace
  path: string
  name: string
  field: FieldSpec
  state: FieldState
}) {
  const { form, names } = place
  const disabled = place.disabled || field.fixed
  const span = spanOf(path, field)
  const required = state === 'needed' || state === 'gap'
  const rowPath = path.slice(0, path.length - name.length)
  const set = (target: string | undefined, value: unknown) => {
    if (target !== undefined && value)
      form.setValue(`${rowPath}${target}`, value, { shouldDirty: true, shouldValidate: true })
  }
  const fillBeside = () => {
    for (const [target, value] of Object.entries(field.onYes ?? {}))
      if (!form.getValues(`${rowPath}${target}`)) set(target, value === today ? bankDay(serverNow()) : value)
  }
  if (field.kind === 'FLAG')
    return (
      <YesNoField
        control={form.control}
        name={path}
        label={field.label}
        span={span}
        hint={field.hint}
        disabled={disabled}
        required={required}
        keepsNone={field.keepsNone}
        onAnswer={(isYes) => {
          if (isYes) fillBeside()
        }}
      />
    )
  if (field.kind === 'ADDRESS')
    return <AddressField form={form} name={path} label={field.label} disabled={disabled} />
  if (field.kind === 'EMAIL')
    return <EmailField form={form} name={path} label={field.label} disabled={disabled} />
  return (
    <Field
      control={form.control}
      name={path}
      label={labelOf(field)}
      span={span}
      hint={field.hint}
      required={required}
      disabled={disabled}
    >
      {(input) => (
        <>
          <SectionControl
            path={path}
            field={field}
            input={input}
            names={names}
            onParty={({ data }) => {
              set(partyFields[name]?.inn, data.inn)
              // A suggestion may know the address as text alone.
              set(partyFields[name]?.address, data.address && { value: data.address.value })
            }}
          />
          {field.kind === 'MONTHS' && typeof input.value === 'number' && input.value >= 12 && (
            <span className="muted small">{formatTerm(input.value)}</span>
          )}
        </>
      )}
    </Field>
  )
}

/** Fields side by side in the grid of a form; those without a sense now are left out. */
export function SectionFieldsGrid({
  place,
  fields,
  names,
  prefix = '',
}: {
  place: FieldsPlace
  fields: FieldSpecs
  /** The fields of this group in their order. */
  names: readonly string[]
  prefix?: string
}) {
  const states = useFieldStates(place, fields, prefix)
  const isPerson = prefix === '' && 'lastName' in fields && 'sex' in fields
  const passport: unknown = useWatch({ control: place.form.control, name: 'passport' })
  const hasPassportGroup = isPerson && 'passportIssuer' in fields && !isMasked(passport)
  return names.map((name) => {
    const [field, state] = [fields[name], states[name]]
    if (!field || !state || state === 'hidden') return null
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (isPerson && name === 'lastName') return <Names key={path} place={place} state={state} />
    if (isPerson && inNames.has(name)) return null
    if (hasPassportGroup && name === 'passport')
      return <PassportGroup key={path} place={place} state={state} />
    if (hasPassportGroup && inPassport.has(name)) return null
    if (field.kind === 'LIST')
      return (
        <Rows
          key={path}
          place={place}
          path={path}
          field={field}
          state={state}
          // A group of this field alone is headed by the same words.
          hideLabel={prefix === '' && names.length === 1}
        />
      )
    return (
      <Place key={path} path={path} state={state}>
        <OneField place={place} path={path} name={name} field={field} state={state} />
      </Place>
    )
  })
}

/** The row in words beside its number, so that a long group is read by its headings. */
function RowTitle({
  place,
  path,
  field,
  at,
}: {
  place: FieldsPlace
  path: string
  field: FieldSpec
  at: number
}) {
  const row: FieldValues | undefined = useWatch({ control: place.form.control, name: path })
  // Not within the watch, which would keep codes until the row changes: names of dictionaries may come later.
  const words = row ? rowWords(field.fields ?? {}, row, place.names.nameOf) : ''
  return (
    <h3 className={styles.rowTitle}>
      {field.itemLabel} {at + 1} <span className="muted">{words}</span>
    </h3>
  )
}

/** The row's own key, which a save leaves as it is: the focus stays in the row. */
const keyOfRow = (row: { rowId: string; key?: unknown }): string =>
  typeof row.key === 'string' ? row.key : row.rowId

/** Repeating rows: each with its fields, one more at the end, any of them taken out. */
function Rows({
  place,
  path,
  field,
  state,
  hideLabel,
}: {
  place: FieldsPlace
  path: string
  field: FieldSpec
  state: FieldState
  hideLabel: boolean
}) {
  const { form, disabled } = place
  const id = useId()
  const {
    fields: rows,
    append,
    remove,
  } = useFieldArray({ control: form.control, name: path, keyName: 'rowId' })
  const inner = field.fields ?? {}
  const item = lowered(field.itemLabel ?? field.label)
  const focusIn = (at: number) =>
    requestAnimationFrame(() => {
      const target = document.getElementById(`${id}-${at}`) ?? document.getElementById(`${id}-add`)
      const first = target?.matches('button') ? target : target?.querySelector<HTMLElement>('input, textarea')
      first?.focus()
    })
  const add = () => {
    append({ key: randomId(), ...toForm(inner, {}) }, { shouldFocus: false })
    focusIn(rows.length)
  }
  return (
    <div
      className={cx(formStyles.full, styles.rows, state === 'gap' && styles.gap)}
      data-field={path}
      role="group"
      aria-labelledby={`${id}-label`}
    >
      <span
        id={`${id}-label`}
        className={hideLabel ? 'visually-hidden' : formStyles.label}
        {...(!hideLabel && { 'data-label': true })}
      >
        {field.label}
      </span>
      {rows.map((row, at) => (
        <fieldset key={keyOfRow(row)} id={`${id}-${at}`} className={styles.row}>
          <legend className="visually-hidden">
            {field.itemLabel} {at + 1}
          </legend>
          <div className={styles.rowHead}>
            <RowTitle place={place} path={`${path}.${at}`} field={field} at={at} />
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Убрать: ${item} ${at + 1}`}
                onClick={() => {
                  remove(at)
                  focusIn(Math.max(0, at - 1))
                }}
              >
                <Icon name="trash" />
              </Button>
            )}
          </div>
          <div className={formStyles.grid}>
            <SectionFieldsGrid
              place={place}
              fields={inner}
              names={Object.keys(inner)}
              prefix={`${path}.${at}`}
            />
          </div>
        </fieldset>
      ))}
      {rowsOf(rows).length === 0 && disabled && <p className="muted">Нет</p>}
      {!disabled && (
        <Button id={`${id}-add`} onClick={add}>
          <Icon name="plus" /> Добавить {field.addLabel ?? item}
        </Button>
      )}
      {areIncomeMonths(path) && (
        <IncomeMonths
          form={form}
          path={path}
          disabled={disabled}
          onAdd={(months) => {
            append(
              months.map((month) => ({ key: randomId(), ...toForm(inner, { month }) })),
              { shouldFocus: false },
            )
            focusIn(rows.length)
          }}
        />
      )}
    </div>
  )
}
