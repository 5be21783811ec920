import {
  type Accreditation,
  deleteAccreditation,
  operatorRoleCode,
  type PartnerRole,
  removeRoleFromPartner,
  updateRoleOfPartner,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { useId } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import formStyles from '#ui/form/form.module.css'
import { Icon } from '#ui/icon.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Entries, known } from '#widgets/list/entries.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { AccreditationDialog } from './accreditation-dialog.tsx'
import { confirmOperator } from '../confirm-operator.ts'
import { accreditationText, daysLeftText, stateTones } from '../partner-words.ts'
import styles from '../partners.module.css'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

const documentText = ({ documentName, documentNumber, documentDate }: Accreditation) =>
  [documentName, documentNumber && `№ ${documentNumber}`, documentDate && `от ${formatDate(documentDate)}`]
    .filter(Boolean)
    .join(' ') || emptyValue

const nameOf = ({ typeName, dateFrom }: Accreditation) => `${typeName}, с ${formatDate(dateFrom)}`

const columns: Column<Accreditation>[] = [
  { key: 'type', title: 'Вид', width: 220, render: ({ typeName }) => typeName },
  {
    key: 'state',
    title: 'Состояние',
    width: 200,
    render: ({ state, dateTo, daysLeft }) => (
      <>
        <Tag tone={stateTones[state]}>{accreditationText(state, dateTo)}</Tag>
        {state === 'EXPIRING' && daysLeft !== null && <span className="under">{daysLeftText(daysLeft)}</span>}
      </>
    ),
  },
  {
    key: 'period',
    title: 'Период',
    width: 200,
    render: ({ dateFrom, dateTo }) => (
      <span className="nowrap">
        {formatDate(dateFrom)} — {dateTo === null ? 'без срока' : formatDate(dateTo)}
      </span>
    ),
  },
  {
    key: 'document',
    title: 'Документ',
    width: 260,
    render: (entry) => (
      <>
        {documentText(entry)}
        {entry.comment && <span className="under">{entry.comment}</span>}
      </>
    ),
  },
]

/** Changes of a role, each said in a toast and followed by reading the card again. */
function useRoleChanges(partnerId: string, role: PartnerRole) {
  const refresh = usePartnerRefresh()
  const params = { partnerId, id: String(role.id) }
  const run = async (said: string, act: () => Promise<unknown>) => {
    try {
      await act()
      toast.success(said)
    } catch (failure) {
      notifyFailure(failure)
    }
    refresh()
  }
  const { notActive, comment, version } = role
  return {
    toggle: async () => {
      const opensAll = notActive && role.code === operatorRoleCode
      if (opensAll && !(await confirmOperator())) return
      const body = { notActive: !notActive, comment, version, confirmed: opensAll }
      await run(notActive ? 'Роль включена' : 'Роль отключена', () =>
        call(updateRoleOfPartner, { params, body }),
      )
    },
    remove: async () => {
      const text = `Убрать роль «${role.name}»? Роль с аккредитациями убрать нельзя, её можно отключить.`
      if (!(await confirm({ text, okText: 'Убрать', danger: true }))) return
      await run('Роль убрана', () => call(removeRoleFromPartner, { params, query: { version } }))
    },
  }
}

/** A role of the partner with its accreditations. */
export function RoleCard({
  partnerId,
  role,
  reason,
}: {
  partnerId: string
  role: PartnerRole
  reason: string | null
}) {
  const id = useId()
  const refresh = usePartnerRefresh()
  const change = useRoleChanges(partnerId, role)
  return (
    <section className={formStyles.section} aria-labelledby={id}>
      <div className={styles.roleHead}>
        <h2 id={id}>{role.name}</h2>
        {role.notActive ? (
          <Tag>роль отключена</Tag>
        ) : (
          <Tag tone={role.state === null ? 'neutral' : stateTones[role.state]}>
            {accreditationText(role.state, role.dateTo)}
          </Tag>
        )}
        <span className={styles.buttons}>
          <Button look="link" disabledReason={reason} onClick={() => void change.toggle()}>
            {role.notActive ? 'Включить роль' : 'Отключить роль'}
          </Button>
          <Button
            look="quiet"
            aria-label={`Убрать роль: ${role.name}`}
            disabledReason={reason}
            onClick={() => void change.remove()}
          >
            <Icon name="trash" />
          </Button>
        </span>
      </div>
      {role.comment && <p className="muted">{role.comment}</p>}
      <Entries
        label={`Аккредитации: ${role.name}`}
        add="Добавить аккредитацию"
        addLook="link"
        above={role.accreditations.length === 0 && <p className="muted">Аккредитаций в этой роли нет</p>}
        columns={columns}
        answer={{ ...known, data: role.accreditations }}
        nameOf={nameOf}
        reason={reason}
        dialog={(entry, onClose) => (
          <AccreditationDialog partnerId={partnerId} role={role} accreditation={entry} onClose={onClose} />
        )}
        removal={{
          one: ({ id: accreditationId, version }) =>
            call(deleteAccreditation, {
              params: { partnerId, roleId: String(role.id), id: String(accreditationId) },
              query: { version },
            }),
          question: ({ typeName, dateFrom }) =>
            `Удалить аккредитацию «${typeName}» с ${formatDate(dateFrom)}?`,
          done: 'Аккредитация удалена',
        }}
        onChanged={refresh}
        emptyTitle={null}
      />
    </section>
  )
}
