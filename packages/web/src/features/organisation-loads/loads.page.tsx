import {
  employeeHeadings,
  listOrganisationLoads,
  loadSubjects,
  type LoadSubject,
  maxOrganisationBytes,
  maxOrganisationRows,
  type OrganisationLoad,
  organisationLoadStates,
  partnerHeadings,
  startEmployeesLoad,
  startPartnersLoad,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { cx } from '#ui/class-names.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Progress } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import { countsText, loadTones } from './load-words.ts'
import styles from './loads.module.css'

export const Route = createFileRoute('/organisation-loads')({ component: LoadsPage })

const calls = { PARTNERS: startPartnersLoad, EMPLOYEES: startEmployeesLoad } as const
const headings = { PARTNERS: partnerHeadings, EMPLOYEES: employeeHeadings } as const

const columns: Column<OrganisationLoad>[] = [
  {
    key: 'file',
    title: 'Файл',
    width: 280,
    render: ({ id, fileName }) => (
      <Link to="/organisation-loads/$id" params={{ id: String(id) }}>
        {fileName}
      </Link>
    ),
  },
  { key: 'what', title: 'Что в нём', width: 180, render: ({ what }) => loadSubjects[what] },
  {
    key: 'state',
    title: 'Состояние',
    width: 150,
    render: ({ state }) => <StatusDot tone={loadTones[state]}>{organisationLoadStates[state]}</StatusDot>,
  },
  { key: 'counts', title: 'Строки', width: 320, render: (load) => countsText(load) || emptyValue },
  { key: 'at', title: 'Когда', width: 160, render: ({ at }) => formatDateTime(at) },
]

/** Files of partners and employees: the places for new ones, and the person's own. */
function LoadsPage() {
  usePagePlace('Загрузка партнёров и сотрудников')
  const rights = useRights()
  const mine = (Object.keys(calls) as LoadSubject[]).filter((what) => rights.mayCall(calls[what]))
  if (mine.length === 0) return <Forbidden />
  return (
    <>
      <PageHead title="Загрузка партнёров и сотрудников" />
      <div className={styles.page}>
        <div className={styles.two}>
          {mine.map((what) => (
            <Upload key={what} what={what} />
          ))}
        </div>
        <PagedTable
          label="Свои загрузки"
          columns={columns}
          pages={(page) => query(listOrganisationLoads, { query: page })}
          emptyTitle="Файлов вы ещё не загружали"
        />
      </div>
    </>
  )
}

function Upload({ what }: { what: LoadSubject }) {
  const go = useNavigate()
  const [sending, setSending] = useState<string | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const take = async (file: File) => {
    setIssue(null)
    setSending(file.name)
    try {
      const { id } = await call(calls[what], {}, { file })
      void go({ to: '/organisation-loads/$id', params: { id: String(id) } })
    } catch (failure) {
      setIssue(failureLine(failure))
      setSending(null)
    }
  }
  return (
    <section className={cx('card', styles.box)} aria-label={loadSubjects[what]}>
      <h2>{loadSubjects[what]}</h2>
      {sending !== null ? (
        <Progress label={`Передаём файл «${sending}»`} done={0} total={null} />
      ) : (
        <SheetDrop maxBytes={maxOrganisationBytes} issue={issue} onTake={(file) => void take(file)}>
          XLSX или CSV, до {formatCount(maxOrganisationRows)} строк, в первой — названия столбцов:{' '}
          {Object.values(headings[what]).join(', ')}. Сначала покажем, что изменится.
        </SheetDrop>
      )}
    </section>
  )
}
