import { partnerLinkFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import {
  createPartnerLink,
  deletePartnerLink,
  deletePartnerLinks,
  listPartnerLinks,
  PartnerLink,
  PartnerLinkInput,
  periodIssues,
  updatePartnerLink,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { listPartnerRoles } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { CodesFilterChip } from '#ui/table/filter-chip.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { EntryDialog, entryIssues, useEntry } from '#widgets/record/entry-dialog.tsx'
import { usePartnerAccess } from '../partner-access.ts'
import { findPartnerOptions } from '../partner-fields.tsx'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

/** «с 01.02.2026 по 01.03.2026», «без срока». */
const periodText = (from: string | null, to: string | null): string =>
  [from && `с ${formatDate(from)}`, to && `по ${formatDate(to)}`].filter(Boolean).join(' ') || 'без срока'

const columns: Column<PartnerLink>[] = [
  {
    key: 'partner',
    title: 'Партнёр',
    width: 300,
    render: ({ partner }) => (
      <>
        <Link to="/partner/$partnerId" params={{ partnerId: String(partner.id) }}>
          {partner.shortName}
        </Link>
        {partner.notActive && <Tag>отключён</Tag>}
        <span className="under">ИНН {partner.inn}</span>
      </>
    ),
  },
  { key: 'role', title: 'В роли', width: 200, render: ({ roleName }) => roleName },
  {
    key: 'period',
    title: 'Период',
    width: 210,
    render: ({ dateFrom, dateTo }) => periodText(dateFrom, dateTo),
  },
  { key: 'comment', title: 'Примечание', width: 220, render: ({ comment }) => comment || emptyValue },
]

interface Values {
  linkedPartnerId: string | null
  roleCode: string
  dateFrom: string
  dateTo: string
  comment: string
}

const toInput = (values: Values) => ({
  linkedPartnerId: Number(values.linkedPartnerId),
  roleCode: values.roleCode,
  dateFrom: values.dateFrom || null,
  dateTo: values.dateTo || null,
  comment: values.comment,
})

const issuesOf = (values: Values) => {
  const read = PartnerLinkInput.safeParse(toInput(values))
  if (read.success) return entryIssues(periodIssues(read.data))
  return read.error.issues.map((issue) =>
    ['linkedPartnerId', 'roleCode'].includes(String(issue.path[0]))
      ? { ...issue, message: 'Поле должно быть заполнено' }
      : issue,
  )
}

function LinkDialog({
  partnerId,
  link,
  roles,
  onClose,
}: {
  partnerId: string
  link: PartnerLink | null
  roles: readonly Option[]
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const entry = useEntry<PartnerLink, Values>({
    record: link,
    schema: PartnerLink,
    fields,
    names: (server) => ({
      partner: [link, server].flatMap((one) =>
        one ? [{ code: String(one.linkedPartnerId), name: one.partner.shortName }] : [],
      ),
      partnerRole: roles,
    }),
    toValues: (entry) => ({
      linkedPartnerId: entry ? String(entry.linkedPartnerId) : null,
      roleCode: entry?.roleCode ?? 'LeadCreator',
      dateFrom: entry?.dateFrom ?? '',
      dateTo: entry?.dateTo ?? '',
      comment: entry?.comment ?? '',
    }),
    issues: issuesOf,
    save: (values, version, on) =>
      on
        ? call(updatePartnerLink, {
            params: { partnerId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createPartnerLink, { params: { partnerId }, body: toInput(values) }),
    saved: 'Связь сохранена',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={link ? 'Связь' : 'Новая связь'} entry={entry} onClose={onClose}>
      <Field control={control} name="linkedPartnerId" label={fields.linkedPartnerId.label}>
        {(input) => (
          <LookupSelect
            {...input}
            known={link ? { code: String(link.linkedPartnerId), name: link.partner.shortName } : null}
            search={findPartnerOptions}
          />
        )}
      </Field>
      <Field control={control} name="roleCode" label={fields.roleCode.label} hint={fields.roleCode.hint}>
        {({ value, ...input }) => <SingleSelect {...input} value={value || null} options={roles} />}
      </Field>
      <PlainField control={control} fields={fields} name="dateFrom" />
      <PlainField control={control} fields={fields} name="dateTo" />
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

/** «Связи»: partners that work with this one, lead generators first of all. */
export function LinksTab({ partnerId }: { partnerId: string }) {
  const { update } = usePartnerAccess()
  const [page, setPage] = useState(1)
  const [role, setRole] = useState<string[]>([])
  const { data: catalogue } = useQuery(queryOnce(listPartnerRoles))
  const roles = (catalogue ?? []).map(({ code, name }) => ({ code, name }))
  const refresh = usePartnerRefresh()
  const answer = useQuery(
    query(listPartnerLinks, {
      params: { partnerId },
      query: { page: page - 1, size: entriesPageSize, ...(role[0] && { roleCode: role[0] }) },
    }),
  )
  return (
    <Entries
      label="Связанные партнёры"
      add="Добавить связь"
      above={
        <CodesFilterChip
          label={fields.roleCode.historyLabel ?? fields.roleCode.label}
          options={roles}
          value={role}
          onChange={(codes) => {
            setRole(codes.slice(-1))
            setPage(1)
          }}
        />
      }
      columns={columns}
      answer={answer}
      paging={{ page, onPage: setPage, asked: role.join() }}
      nameOf={({ partner, roleName }) => `${partner.shortName}, ${roleName}`}
      reason={update}
      dialog={(entry, onClose) => (
        <LinkDialog partnerId={partnerId} link={entry} roles={roles} onClose={onClose} />
      )}
      removal={{
        one: ({ id, version }) =>
          call(deletePartnerLink, { params: { partnerId, id: String(id) }, query: { version } }),
        many: (ids) => call(deletePartnerLinks, { params: { partnerId }, query: { ids } }),
      }}
      onChanged={refresh}
      emptyTitle="Связанных партнёров нет"
    />
  )
}
