import { partnerAccountFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { isBankAccount, isBic } from '@ipoteka-office/contract/common/bank-account.ts'
import {
  accountKeyMessage,
  createPartnerAccount,
  deletePartnerAccount,
  deletePartnerAccounts,
  listPartnerAccounts,
  PartnerAccount,
  PartnerAccountInput,
  unknownBankMessage,
  updatePartnerAccount,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { suggestBank } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { query, queryExactly } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import { CheckField } from '#ui/input/check-field.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field, ReadOnlyField } from '#ui/form/field.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, useEntry } from '#widgets/record/entry-dialog.tsx'
import { searchBanks } from '#widgets/fields/suggestions.ts'
import { usePartnerAccess } from '../partner-access.ts'
import { requisitesText } from '../partner-words.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

const columns: Column<PartnerAccount>[] = [
  {
    key: 'account',
    title: 'Счёт',
    width: 220,
    render: (row) => (
      <>
        <span className="nowrap">{row.account}</span>
        <span className="under">{row.purpose}</span>
      </>
    ),
  },
  {
    key: 'bank',
    title: 'Банк',
    width: 260,
    render: ({ bankName, bic }) => (
      <>
        {bankName}
        <span className="under">БИК {bic}</span>
      </>
    ),
  },
  {
    key: 'correspondent',
    title: 'Корр. счёт',
    width: 190,
    render: (row) => row.correspondentAccount || emptyValue,
  },
  {
    key: 'state',
    title: 'Состояние',
    width: 130,
    render: ({ main, notUsed }) => (
      <>
        {main && <Tag tone="green">основной</Tag>}
        {notUsed && <Tag>не используется</Tag>}
        {!main && !notUsed && emptyValue}
      </>
    ),
  },
  {
    key: 'copy',
    title: '',
    width: 130,
    render: (row) => <CopyButton text={requisitesText(row)} label="Реквизиты" />,
  },
]

type Values = Required<PartnerAccountInput>

/** The bank of a whole БИК; undefined while it is being looked for, null when there is none. */
function useBank(bic: string) {
  const { data, isError } = useQuery({
    ...queryExactly(suggestBank, { query: { query: bic } }),
    enabled: isBic(bic),
  })
  if (isError) return undefined
  return data && (data.suggestions.find((one) => one.data.bic === bic)?.data ?? null)
}

const issuesOf = (values: Values) => {
  const read = PartnerAccountInput.safeParse(values)
  if (!read.success) return read.error.issues
  return isBankAccount(read.data.account, read.data.bic)
    ? []
    : [{ path: ['account'], message: accountKeyMessage }]
}

function AccountDialog({
  partnerId,
  account,
  onClose,
}: {
  partnerId: string
  account: PartnerAccount | null
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const entry = useEntry<PartnerAccount, Values>({
    record: account,
    schema: PartnerAccount,
    fields,
    toValues: (entry) => entry ?? { account: '', bic: '', purpose: '', main: false, notUsed: false },
    issues: issuesOf,
    save: ({ account: number, bic, purpose, main, notUsed }, version, on) => {
      const body = { account: number, bic, purpose, main, notUsed }
      return on
        ? call(updatePartnerAccount, {
            params: { partnerId, id: String(on.id) },
            body: { ...body, version },
          })
        : call(createPartnerAccount, { params: { partnerId }, body })
    },
    saved: 'Счёт сохранён',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control, setValue } = entry.form
  const bic = useWatch({ control, name: 'bic' })
  const bank = useBank(bic)
  return (
    <EntryDialog title={account ? 'Счёт' : 'Новый счёт'} entry={entry} onClose={onClose}>
      <Field
        control={control}
        name="bic"
        label={fields.bic.label}
        hint={bank === null ? unknownBankMessage : 'Введите БИК или название банка'}
      >
        {({ value, onChange, ...input }) => (
          <SuggestInput
            {...input}
            value={value}
            onChange={onChange}
            onPick={({ data }) => setValue('bic', data.bic, { shouldDirty: true, shouldValidate: true })}
            search={searchBanks}
          />
        )}
      </Field>
      <Field control={control} name="account" label={fields.account.label}>
        {(input) => <TextInput {...input} inputMode="numeric" maxLength={30} />}
      </Field>
      <ReadOnlyField label="Банк">{bank?.name.payment ?? account?.bankName}</ReadOnlyField>
      <ReadOnlyField label="Корреспондентский счёт">
        {bank ? bank.correspondent_account : account?.correspondentAccount}
      </ReadOnlyField>
      <PlainField control={control} fields={fields} name="purpose" span="full" />
      <CheckField control={control} name="main" label={fields.main.label} hint={fields.main.hint} />
      <CheckField control={control} name="notUsed" label={fields.notUsed.label} />
    </EntryDialog>
  )
}

/** «Счета»: accounts with their banks; the key of an account is checked by the БИК. */
export function AccountsTab({ partnerId }: { partnerId: string }) {
  const { update } = usePartnerAccess()
  const refresh = usePartnerRefresh()
  const answer = useQuery(query(listPartnerAccounts, { params: { partnerId } }))
  return (
    <Entries
      label="Счета"
      columns={columns}
      answer={answer}
      nameOf={({ account }) => account}
      reason={update}
      add="Добавить счёт"
      dialog={(entry, onClose) => <AccountDialog partnerId={partnerId} account={entry} onClose={onClose} />}
      onChanged={refresh}
      removal={{
        one: ({ id, version }) =>
          call(deletePartnerAccount, { params: { partnerId, id: String(id) }, query: { version } }),
        many: (ids) => call(deletePartnerAccounts, { params: { partnerId }, query: { ids } }),
      }}
      emptyTitle="Счетов нет"
    />
  )
}
