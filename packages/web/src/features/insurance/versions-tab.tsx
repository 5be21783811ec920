import { distributionStates } from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import {
  type Distribution,
  getDistributionProcess,
  listDistributions,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { RecordProcessDialog } from '#widgets/process/record-process-dialog.tsx'
import type { TabProps } from './insurance-page.tsx'
import styles from './insurance.module.css'
import { versionTones } from './matrix/matrix-editor.tsx'

function ProcessDialog({ version, onClose }: { version: Distribution; onClose: () => void }) {
  const answer = useQuery(query(getDistributionProcess, { params: { id: String(version.id) } }))
  return (
    <RecordProcessDialog
      title={`Путь версии ${version.number}`}
      ledBy="Кто вёл версию"
      answer={answer}
      onClose={onClose}
    />
  )
}

const columnsFor = (
  onOpen: (id: number) => void,
  onWay: (version: Distribution) => void,
): Column<Distribution>[] => [
  {
    key: 'version',
    title: 'Версия',
    width: 300,
    grows: true,
    render: ({ id, number, title }) => (
      <button type="button" className={styles.open} onClick={() => onOpen(id)}>
        {number}. {title}
      </button>
    ),
  },
  {
    key: 'state',
    title: 'Состояние',
    width: 160,
    render: ({ state, inForce }) => (
      <Tag tone={inForce ? 'green' : versionTones[state]}>
        {inForce ? 'Действует' : distributionStates[state]}
      </Tag>
    ),
  },
  { key: 'from', title: 'Действует с', width: 120, render: ({ validFrom }) => formatDate(validFrom) },
  {
    key: 'author',
    title: 'Автор',
    width: 230,
    render: ({ author, createdAt }) => `${shortName(author.fullName)}, ${formatDateTime(createdAt)}`,
  },
  {
    key: 'approver',
    title: 'Подтвердил',
    width: 230,
    render: ({ approver, approvedAt }) =>
      approver && approvedAt ? `${shortName(approver.fullName)}, ${formatDateTime(approvedAt)}` : '',
  },
  {
    key: 'way',
    title: 'Путь',
    width: 100,
    render: (row) => (
      <button type="button" className={styles.open} onClick={() => onWay(row)}>
        Показать
      </button>
    ),
  },
]

/** «Версии»: every version of the shares, who wrote it and who agreed. */
export function VersionsTab({ lending, go }: TabProps) {
  const answer = useQuery(query(listDistributions, { query: { lending } }))
  const [shown, setShown] = useState<Distribution | null>(null)
  return (
    <>
      <WholeTable
        label="Версии распределения"
        columns={columnsFor((id) => go({ version: id }), setShown)}
        rows={answer.isError ? undefined : answer.data}
        rowKey={({ id }) => String(id)}
        loading={answer.isPlaceholderData}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={() => void answer.refetch()}
        emptyTitle="Версий ещё нет"
      />
      {shown && <ProcessDialog version={shown} onClose={() => setShown(null)} />}
    </>
  )
}
