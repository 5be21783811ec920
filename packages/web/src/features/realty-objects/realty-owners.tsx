import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import { missingShare, shareSumText, type Share } from '@ipoteka-office/contract/common/share.ts'
import { holderKinds } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { ownerIssues } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { Icon } from '#ui/icon.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import styles from './realty-objects.module.css'
import { dividedEqually, type OwnerValues, type RealtyValues } from './realty-values.ts'

type Form = UseFormReturn<RealtyValues>

const kinds = Object.entries(holderKinds).map(([code, name]) => ({ code, name }))
const newHolder = { kind: 'PERSON', name: '' } as const

const isShare = (share: OwnerValues['share']): share is Share =>
  share.numerator !== null && share.denominator !== null && share.denominator > 0

/** «Сумма долей: 2/3, не хватает 1/3», told while it is typed: an error of the form would lag behind a changed part. */
function SumLine({ form }: { form: Form }) {
  const [owners, ownership] = useWatch({ control: form.control, name: ['owners', 'ownership'] })
  const known = owners.flatMap(({ holders, share }) => (isShare(share) ? [{ holders, share }] : []))
  if (known.length < owners.length || known.length === 0) return null
  const shares = known.map(({ share }) => share)
  const { sign, text } = missingShare(shares)
  const rest = sign > 0 ? `, не хватает ${text}` : `, лишние ${text}`
  const problem = sign === 0 && ownerIssues(ownership, known).find(({ path }) => path === 'owners')?.message
  return (
    <p className={cx(styles.sum, sign === 0 && !problem ? styles.right : styles.wrong)} role="status">
      Сумма долей: {shareSumText(shares)}
      {sign !== 0 && rest}
      {problem && `. ${problem}`}
    </p>
  )
}

function HolderRow({
  form,
  at,
  holder,
  disabled,
  onRemove,
}: {
  form: Form
  at: number
  holder: number
  disabled: boolean
  onRemove: (() => void) | null
}) {
  const path = `owners.${at}.holders.${holder}` as const
  return (
    <>
      <Field control={form.control} name={`${path}.kind`} label="Кто" span="quarter" disabled={disabled}>
        {(input) => <SingleSelect {...input} options={kinds} />}
      </Field>
      <div className={styles.holder}>
        <Field
          control={form.control}
          name={`${path}.name`}
          label="ФИО или название"
          span="full"
          disabled={disabled}
        >
          {(input) => <TextInput {...input} />}
        </Field>
        {onRemove && !disabled && (
          <Button
            look="quiet"
            aria-label={`Убрать правообладателя ${holder + 1} доли ${at + 1}`}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </Button>
        )}
      </div>
    </>
  )
}

function ShareInputs({ form, at, disabled }: { form: Form; at: number; disabled: boolean }) {
  return (
    <>
      <Field
        control={form.control}
        name={`owners.${at}.share.numerator`}
        label="Доля: числитель"
        span="quarter"
        disabled={disabled}
      >
        {(input) => <NumberInput {...input} max={1_000_000_000} />}
      </Field>
      <Field
        control={form.control}
        name={`owners.${at}.share.denominator`}
        label="Знаменатель"
        span="quarter"
        disabled={disabled}
      >
        {(input) => <NumberInput {...input} max={1_000_000_000} />}
      </Field>
    </>
  )
}

/** Who holds the right: shares as exact fractions, each held by one or by several together. */
export function RealtyOwners({ form, disabled }: { form: Form; disabled: boolean }) {
  const [owners, ownership] = useWatch({ control: form.control, name: ['owners', 'ownership'] })
  const write = (next: OwnerValues[]) => {
    form.setValue('owners', next, { shouldDirty: true })
    // What a submit has found wrong with them all is not true of the new ones.
    form.clearErrors('owners')
  }
  const change = (at: number, holders: OwnerValues['holders']) =>
    write(owners.map((owner, place) => (place === at ? { ...owner, holders } : owner)))
  const shared = ownership === 'SHARED_PROPERTY'
  const joint = shared || ownership === 'COMMON_PROPERTY'
  if (ownership === null)
    return (
      <p className={cx(formStyles.full, 'muted')}>
        Выберите вид собственности, чтобы указать правообладателей
      </p>
    )
  return (
    <div className={cx(formStyles.full, styles.owners)} role="group" aria-label={realtyFields.owners.label}>
      {owners.map((owner, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a share has no other name than its place
        <fieldset key={at} className={styles.owner}>
          <legend className="visually-hidden">{shared ? `Доля ${at + 1}` : 'Право'}</legend>
          <div className={formStyles.grid}>
            {shared && <ShareInputs form={form} at={at} disabled={disabled} />}
            <Field
              control={form.control}
              name={`owners.${at}.record`}
              label="Номер записи ЕГРН"
              disabled={disabled}
            >
              {(input) => <TextInput {...input} />}
            </Field>
            {owner.holders.map((_, holder) => (
              <HolderRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a holder has no other name than its place
                key={holder}
                form={form}
                at={at}
                holder={holder}
                disabled={disabled}
                onRemove={
                  owner.holders.length > 1
                    ? () =>
                        change(
                          at,
                          owner.holders.filter((_one, place) => place !== holder),
                        )
                    : null
                }
              />
            ))}
          </div>
          {!disabled && (
            <div className={styles.buttons}>
              {joint && (
                <Button look="link" onClick={() => change(at, [...owner.holders, { ...newHolder }])}>
                  {shared ? 'Добавить совместного правообладателя' : 'Добавить правообладателя'}
                </Button>
              )}
              {shared && owners.length > 1 && (
                <Button look="link" onClick={() => write(owners.filter((_one, place) => place !== at))}>
                  Убрать долю {at + 1}
                </Button>
              )}
            </div>
          )}
        </fieldset>
      ))}
      <SumLine form={form} />
      {shared && !disabled && (
        <div className={styles.buttons}>
          <Button
            onClick={() =>
              write([
                ...owners,
                { holders: [{ ...newHolder }], share: { numerator: null, denominator: null }, record: '' },
              ])
            }
          >
            <Icon name="plus" /> Добавить долю
          </Button>
          <Button onClick={() => write(dividedEqually(owners))}>Поделить поровну</Button>
        </div>
      )}
    </div>
  )
}
