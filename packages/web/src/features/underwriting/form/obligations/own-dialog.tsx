import {
  addObligation,
  editObligation,
  type LedgerRow,
  type ObligationLedger,
  OwnObligation,
} from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { obligationChoiceFields as of } from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { ownObligationFields } from '@ipoteka-office/contract/underwriting/form/obligations/own-fields.ts'
import { call } from '#api/call.ts'
import { Field } from '#ui/form/field.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { EntryDialog, issuesBy, useEntryForm } from '#widgets/record/entry-dialog.tsx'

interface Values {
  type: string
  creditor: string
  contractNumber: string
  limit: string | null
  balance: string | null
  rate: string | null
  monthsLeft: number | null
  payment: string | null
  overdue: string | null
  documentId: string | null
  words: string
}

const blank: Values = {
  ...{ type: 'CASH', creditor: '', contractNumber: '', limit: null, balance: null, rate: null },
  ...{ monthsLeft: null, payment: null, overdue: null, documentId: null, words: '' },
}

const toValues = (own: LedgerRow['own']): Values => {
  if (own === null) return blank
  const { document: _, ...rest } = own
  return { ...rest, documentId: String(own.documentId) }
}

const toInput = ({ documentId, overdue, ...values }: Values) => ({
  ...values,
  // What is not chosen or not typed is named by its own message.
  limit: values.limit ?? '',
  balance: values.balance ?? '',
  payment: values.payment ?? '',
  overdue: overdue ?? '0',
  documentId: documentId === null ? null : Number(documentId),
})
const labelOf = (name: keyof Values): string => ownObligationFields[name]?.label ?? ''
const issues = issuesBy(OwnObligation, toInput)
const lacks: Readonly<Record<string, string>> = {
  limit: 'Укажите сумму или лимит',
  balance: 'Укажите остаток долга',
  payment: 'Укажите платёж в месяц',
  documentId: 'Выберите документ, в котором стоит обязательство',
}

/** A credit that stands in a paper and nowhere else: new, or one that was written down. */
export function OwnDialog({
  ledger,
  row,
  onSettled,
  onClose,
}: {
  ledger: ObligationLedger
  row: LedgerRow | null
  onSettled: (ledger?: ObligationLedger) => void
  onClose: () => void
}) {
  const types = useDictionary('creditType')
  const params = { id: String(ledger.caseId), participantId: String(ledger.participantId) }
  const entry = useEntryForm<Values>({
    values: toValues(row?.own ?? null),
    issues: (values) =>
      issues(values).map((issue) => {
        const [name = ''] = issue.path
        const isEmpty = values[name as keyof Values] === null
        return { ...issue, message: (isEmpty ? lacks[String(name)] : undefined) ?? issue.message }
      }),
    save: async (values) => {
      const body = OwnObligation.parse(toInput(values))
      onSettled(
        row === null
          ? await call(addObligation, { params, body })
          : await call(editObligation, {
              params: { ...params, key: row.key },
              body: { ...body, version: row.version },
            }),
      )
    },
    saved: 'Обязательство записано',
    onDone: onClose,
  })
  const { control } = entry.form
  const money = (name: 'limit' | 'balance' | 'payment' | 'overdue', { required }: { required: boolean }) => (
    <Field control={control} name={name} label={`${labelOf(name)}, ₽`} required={required}>
      {(input) => <MoneyInput {...input} />}
    </Field>
  )
  return (
    <EntryDialog title="Обязательство по документу" entry={entry} onClose={onClose}>
      <Field control={control} name="type" label={labelOf('type')} required>
        {({ onChange, ...input }) => (
          <SingleSelect {...input} options={types} onChange={(code) => onChange(code)} />
        )}
      </Field>
      <Field control={control} name="creditor" label={labelOf('creditor')} required>
        {(input) => <TextInput {...input} maxLength={200} />}
      </Field>
      <Field control={control} name="contractNumber" label={labelOf('contractNumber')}>
        {(input) => <TextInput {...input} maxLength={64} />}
      </Field>
      {money('limit', { required: true })}
      {money('balance', { required: true })}
      {money('payment', { required: true })}
      <Field control={control} name="rate" label={labelOf('rate')}>
        {(input) => <MoneyInput {...input} decimals={4} />}
      </Field>
      <Field control={control} name="monthsLeft" label={labelOf('monthsLeft')}>
        {(input) => <NumberInput {...input} min={1} max={600} />}
      </Field>
      {money('overdue', { required: false })}
      <Field control={control} name="documentId" label={of.document.label} required>
        {({ onChange, ...input }) => (
          <SingleSelect
            {...input}
            options={ledger.papers.map(({ id, name }) => ({ code: String(id), name }))}
            onChange={(code) => onChange(code)}
          />
        )}
      </Field>
      <Field control={control} name="words" label={labelOf('words')} span="full" required>
        {(input) => <TextArea {...input} rows={2} maxLength={500} />}
      </Field>
    </EntryDialog>
  )
}
