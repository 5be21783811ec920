import { partnerDescriptionFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  createPartnerDescription,
  deletePartnerDescription,
  listPartnerDescriptions,
  PartnerDescription,
  updatePartnerDescription,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { EntryDialog, useEntry } from '#widgets/record/entry-dialog.tsx'
import { usePartnerAccess } from '../partner-access.ts'
import styles from '../partners.module.css'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

const columnsOf = (newest: number | undefined): Column<PartnerDescription>[] => [
  {
    key: 'text',
    title: 'Описание',
    width: 560,
    render: ({ id, text }) => (
      <>
        <p className={styles.text}>{text}</p>
        {id === newest && <Tag tone="green">действует</Tag>}
      </>
    ),
  },
  { key: 'author', title: 'Автор', width: 200, render: ({ author }) => author ?? 'Система' },
  { key: 'createdAt', title: 'Когда', width: 150, render: ({ createdAt }) => formatDateTime(createdAt) },
]

const maxLength = 4_000

function DescriptionDialog({
  partnerId,
  entry: present,
  onClose,
}: {
  partnerId: string
  entry: PartnerDescription | null
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const entry = useEntry<PartnerDescription, { text: string }>({
    record: present,
    schema: PartnerDescription,
    fields,
    toValues: (entry) => ({ text: entry?.text ?? '' }),
    issues: ({ text }) => {
      if (text.trim() === '') return [{ path: ['text'], message: messages.required }]
      return text.length > maxLength ? [{ path: ['text'], message: `Не более ${maxLength} символов` }] : []
    },
    save: ({ text }, version, on) =>
      on
        ? call(updatePartnerDescription, {
            params: { partnerId, id: String(on.id) },
            body: { text, version },
          })
        : call(createPartnerDescription, { params: { partnerId }, body: { text } }),
    saved: 'Описание сохранено',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  return (
    <EntryDialog title={present ? 'Описание' : 'Новое описание'} entry={entry} onClose={onClose}>
      <Field control={entry.form.control} name="text" label={fields.text.label} span="full">
        {(input) => <TextArea {...input} rows={8} />}
      </Field>
    </EntryDialog>
  )
}

/** «Описание»: what people should know of the partner; the newest text is in force, the older ones stay. */
export function DescriptionTab({ partnerId }: { partnerId: string }) {
  const { update } = usePartnerAccess()
  const [page, setPage] = useState(1)
  const refresh = usePartnerRefresh()
  const answer = useQuery(
    query(listPartnerDescriptions, {
      params: { partnerId },
      query: { page: page - 1, size: entriesPageSize },
    }),
  )
  const newest = page === 1 ? answer.data?.content[0]?.id : undefined
  return (
    <Entries
      label="Описания"
      above={<span className="muted">Действует самое новое описание, прежние сохраняются.</span>}
      add="Новое описание"
      columns={columnsOf(newest)}
      answer={answer}
      paging={{ page, onPage: setPage }}
      nameOf={({ createdAt }) => `описание от ${formatDateTime(createdAt)}`}
      reason={update}
      dialog={(entry, onClose) => <DescriptionDialog partnerId={partnerId} entry={entry} onClose={onClose} />}
      removal={{
        one: ({ id, version }) =>
          call(deletePartnerDescription, { params: { partnerId, id: String(id) }, query: { version } }),
      }}
      onChanged={refresh}
      emptyTitle="Описаний нет"
    />
  )
}
