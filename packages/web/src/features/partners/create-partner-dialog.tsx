import type { PartnerRef } from '@ipoteka-office/contract/common/refs.ts'
import { createBranch } from '@ipoteka-office/contract/partners/partner-parts.ts'
import { listPartnerRoles, operatorRoleCode } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { newPartnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import { createPartner, newPartner, type Partner } from '@ipoteka-office/contract/partners/partners.ts'
import type { PartySuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { AddressField } from '#widgets/fields/address-field.tsx'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { partyTrouble, searchParties } from '#widgets/fields/suggestions.ts'
import { usePartnerAccess } from './partner-access.ts'
import { DictionaryField, fillRegion, IdentityFields, ParentField } from './partner-fields.tsx'
import {
  noAddress,
  type PartnerValues,
  partnerFieldLabels,
  partnerValueIssues,
  toPartnerInput,
  toPartnerValues,
  valuesOfParty,
} from './partner-values.ts'
import styles from './create-partner-dialog.module.css'
import { usePartnerDictionaries } from './use-partner-dictionaries.ts'
import { usePartnerRefresh } from './use-partner-refresh.ts'

interface Values extends PartnerValues {
  /** What is typed into the search of organisations. */
  party: string
  roleCodes: MultiValue
}

/** What is worth knowing of the chosen organisation before it is created. */
function PartyNotes({ party }: { party: PartySuggestion | null }) {
  if (party === null) return null
  const trouble = partyTrouble(party)
  return (
    <>
      {party.ownPartnerId !== null && (
        <p className={styles.info} role="status">
          Такой партнёр уже есть:{' '}
          <Link to="/partner/$partnerId" params={{ partnerId: String(party.ownPartnerId) }}>
            открыть карточку
          </Link>
          . Филиалу нужен другой КПП.
        </p>
      )}
      {trouble && (
        <p className={styles.warning} role="status">
          По данным реестра организация {trouble}. Проверьте, можно ли с ней работать.
        </p>
      )}
    </>
  )
}

function PartyField({
  control,
  onPick,
}: {
  control: Control<Values>
  onPick: (party: PartySuggestion) => void
}) {
  return (
    <Field
      control={control}
      name="party"
      label="Найти организацию"
      span="full"
      hint="ИНН, ОГРН или название: выбранная подсказка заполнит поля ниже"
    >
      {({ value, onChange, ...input }) => (
        <SuggestInput
          {...input}
          value={value}
          onChange={onChange}
          onPick={(party) => {
            onChange(party.value)
            onPick(party)
          }}
          search={searchParties}
          minLength={3}
          placeholder="Например, 7707083893"
        />
      )}
    </Field>
  )
}

function RolesField({ control }: { control: Control<Values> }) {
  const { data } = useQuery(queryOnce(listPartnerRoles))
  // The role that opens all partners is given by itself, with a question.
  const options = (data ?? [])
    .filter(({ active, code }) => active && code !== operatorRoleCode)
    .map(({ code, name }) => ({ code, name }))
  return (
    <Field control={control} name="roleCodes" label={newPartnerFields.roleCodes.label} span="full">
      {(input) => <MultiSelect {...input} options={options} placeholder="Выберите роли" />}
    </Field>
  )
}

type Start = PartnerValues & { parentName: string | null }

function NewPartnerForm({
  start,
  branchOf,
  onClose,
}: {
  start: Start
  branchOf: PartnerRef | null
  onClose: () => void
}) {
  const navigate = useNavigate()
  const refresh = usePartnerRefresh()
  const { isOperator } = usePartnerAccess()
  const dictionaries = usePartnerDictionaries()
  const [party, setParty] = useState<PartySuggestion | null>(null)
  const { parentName, ...values } = start
  const open = (partner: Partner) => {
    refresh()
    void navigate({ to: '/partner-edit/$partnerId', params: { partnerId: String(partner.id) } })
  }
  const save = async (typed: Values) => {
    const { party: _, roleCodes, ...rest } = typed
    const input = toPartnerInput(rest)
    if (branchOf)
      return open(await call(createBranch, { params: { partnerId: String(branchOf.id) }, body: input }))
    const parentId = rest.parentId === null ? null : Number(rest.parentId)
    open(await call(createPartner, { body: { ...input, parentId, roleCodes: roleCodes.codes } }))
  }
  const entry = useEntryForm<Values>({
    values: { ...values, party: '', roleCodes: { codes: [], all: false } },
    fields: newPartnerFields,
    issues: ({ party: __, roleCodes: ___, ...typed }) => [
      ...partnerValueIssues(typed),
      ...(!isOperator && typed.parentId === null
        ? [
            {
              path: ['parentId'],
              message: 'Выберите свою организацию: самостоятельного партнёра создаёт оператор',
            },
          ]
        : []),
    ],
    save,
    saved: branchOf ? 'Филиал создан' : 'Партнёр создан',
    onDone: onClose,
  })
  const { form } = entry
  // The same fields under a narrower name: the form holds two more.
  const part = { form: form as unknown as Parameters<typeof IdentityFields>[0]['form'], disabled: false }
  const fill = (chosen: PartySuggestion) => {
    setParty(chosen)
    for (const [name, value] of Object.entries(valuesOfParty(chosen)))
      if (entry.guard(name).refusal === null)
        form.setValue(name as keyof PartnerValues, value, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <EntryDialog
      title={branchOf ? `Новый филиал: ${branchOf.shortName}` : 'Новый партнёр'}
      entry={entry}
      onClose={onClose}
      saveText="Создать"
    >
      <PartyField control={form.control} onPick={fill} />
      <PartyNotes party={party} />
      <IdentityFields {...part} />
      <DictionaryField {...part} name="okopfCode" dictionaries={dictionaries} />
      <DictionaryField {...part} name="branchTypeCode" dictionaries={dictionaries} />
      <DictionaryField {...part} name="regionCode" dictionaries={dictionaries} />
      <AddressField
        {...part}
        name="legalAddress"
        label={partnerFieldLabels.legalAddress}
        onPicked={(address) => fillRegion(part.form, address)}
      />
      {!branchOf && (
        <ParentField
          {...part}
          known={
            values.parentId === null ? null : { code: values.parentId, name: parentName ?? values.parentId }
          }
        />
      )}
      {!branchOf && entry.guard('roleCodes').refusal === null && <RolesField control={form.control} />}
    </EntryDialog>
  )
}

/** A new branch of the partner: it begins with what it has in common with its head. */
export function CreateBranchDialog({ head, onClose }: { head: Partner; onClose: () => void }) {
  const start = {
    ...toPartnerValues(head),
    shortName: `${head.shortName}, филиал`,
    kpp: '',
    branchTypeCode: 'BRANCH',
    regionCode: null,
    parentId: String(head.id),
    actualAddress: noAddress,
    postalAddress: noAddress,
    tenancyTypeCode: null,
    tenantTypeCode: null,
    tenancyTo: '',
    parentName: head.shortName,
  }
  return <NewPartnerForm start={start} branchOf={head} onClose={onClose} />
}

/** A new partner from a suggestion by ИНН; who is not the operator creates branches of the own organisation. */
export function CreatePartnerDialog({ onClose }: { onClose: () => void }) {
  const start = useQuery({ ...queryOnce(newPartner), gcTime: 0 })
  if (!start.data)
    return (
      <Dialog open onClose={onClose} size="large" title="Новый партнёр">
        {start.isError ? (
          <FailureBlock failure={start.error} onRetry={() => void start.refetch()} />
        ) : (
          <DelayedLoader />
        )}
      </Dialog>
    )
  return (
    <NewPartnerForm
      start={{ ...toPartnerValues(start.data), parentName: start.data.parent?.shortName ?? null }}
      branchOf={null}
      onClose={onClose}
    />
  )
}
