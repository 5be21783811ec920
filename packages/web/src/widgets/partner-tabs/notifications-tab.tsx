import {
  createPartnerNotification,
  deletePartnerNotification,
  listPartnerMessages,
  listPartnerNotifications,
  messageStates,
  notificationChannels,
  notificationIssues,
  PartnerNotification,
  partnerNotificationFields as fields,
  PartnerNotificationInput,
  partnerEvents,
  updatePartnerNotification,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { searchEmployees } from './employee-options.ts'
import styles from './partner-tabs.module.css'
import { Entries, entriesPageSize } from '#widgets/list/entries.tsx'
import { EntryDialog, issuesBy, useEntry } from '#widgets/record/entry-dialog.tsx'
import { call } from '#api/call.ts'

const noUpdate = 'Нет права на изменение карточки партнёра'
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([code, name]) => ({ code, name }))

type Values = Omit<PartnerNotificationInput, 'employeeId'> & { employeeId: string | null }

const toValues = (row: PartnerNotification | null): Values => ({
  eventCode: row?.eventCode ?? 'NEW_APPLICATION',
  channel: row?.channel ?? 'EMAIL',
  address: row?.address ?? '',
  employeeId: row?.employee ? String(row.employee.id) : null,
  notUsed: row?.notUsed ?? false,
})
// Only what the channel needs is sent: an e-mail typed before the channel changed is not kept.
const toInput = ({ channel, address, employeeId, ...rest }: Values) => ({
  ...rest,
  channel,
  address: channel === 'INTERNAL' ? '' : address,
  employeeId: channel === 'INTERNAL' && employeeId !== null ? Number(employeeId) : null,
})

function NotificationDialog({
  partnerId,
  row,
  onClose,
  onSaved,
}: {
  partnerId: string
  row: PartnerNotification | null
  onClose: () => void
  onSaved: () => void
}) {
  const entry = useEntry<PartnerNotification, Values>({
    record: row,
    schema: PartnerNotification,
    fields,
    names: (server) => ({
      employee: [row, server].flatMap((one) =>
        one?.employee ? [{ code: String(one.employee.id), name: one.employee.fullName }] : [],
      ),
    }),
    toValues,
    issues: issuesBy(PartnerNotificationInput, toInput, notificationIssues),
    save: (values, version, on) =>
      on
        ? call(updatePartnerNotification, {
            params: { partnerId, id: String(on.id) },
            body: { ...toInput(values), version },
          })
        : call(createPartnerNotification, { params: { partnerId }, body: toInput(values) }),
    saved: 'Уведомление сохранено',
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { form } = entry
  const { control } = form
  const channel = useWatch({ control, name: 'channel' })
  return (
    <EntryDialog
      title={row ? 'Уведомление' : 'Новое уведомление'}
      size="medium"
      entry={entry}
      onClose={onClose}
    >
      <Field control={control} name="eventCode" label={fields.eventCode.label} span="full">
        {(input) => <SingleSelect {...input} options={options(partnerEvents)} />}
      </Field>
      <Field control={control} name="channel" label={fields.channel.label} span="full">
        {(input) => <SingleSelect {...input} options={options(notificationChannels)} />}
      </Field>
      {channel === 'INTERNAL' ? (
        <Field control={control} name="employeeId" label={fields.employeeId.label} span="full">
          {(input) => (
            <LookupSelect
              {...input}
              known={row?.employee ? { code: String(row.employee.id), name: row.employee.fullName } : null}
              search={searchEmployees(partnerId)}
            />
          )}
        </Field>
      ) : (
        <Field
          control={control}
          name="address"
          label={channel === 'EMAIL' ? fields.address.label : 'Телефон'}
          span="full"
          hint={channel === 'SMS' ? '+7 и десять цифр' : undefined}
        >
          {(input) => <TextInput {...input} />}
        </Field>
      )}
      <div className={styles.check}>
        <input id="notification-off" type="checkbox" {...form.register('notUsed')} />
        <label htmlFor="notification-off">{fields.notUsed.label}</label>
      </div>
    </EntryDialog>
  )
}

/** «Уведомления» of a partner's card: who is told of what, and the letters and messages that went out. */
export function PartnerNotificationsTab({ partnerId: id }: { partnerId: number }) {
  const partnerId = String(id)
  const mayUpdate = useRights().mayCall(createPartnerNotification)
  const reason = mayUpdate ? null : noUpdate
  const answer = useQuery(query(listPartnerNotifications, { params: { partnerId } }))
  return (
    <>
      <Entries
        label="Уведомления партнёра"
        above={<span className="muted">О каких событиях и куда сообщать партнёру</span>}
        add="Добавить уведомление"
        columns={(open) => [
          {
            key: 'event',
            title: 'О чём',
            width: 280,
            render: (row) => open(row, partnerEvents[row.eventCode]),
          },
          { key: 'channel', title: 'Как', width: 180, render: (row) => notificationChannels[row.channel] },
          {
            key: 'to',
            title: 'Кому',
            width: 300,
            render: (row) => row.employee?.fullName ?? (row.address || emptyValue),
          },
          {
            key: 'state',
            title: 'Состояние',
            width: 140,
            render: ({ notUsed }) => (
              <StatusDot tone={notUsed ? 'neutral' : 'green'}>{notUsed ? 'Выключено' : 'Включено'}</StatusDot>
            ),
          },
        ]}
        answer={answer}
        nameOf={({ eventCode }) => partnerEvents[eventCode]}
        reason={reason}
        dialog={(row, onClose) => (
          <NotificationDialog
            partnerId={partnerId}
            row={row}
            onClose={onClose}
            onSaved={() => void answer.refetch()}
          />
        )}
        removal={{
          one: ({ id, version }) =>
            call(deletePartnerNotification, { params: { partnerId, id: String(id) }, query: { version } }),
          question: ({ eventCode }) => `Удалить уведомление «${partnerEvents[eventCode]}»?`,
          done: 'Уведомление удалено',
        }}
        emptyTitle="Уведомлений нет"
      />
      <SentMessages partnerId={partnerId} />
    </>
  )
}

const messageTones = { WAITING: 'amber', SENT: 'green', FAILED: 'red' } as const

function SentMessages({ partnerId }: { partnerId: string }) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listPartnerMessages, { params: { partnerId }, query: { page: page - 1, size: entriesPageSize } }),
  )
  return (
    <section className={styles.below} aria-label="Отправленные сообщения">
      <h2>Отправленные письма и СМС</h2>
      <Entries
        label="Отправленные сообщения"
        columns={[
          {
            key: 'at',
            title: 'Когда',
            width: 150,
            render: (m) => <span className="nowrap">{formatDateTime(m.sentAt ?? m.createdAt)}</span>,
          },
          { key: 'address', title: 'Куда', width: 220, render: (m) => m.address },
          {
            key: 'text',
            title: 'Сообщение',
            width: 420,
            render: (m) => (
              <>
                {m.subject}
                <span className="under">{m.text}</span>
              </>
            ),
          },
          {
            key: 'state',
            title: 'Состояние',
            width: 220,
            render: (m) => (
              <>
                <StatusDot tone={messageTones[m.state]}>{messageStates[m.state]}</StatusDot>{' '}
                {m.sentBy === 'STAND_IN' && <Tag tone="blue">заглушка</Tag>}
                {m.error && <span className="under">{m.error}</span>}
              </>
            ),
          },
        ]}
        answer={answer}
        paging={{ page, onPage: setPage }}
        nameOf={({ address }) => address}
        reason={null}
        emptyTitle="Сообщений ещё не было"
      />
    </section>
  )
}
