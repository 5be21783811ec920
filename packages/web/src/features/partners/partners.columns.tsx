import {
  type PartnerColumn,
  type PartnerRow,
  partnerColumns,
  partnerSortFields,
} from '@ipoteka-office/contract/partners/partners.ts'
import { emptyValue } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { accreditationText, stateTones } from './partner-words.ts'
import styles from './partners.module.css'

function Roles({ partner }: { partner: PartnerRow }) {
  const [first, ...others] = partner.roles
  if (!first) return emptyValue
  if (others.length === 0) return first.name
  return (
    <Tooltip text={partner.roles.map(({ name }) => name).join(', ')}>
      <span>
        {first.name}, +{others.length}
      </span>
    </Tooltip>
  )
}

function Accreditation({ partner }: { partner: PartnerRow }) {
  if (partner.roles.length === 0) return emptyValue
  return (
    <span className={styles.marks}>
      {partner.roles.map(({ id, name, state, dateTo }) => (
        <Tooltip key={id} text={name}>
          <span>
            <Tag tone={state === null ? 'neutral' : stateTones[state]}>
              {accreditationText(state, dateTo)}
            </Tag>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}

const render: Record<PartnerColumn, (partner: PartnerRow) => React.ReactNode> = {
  shortName: ({ shortName, branchTypeName }) => (
    <>
      {shortName}
      {branchTypeName && <Note>{branchTypeName}</Note>}
    </>
  ),
  inn: ({ inn }) => inn,
  kpp: ({ kpp }) => kpp ?? emptyValue,
  ogrn: ({ ogrn }) => ogrn ?? emptyValue,
  roles: (partner) => <Roles partner={partner} />,
  accreditation: (partner) => <Accreditation partner={partner} />,
  region: ({ regionName }) => regionName ?? emptyValue,
  parent: ({ parent }) => parent?.shortName ?? emptyValue,
  branchesCount: ({ branchesCount }) => branchesCount,
  notActive: ({ notActive }) => (
    <StatusDot tone={notActive ? 'neutral' : 'green'}>{notActive ? 'Отключён' : 'Действует'}</StatusDot>
  ),
}

const layout: Partial<Record<PartnerColumn, Partial<Column<PartnerRow>>>> = {
  shortName: { link: true, always: true, width: 300 },
  inn: { width: 120 },
  kpp: { optional: true, width: 110 },
  ogrn: { optional: true, width: 150 },
  roles: { width: 200 },
  accreditation: { width: 170 },
  region: { width: 150 },
  parent: { optional: true, width: 240 },
  branchesCount: { align: 'right', width: 88 },
  notActive: { width: 116 },
}

/** The columns of the list of partners. */
export const partnersColumns: Column<PartnerRow>[] = (Object.keys(partnerColumns) as PartnerColumn[]).map(
  (key) => ({
    key,
    title: partnerColumns[key],
    render: render[key],
    sortable: (partnerSortFields as readonly string[]).includes(key),
    ...layout[key],
  }),
)
