import {
  type AccessColumn,
  type AccessEvent,
  accessActions,
  accessColumns,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'

const tones: Partial<Record<AccessEvent['action'], Tone>> = { UNMASK: 'amber', EXPORT: 'blue' }

const columns: (Omit<Column<AccessEvent>, 'title' | 'key'> & { key: AccessColumn })[] = [
  { key: 'at', width: 150, always: true, render: ({ at }) => formatDateTime(at) },
  { key: 'employee', width: 200, render: ({ employee }) => employee.fullName },
  { key: 'partner', width: 160, render: ({ partner }) => partner.shortName },
  {
    key: 'action',
    width: 200,
    render: ({ action }) => <Tag tone={tones[action] ?? 'neutral'}>{accessActions[action]}</Tag>,
  },
  {
    key: 'object',
    exported: ['object', 'name'],
    width: 210,
    render: ({ object, name, link }) => (
      <>
        {object}
        {name !== null && <Note>{link === null ? name : <HrefLink href={link}>{name}</HrefLink>}</Note>}
      </>
    ),
  },
  { key: 'what', width: 170, render: ({ what }) => what ?? emptyValue },
  {
    key: 'rowCount',
    width: 80,
    align: 'right',
    render: ({ rowCount }) => formatCount(rowCount),
  },
  {
    key: 'requestId',
    width: 180,
    optional: true,
    render: ({ requestId }) => requestId ?? emptyValue,
  },
]

/** Columns of the journal of access. */
export const accessLogColumns: Column<AccessEvent>[] = columns.map((column) => ({
  ...column,
  title: accessColumns[column.key],
}))
