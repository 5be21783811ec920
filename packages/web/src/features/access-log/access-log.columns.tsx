import { type AccessEvent, accessActions } from '@ipoteka-office/contract/access-log.ts'
import { formatDateTime } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import type { Column } from '#ui/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './access-log.module.css'

const tones: Partial<Record<AccessEvent['action'], Tone>> = { UNMASK: 'amber', EXPORT: 'blue' }

/** Columns of the journal of access. */
export const accessLogColumns: Column<AccessEvent>[] = [
  { key: 'at', title: 'Время', width: 150, always: true, render: ({ at }) => formatDateTime(at) },
  { key: 'employee', title: 'Сотрудник', width: 200, render: ({ employee }) => employee.fullName },
  { key: 'partner', title: 'Партнёр', width: 160, render: ({ partner }) => partner.shortName },
  {
    key: 'action',
    title: 'Действие',
    width: 200,
    render: ({ action }) => <Tag tone={tones[action] ?? 'neutral'}>{accessActions[action]}</Tag>,
  },
  {
    key: 'object',
    title: 'Объект',
    width: 210,
    render: ({ object, name, link }) => (
      <>
        {object}
        {name !== null && (
          <span className={styles.name}>
            {link === null ? name : <HrefLink href={link}>{name}</HrefLink>}
          </span>
        )}
      </>
    ),
  },
  { key: 'what', title: 'Что', width: 170, render: ({ what }) => what ?? emptyValue },
  {
    key: 'rowCount',
    title: 'Записей',
    width: 80,
    align: 'right',
    render: ({ rowCount }) => rowCount.toLocaleString('ru-RU'),
  },
]
