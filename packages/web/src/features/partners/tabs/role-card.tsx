import {
  type Accreditation,
  deleteAccreditation,
  operatorRoleCode,
  type PartnerRole,
  removeRoleFromPartner,
  updateRoleOfPartner,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import formStyles from '#ui/form/form.module.css'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { AccreditationDialog } from './accreditation-dialog.tsx'
import { confirmOperator } from '../confirm-operator.ts'
import type { Editing } from './part-table.tsx'
import { accreditationText, daysLeftText, stateTones } from '../partner-words.ts'
import styles from '../partners.module.css'
import { usePartnerRefresh } from '../use-partner-refresh.ts'

const documentText = ({ documentName, documentNumber, documentDate }: Accreditation) =>
  [documentName, documentNumber && `№ ${documentNumber}`, documentDate && `от ${formatDate(documentDate)}`]
    .filter(Boolean)
    .join(' ') || emptyValue

function AccreditationRow({
  entry,
  reason,
  onEdit,
  onRemove,
}: {
  entry: Accreditation
  reason: string | null
  onEdit: () => void
  onRemove: () => void
}) {
  const name = `${entry.typeName}, с ${formatDate(entry.dateFrom)}`
  return (
    <tr>
      <th scope="row">{entry.typeName}</th>
      <td>
        <Tag tone={stateTones[entry.state]}>{accreditationText(entry.state, entry.dateTo)}</Tag>
        {entry.state === 'EXPIRING' && entry.daysLeft !== null && (
          <span className={styles.under}>{daysLeftText(entry.daysLeft)}</span>
        )}
      </td>
      <td className="nowrap">
        {formatDate(entry.dateFrom)} — {entry.dateTo === null ? 'без срока' : formatDate(entry.dateTo)}
      </td>
      <td>
        {documentText(entry)}
        {entry.comment && <span className={styles.under}>{entry.comment}</span>}
      </td>
      <td>
        <span className={styles.rowActions}>
          <Button look="quiet" aria-label={`Изменить: ${name}`} disabledReason={reason} onClick={onEdit}>
            <Icon name="edit" />
          </Button>
          <Button look="quiet" aria-label={`Удалить: ${name}`} disabledReason={reason} onClick={onRemove}>
            <Icon name="trash" />
          </Button>
        </span>
      </td>
    </tr>
  )
}

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
    removeAccreditation: async (entry: Accreditation) => {
      const text = `Удалить аккредитацию «${entry.typeName}» с ${formatDate(entry.dateFrom)}?`
      if (!(await confirm({ text, okText: 'Удалить', danger: true }))) return
      await run('Аккредитация удалена', () =>
        call(deleteAccreditation, {
          params: { partnerId, roleId: String(role.id), id: String(entry.id) },
          query: { version: entry.version },
        }),
      )
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
  const [editing, setEditing] = useState<Editing<Accreditation>>(null)
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
          <Button look="link" disabledReason={reason} onClick={() => setEditing('new')}>
            Добавить аккредитацию
          </Button>
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
      {role.accreditations.length === 0 ? (
        <p className="muted">Аккредитаций в этой роли нет</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.plainTable}>
            <caption className="visually-hidden">Аккредитации: {role.name}</caption>
            <thead>
              <tr>
                <th scope="col">Вид</th>
                <th scope="col">Состояние</th>
                <th scope="col">Период</th>
                <th scope="col">Документ</th>
                <th scope="col">
                  <span className="visually-hidden">Действия</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {role.accreditations.map((entry) => (
                <AccreditationRow
                  key={entry.id}
                  entry={entry}
                  reason={reason}
                  onEdit={() => setEditing(entry)}
                  onRemove={() => void change.removeAccreditation(entry)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing && (
        <AccreditationDialog
          partnerId={partnerId}
          role={role}
          accreditation={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  )
}
