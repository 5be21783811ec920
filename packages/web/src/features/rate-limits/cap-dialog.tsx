import {
  capFields as of,
  CapInput,
  capIssues,
  capProgrammes,
  type RateCap,
  requestCapChange,
  requestCapEnd,
  requestRateCap,
} from '@ipoteka-office/contract/rate-limits/caps.ts'
import { type AuthorityProduct, authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { searchPartners, usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { EndDialog } from '#widgets/record/end-dialog.tsx'
import { EntryDialog, issuesBy, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { percentOf } from './rate-words.ts'
import { refreshRates } from './refresh-rates.ts'

interface CapForm {
  product: AuthorityProduct
  programme: string
  partner: string | null
  rate: string | null
  validFrom: string
  validTo: string
  ground: string
}

/** No code of any dictionary. */
const every = '*'

function toForm(before: RateCap | null, today: string): CapForm {
  const { product, programme, partnerId, rate, validFrom, validTo, ground } = before ?? {
    ...{ product: 'MORTGAGE' as const, programme: null, partnerId: null, rate: null },
    ...{ validFrom: today, validTo: null, ground: '' },
  }
  return {
    ...{ product, rate, ground },
    programme: programme ?? every,
    partner: partnerId === null ? null : String(partnerId),
    validFrom: validFrom > today ? validFrom : today,
    validTo: validTo ?? '',
  }
}

const toInput = ({ programme, partner, rate, validTo, ...form }: CapForm) => ({
  ...form,
  rate: rate ?? '',
  programme: programme === every ? null : programme,
  partnerId: partner === null ? null : Number(partner),
  validTo: validTo === '' ? null : validTo,
})

const products = Object.entries(authorityProducts).map(([code, name]) => ({ code, name }))
const sent = 'Запрос отправлен: его подтверждает другой сотрудник'

/** Asks a second person for a cap, or to put another one in the place of `before`. */
export function CapDialog({ before, onClose }: { before: RateCap | null; onClose: () => void }) {
  const today = bankDay(serverNow())
  const entry = useEntryForm<CapForm>({
    values: toForm(before, today),
    issues: issuesBy(CapInput, toInput, (input) => capIssues(input, today)),
    save: async (form) => {
      const body = CapInput.parse(toInput(form))
      await (before === null
        ? call(requestRateCap, { body })
        : call(requestCapChange, {
            params: { id: String(before.id) },
            body: { ...body, version: before.version },
          }))
      await refreshRates()
    },
    saved: sent,
    onDone: onClose,
  })
  const { control } = entry.form
  const product = useWatch({ control, name: 'product' })
  const programmes = useDictionary(capProgrammes[product])
  const partners = usePartnerOptions().options
  return (
    <EntryDialog
      title={before === null ? 'Новый потолок ставки' : 'Изменить потолок ставки'}
      entry={entry}
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field control={control} name="product" label={of.product.label} required>
        {({ onChange, ...input }) => (
          <SingleSelect
            {...input}
            options={products}
            onChange={(code) => {
              onChange(code)
              entry.form.setValue('programme', every)
            }}
          />
        )}
      </Field>
      <Field control={control} name="programme" label={of.programme.label} hint={of.programme.hint}>
        {(input) => <SingleSelect {...input} options={[{ code: every, name: 'Все' }, ...programmes]} />}
      </Field>
      <Field control={control} name="partner" label={of.partnerId.label} hint={of.partnerId.hint}>
        {(input) => (
          <LookupSelect {...input} options={partners} search={searchPartners} placeholder="Любой" />
        )}
      </Field>
      <Field control={control} name="rate" label={of.rate.label} required>
        {(input) => <MoneyInput {...input} decimals={3} />}
      </Field>
      <Field control={control} name="validFrom" label={of.validFrom.label} required>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="validTo" label={of.validTo.label} hint={of.validTo.hint}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field
        control={control}
        name="ground"
        label={of.ground.label}
        span="full"
        required
        hint={of.ground.hint}
      >
        {(input) => <TextArea {...input} maxLength={300} />}
      </Field>
    </EntryDialog>
  )
}

/** Asks a second person to end a cap. */
export function CapEndDialog({ cap, onClose }: { cap: RateCap; onClose: () => void }) {
  return (
    <EndDialog
      title={`Прекратить потолок ${percentOf(cap.rate)}`}
      labels={{ validTo: of.validTo.label, reason: of.reason.label }}
      why="Напишите, почему потолок прекращают"
      maxLength={300}
      send={async (end) => {
        await call(requestCapEnd, { params: { id: String(cap.id) }, body: { ...end, version: cap.version } })
        await refreshRates()
      }}
      onClose={onClose}
    />
  )
}
