import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type ReactNode, useState } from 'react'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { fullNameOf } from '#widgets/queue-places/approver-name.ts'
import { shiftNow } from './approver-words.ts'
import styles from './approvers.module.css'
import { HeldApplications } from '#widgets/queue-places/held-applications.tsx'

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
      {open && <HeldApplications type={type} approver={approver} onClose={() => setOpen(false)} />}
    </div>
  )
}
