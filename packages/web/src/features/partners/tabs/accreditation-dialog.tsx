import { accreditationFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { periodIssues } from '@ipoteka-office/contract/partners/partner-parts.ts'
import {
  Accreditation,
  AccreditationInput,
  accreditationStatuses,
  createAccreditation,
  type PartnerRole,
  updateAccreditation,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

interface Values {
  typeCode: string
  status: Accreditation['status']
  dateFrom: string
  dateTo: string
  documentName: string
  documentNumber: string
  documentDate: string
  comment: string
}

const toInput = (values: Values) => ({
  ...values,
  dateTo: values.dateTo || null,
  documentDate: values.documentDate || null,
})

const toValues = (entry: Accreditation | null): Values => ({
  typeCode: entry?.typeCode ?? '',
  status: entry?.status ?? 'ACTIVE',
  dateFrom: entry?.dateFrom ?? bankDay(serverNow()),
  dateTo: entry?.dateTo ?? '',
  documentName: entry?.documentName ?? '',
  documentNumber: entry?.documentNumber ?? '',
  documentDate: entry?.documentDate ?? '',
  comment: entry?.comment ?? '',
})

const statusOptions = Object.entries(accreditationStatuses).map(([code, name]) => ({ code, name }))

/** An accreditation of a partner in a role: type, status, dates and the document it stands on. */
export function AccreditationDialog({
  partnerId,
  role,
  accreditation,
  onClose,
}: {
  partnerId: string
  role: PartnerRole
  accreditation: Accreditation | null
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const types = useReferenceOptions(referenceLists.accreditationType).options
  const entry = useEntry<Accreditation, Values>({
    record: accreditation,
    schema: Accreditation,
    fields,
    names: ({ typeCode, typeName }) => ({
      accreditationType: [...types, { code: typeCode, name: typeName }],
    }),
    toValues: toValues,
    issues: issuesBy(AccreditationInput, toInput, periodIssues),
    save: (values, version, on) => {
      const params = { partnerId, roleId: String(role.id) }
      return on
        ? call(updateAccreditation, {
            params: { ...params, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createAccreditation, { params, body: toInput(values) })
    },
    saved: 'Аккредитация сохранена',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control } = entry.form
  const known = accreditation ? [{ code: accreditation.typeCode, name: accreditation.typeName }] : []
  return (
    <EntryDialog title={`Аккредитация: ${role.name}`} entry={entry} onClose={onClose}>
      <Field control={control} name="typeCode" label={fields.typeCode.label}>
        {({ value, ...input }) => (
          <SingleSelect {...input} value={value || null} options={types.length > 0 ? types : known} />
        )}
      </Field>
      <Field control={control} name="status" label={fields.status.label}>
        {(input) => <SingleSelect {...input} options={statusOptions} />}
      </Field>
      <PlainField control={control} fields={fields} name="dateFrom" />
      <PlainField control={control} fields={fields} name="dateTo" />
      <PlainField control={control} fields={fields} name="documentName" span="full" />
      <PlainField control={control} fields={fields} name="documentNumber" />
      <PlainField control={control} fields={fields} name="documentDate" />
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextArea {...input} />}
      </Field>
    </EntryDialog>
  )
}
