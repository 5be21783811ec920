import {
  type AccessColumn,
  type AccessEvent,
  accessActions,
  accessColumns,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { figure, markOf, noted, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import type { Tone } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'

const tones: Partial<Record<AccessEvent['action'], Tone>> = { UNMASK: 'amber', EXPORT: 'blue' }

/** Columns of the journal of access. */
export const accessLogColumns = columnsOf<AccessEvent, AccessColumn>(accessColumns, {
  at: text(150, ({ at }) => formatDateTime(at), { always: true }),
  employee: text(200, ({ employee }) => employee.fullName),
  partner: text(160, ({ partner }) => partner.shortName),
  action: markOf(200, accessActions, tones, ({ action }) => action),
  object: noted(
    210,
    ({ object, name, link }) => [
      object,
      link === null ? name : name && <HrefLink href={link}>{name}</HrefLink>,
    ],
    { exported: ['object', 'name'] },
  ),
  name: null,
  what: text(170, ({ what }) => what),
  rowCount: figure(80, ({ rowCount }) => formatCount(rowCount)),
  requestId: text(180, ({ requestId }) => requestId, { optional: true }),
})
