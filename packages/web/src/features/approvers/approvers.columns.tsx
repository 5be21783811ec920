import {
  type Approver,
  type ApproverColumn,
  type ApproverType,
  approverColumns,
  approverSortFields,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { useRouter } from '@tanstack/react-router'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { LoadBar } from '#ui/load-bar.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { fullNameOf } from './approver-words.ts'
import { levelMark, partnersText, regionsText, shiftNow, shiftText, statusTones } from './approver-words.ts'
import styles from './approvers.module.css'

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

/** A short text whose whole meaning is in its tooltip; the row's page, one key away, says it in full. */
function Hint({ text, children }: { text: string; children: string }) {
  if (text === '' || text === children) return children
  return (
    <Tooltip text={text}>
      <span className={styles.hint}>{children}</span>
    </Tooltip>
  )
}

function FullName({ approver }: { approver: Approver }) {
  return (
    <>
      {fullNameOf(approver)}
      <Note>{approver.role}</Note>
    </>
  )
}

function Shift({ approver }: { approver: Approver }) {
  const now = shiftNow(approver)
  const text = shiftText(approver) ?? emptyValue
  if (!now) return text
  return (
    <Tooltip text={now}>
      <span>
        <StatusDot tone={approver.onShift ? 'green' : 'neutral'}>{text}</StatusDot>
        <span className="visually-hidden">, {now}</span>
      </span>
    </Tooltip>
  )
}

function Levels({ approver }: { approver: Approver }) {
  const levels = approver.mortgageApplicationLevels
  if (levels.length === 0) return emptyValue
  return (
    <Tooltip text={namesOf(levels)}>
      <span className={styles.levels}>
        {levels.map((level) => (
          <Tag key={level.code}>{levelMark(level)}</Tag>
        ))}
      </span>
    </Tooltip>
  )
}

function Regions({ approver }: { approver: Approver }) {
  const [name, rest] = regionsText(approver)?.split(/(?=, \+\d+$)/) ?? [emptyValue]
  return (
    <Tooltip text={approver.allRegions ? 'Все регионы' : namesOf(approver.regions) || 'Регионов нет'}>
      <span className={styles.regions}>
        <span>{name}</span>
        {rest}
      </span>
    </Tooltip>
  )
}

/** «7 / 30»: opens exactly these seven above the list. */
function Load({ approver, type }: { approver: Approver; type: ApproverType }) {
  const router = useRouter()
  const { id, openApplicationsCount: used, mortgageApplicationsLimit: limit } = approver
  const bar = <LoadBar used={used} limit={limit} />
  if (used === 0) return bar
  return (
    <HrefLink
      href={`/list-workload-employees/${type}?held=${id}`}
      aria-label={`${used} / ${limit ?? emptyValue}: заявки в работе, ${fullNameOf(approver)}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        // The list under it stays as it was asked for.
        void router.navigate({ to: '.', search: (now) => ({ ...now, held: String(id) }) })
      }}
    >
      {bar}
    </HrefLink>
  )
}

/** The columns of a department's list: statuses of applications are handled by nis only. */
export const approversColumns = (type: ApproverType): Column<Approver>[] =>
  columnsOf<Approver, ApproverColumn>(approverColumns, approverSortFields, {
    fullName: {
      link: true,
      always: true,
      width: 240,
      render: (approver) => <FullName approver={approver} />,
    },
    // The role stands beside the name; as a column of its own it is for who wants to export or read it apart.
    role: { optional: true, width: 160, render: ({ role }) => role },
    workStatus: {
      width: 122,
      render: ({ workStatus }) => (
        <StatusDot tone={statusTones[workStatus]}>{workStatuses[workStatus]}</StatusDot>
      ),
    },
    shift: { width: 128, render: (approver) => <Shift approver={approver} /> },
    load: { width: 144, render: (approver) => <Load approver={approver} type={type} /> },
    levels: { width: 90, render: (approver) => <Levels approver={approver} /> },
    statuses: {
      optional: true,
      width: 120,
      render: ({ mortgageApplicationStatuses: list }) =>
        list.length === 0 ? emptyValue : <Hint text={namesOf(list)}>{String(list.length)}</Hint>,
    },
    regions: { width: 128, render: (approver) => <Regions approver={approver} /> },
    partners: {
      width: 120,
      render: (approver) => (
        <span className="nowrap">
          <Hint text={approver.partners.map(({ shortName }) => shortName).join(', ')}>
            {partnersText(approver)}
          </Hint>
        </span>
      ),
    },
    overdue: {
      align: 'right',
      width: 87,
      render: ({ overdueCount }) => (overdueCount > 0 ? <Tag tone="red">{overdueCount}</Tag> : 0),
    },
    lastAssignedAt: {
      width: 110,
      render: ({ lastAssignedAt }) => (
        <span className="nowrap">{formatMoment(lastAssignedAt, serverNow())}</span>
      ),
    },
  }).filter(({ key }) => type === 'nis' || key !== 'statuses')
