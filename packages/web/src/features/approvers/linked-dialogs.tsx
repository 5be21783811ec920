import { listQueue } from '@ipoteka-office/contract/applications.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import { UnassignedDialog } from './unassigned-dialog.tsx'

function ApplicationDialog({
  type,
  number,
  onClose,
}: {
  type: ApproverType
  number: string
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(listQueue, { body: { search: number, page: page - 1, size: dialogPageSize } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <Dialog open onClose={onClose} size="wide" title={`Заявка № ${number}`}>
      <ApplicationsTable
        type={type}
        label={`Заявка № ${number}`}
        answer={answer}
        page={page}
        onPage={setPage}
        whyText="Почему я?"
        emptyTitle="Заявка не найдена"
      />
    </Dialog>
  )
}

/** What links from the search and from notifications open above the list: `?application=26-118-00731`, `?unassigned=1`. */
export function LinkedDialogs({
  type,
  search,
  onSearch,
}: {
  type: ApproverType
  search: Record<string, unknown>
  onSearch: (next: Record<string, unknown>) => void
}) {
  const rights = useRights()
  const { application, unassigned, ...rest } = search
  const close = () => onSearch(rest)
  if (typeof application === 'string' && application !== '' && rights.mayCall(listQueue))
    return <ApplicationDialog type={type} number={application} onClose={close} />
  return unassigned === '1' ? <UnassignedDialog type={type} onClose={close} /> : null
}
