import {
  Agreement,
  AgreementInput,
  insuranceDocuments,
  saveAgreement,
} from '@ipoteka-office/contract/insurance/agreements.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney, formatRoubles } from '#lib/format.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { FieldGuards } from '#ui/form/field-guard.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '../fields/reference-options.ts'
import type { Difference } from '../record/difference.ts'
import { RecordComparison, RecordNotices } from '../record/record-form.tsx'
import { useRecord } from '../record/use-record.ts'

type Values = {
  readonly documentKind: Agreement['documentKind']
  readonly number: string
  readonly signedOn: string
  readonly startsBy: string | null
  readonly from: string
  readonly to: string
  readonly sum: string | null
  readonly premium: string | null
  readonly instalments: number | null
  readonly beneficiary: string
  readonly paidOn: string
}

const labels = {
  documentKind: 'Документ',
  number: 'Номер',
  signedOn: 'Дата договора',
  startsBy: 'Начало действия',
  from: 'Действует с',
  to: 'Действует по',
  sum: 'Страховая сумма',
  premium: 'Премия за год',
  instalments: 'Платежей в год',
  beneficiary: 'Выгодоприобретатель',
  paidOn: 'Премия оплачена',
} as const satisfies Readonly<Record<keyof Values, string>>

const toValues = (agreement: Agreement): Values => ({
  documentKind: agreement.documentKind,
  number: agreement.number,
  signedOn: agreement.signedOn ?? '',
  startsBy: agreement.startsBy,
  from: agreement.from ?? '',
  to: agreement.to ?? '',
  sum: agreement.sum,
  premium: agreement.premium,
  instalments: agreement.instalments,
  beneficiary: agreement.beneficiary,
  paidOn: agreement.paidOn ?? '',
})

const toInput = ({ signedOn, from, to, paidOn, instalments, ...values }: Values) => ({
  ...values,
  signedOn: signedOn || null,
  from: from || null,
  to: to || null,
  paidOn: paidOn || null,
  instalments: instalments ?? 0,
})

const words: { readonly [F in keyof Values]: (value: Values[F]) => string } = {
  documentKind: (value) => insuranceDocuments[value],
  number: (value) => value,
  signedOn: formatDate,
  startsBy: (value) => value ?? '',
  from: formatDate,
  to: formatDate,
  sum: formatMoney,
  premium: formatMoney,
  instalments: (value) => String(value ?? ''),
  beneficiary: (value) => value,
  paidOn: formatDate,
}

function differences(mine: Values, server: Agreement): Difference[] {
  const theirs = toValues(server)
  const told = <F extends keyof Values>(key: F, values: Values) => words[key](values[key])
  return (Object.keys(labels) as (keyof Values)[]).flatMap((key) =>
    mine[key] === theirs[key]
      ? []
      : [{ key, label: labels[key], mine: told(key, mine), server: told(key, theirs) }],
  )
}

const kinds = Object.entries(insuranceDocuments).map(([code, name]) => ({ code, name }))

/** What is known of an agreement: written by hand, or over what the insurer has said. */
export function AgreementDialog({
  agreement,
  onDone,
  onClose,
}: {
  agreement: Agreement
  onDone: () => void
  onClose: () => void
}) {
  const starts = useDictionary('insuranceStartType')
  const kit = useRecord<Agreement, Values>({
    record: agreement,
    place: 'dialog',
    name: 'Договор страхования',
    toValues,
    check: (values) => AgreementInput.safeParse(toInput(values)).error?.issues ?? [],
    refusal: agreement.editable.reasonDisabled,
    schema: Agreement,
    save: (values, version) =>
      call(saveAgreement, {
        params: { id: String(agreement.id) },
        body: { ...AgreementInput.parse(toInput(values)), version },
      }),
    onSaved: () => onDone(),
    onDone: () => {
      toast.success('Договор сохранён')
      onClose()
    },
    differences,
  })
  const { control } = kit.form
  return (
    <Dialog
      open
      size="large"
      title="Данные договора страхования"
      onClose={onClose}
      outside={kit.isDirty ? 'ask' : 'close'}
      approval={{ text: 'Сохранить', onApprove: () => void kit.submit(), busy: kit.busy }}
    >
      <RecordNotices kit={kit} />
      <FieldGuards value={kit.guard}>
        <div className={formStyles.grid}>
          <Field control={control} name="documentKind" label={labels.documentKind}>
            {(input) => <SingleSelect {...input} options={kinds} />}
          </Field>
          <Field control={control} name="number" label={labels.number}>
            {(input) => <TextInput {...input} maxLength={64} />}
          </Field>
          <Field control={control} name="signedOn" label={labels.signedOn}>
            {(input) => <DateInput {...input} />}
          </Field>
          <Field control={control} name="startsBy" label={labels.startsBy}>
            {(input) => <LookupSelect {...input} options={starts} />}
          </Field>
          <Field control={control} name="from" label={labels.from}>
            {(input) => <DateInput {...input} />}
          </Field>
          <Field control={control} name="to" label={labels.to}>
            {(input) => <DateInput {...input} />}
          </Field>
          <Field
            control={control}
            name="sum"
            label={labels.sum}
            hint={`Не меньше ${formatRoubles(agreement.leastSum)}`}
          >
            {(input) => <MoneyInput {...input} />}
          </Field>
          <Field control={control} name="premium" label={labels.premium}>
            {(input) => <MoneyInput {...input} />}
          </Field>
          <Field control={control} name="instalments" label={labels.instalments}>
            {(input) => <NumberInput {...input} min={1} max={12} />}
          </Field>
          <Field control={control} name="paidOn" label={labels.paidOn}>
            {(input) => <DateInput {...input} />}
          </Field>
          <Field control={control} name="beneficiary" label={labels.beneficiary} span="full">
            {(input) => <TextInput {...input} maxLength={300} />}
          </Field>
        </div>
      </FieldGuards>
      <RecordComparison kit={kit} />
    </Dialog>
  )
}
