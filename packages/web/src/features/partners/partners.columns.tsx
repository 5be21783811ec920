import {
  type PartnerColumn,
  type PartnerRow,
  partnerColumns,
  partnerSortFields,
} from '@ipoteka-office/contract/partners/partners.ts'
import { emptyValue } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
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

/** The columns of the list of partners. */
export const partnersColumns = columnsOf<PartnerRow, PartnerColumn>(partnerColumns, partnerSortFields, {
  shortName: {
    link: true,
    always: true,
    width: 300,
    render: ({ shortName, branchTypeName }) => (
      <>
        {shortName}
        {branchTypeName && <Note>{branchTypeName}</Note>}
      </>
    ),
  },
  inn: { width: 120, render: ({ inn }) => inn },
  kpp: { optional: true, width: 110, render: ({ kpp }) => kpp ?? emptyValue },
  ogrn: { optional: true, width: 150, render: ({ ogrn }) => ogrn ?? emptyValue },
  roles: { width: 200, render: (partner) => <Roles partner={partner} /> },
  accreditation: { width: 250, render: (partner) => <Accreditation partner={partner} /> },
  region: { width: 150, render: ({ regionName }) => regionName ?? emptyValue },
  parent: { optional: true, width: 240, render: ({ parent }) => parent?.shortName ?? emptyValue },
  branchesCount: { align: 'right', width: 88, render: ({ branchesCount }) => branchesCount },
  notActive: {
    width: 116,
    render: ({ notActive }) => (
      <StatusDot tone={notActive ? 'neutral' : 'green'}>{notActive ? 'Отключён' : 'Действует'}</StatusDot>
    ),
  },
})
