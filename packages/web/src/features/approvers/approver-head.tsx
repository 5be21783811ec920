import { listApproverApplications } from '@ipoteka-office/contract/applications.ts'
import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { query } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormHead } from '#ui/form-section.tsx'
import { ApplicationsTable, dialogPageSize } from './applications-table.tsx'
import { fullNameOf } from './approver-form-values.ts'
import { shiftNow } from './approver-words.ts'
import styles from './approvers.module.css'

function ApplicationsDialog({
  type,
  approver,
  onClose,
}: {
  type: ApproverType
  approver: Approver
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(listApproverApplications, {
      params: { type, id: String(approver.id) },
      query: { page: page - 1, size: dialogPageSize },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  return (
    <Dialog open onClose={onClose} size="wide" title={`Заявки в работе: ${fullNameOf(approver)}`}>
      <ApplicationsTable
        type={type}
        label="Заявки в работе"
        answer={answer}
        page={page}
        onPage={setPage}
        whyText="Почему я?"
        emptyTitle="Заявок в работе нет"
      />
    </Dialog>
  )
}

function loadText({ openApplicationsCount, mortgageApplicationsLimit }: Approver): string {
  return mortgageApplicationsLimit === null
    ? String(openApplicationsCount)
    : `${openApplicationsCount} из ${mortgageApplicationsLimit}`
}

/** The head that stays in sight: who it is, how loaded now, and the buttons. */
export function ApproverHead({
  type,
  approver,
  children,
}: {
  type: ApproverType
  approver: Approver
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { overdueCount } = approver
  return (
    <div className={styles.sticky}>
      <FormHead
        title={fullNameOf(approver)}
        subtitle={`Роль: ${approver.role || emptyValue}`}
        facts={[
          {
            label: 'В работе',
            value: (
              <Button look="link" className={styles.fact ?? ''} onClick={() => setOpen(true)}>
                {loadText(approver)}
              </Button>
            ),
          },
          { label: 'Сейчас', value: shiftNow(approver) ?? emptyValue },
          {
            label: 'Просрочено',
            value: overdueCount > 0 ? <span className={styles.late}>{overdueCount}</span> : 0,
          },
        ]}
      >
        {children}
      </FormHead>
      {open && <ApplicationsDialog type={type} approver={approver} onClose={() => setOpen(false)} />}
    </div>
  )
}
