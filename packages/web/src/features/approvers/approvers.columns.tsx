import {
  type Approver,
  type ApproverColumn,
  type ApproverType,
  approverColumns,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { emptyValue } from '#lib/format.ts'
import { LoadBar } from '#ui/load-bar.tsx'
import { alarm, marks, names, noted, stateOf, status, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { WindowLink } from '#widgets/href-link.tsx'
import { moment } from '#widgets/list/cells.ts'
import { partnersText, regionNames, shiftMark, statusTones } from './approver-words.ts'
import { fullNameOf } from '#widgets/queue-places/approver-name.ts'
import { levelMark } from '#lib/level-mark.ts'

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

/** «7 / 30»: opens exactly these seven above the list. */
function Load({ approver }: { approver: Approver }) {
  const { id, openApplicationsCount: used, mortgageApplicationsLimit: limit } = approver
  const bar = <LoadBar used={used} limit={limit} />
  if (used === 0) return bar
  const label = `${used} / ${limit ?? emptyValue}: заявки в работе, ${fullNameOf(approver)}`
  return (
    <WindowLink opens={{ held: String(id) }} aria-label={label}>
      {bar}
    </WindowLink>
  )
}

/** The columns of a department's list: statuses of applications are handled by nis only. */
export const approversColumns = (type: ApproverType): Column<Approver>[] =>
  columnsOf<Approver, ApproverColumn>(approverColumns, {
    fullName: noted(240, (one) => [fullNameOf(one), one.role], { link: true, always: true }),
    // The role stands beside the name; as a column of its own it is for who wants to export or read it apart.
    role: text(160, ({ role }) => role, { optional: true }),
    workStatus: stateOf(122, workStatuses, statusTones, ({ workStatus }) => workStatus),
    shift: status(128, shiftMark),
    load: { width: 144, render: (approver) => <Load approver={approver} /> },
    levels: marks(90, (one) => one.mortgageApplicationLevels.map((level) => ({ text: levelMark(level) })), {
      hint: (one) => namesOf(one.mortgageApplicationLevels),
    }),
    statuses: text(120, ({ mortgageApplicationStatuses: list }) => list.length || null, {
      optional: true,
      hint: ({ mortgageApplicationStatuses: list }) => namesOf(list),
    }),
    regions: names(128, regionNames, {
      whole: ({ allRegions, regions }) => (allRegions ? 'Все регионы' : namesOf(regions) || 'Регионов нет'),
    }),
    partners: text(120, partnersText, {
      hint: ({ partners }) => partners.map(({ shortName }) => shortName).join(', '),
    }),
    overdue: alarm(87, ({ overdueCount }) => overdueCount),
    lastAssignedAt: moment(110, ({ lastAssignedAt }) => lastAssignedAt),
  }).filter(({ key }) => type === 'nis' || key !== 'statuses')
