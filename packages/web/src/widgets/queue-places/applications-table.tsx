import { listAssignmentHistory, type QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { queuedCasePath } from '@ipoteka-office/contract/cases/case-paths.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { BulkAction, DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { useMayAssign } from '#widgets/assign-by-hand/may-assign.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { AssignmentReasons } from '#widgets/assign-by-hand/assignment-reasons.tsx'
import { reasonsText } from '#widgets/assign-by-hand/assignment-words.ts'
import { errorInfoOf } from '#widgets/failure-block.tsx'
import { levelMark } from '#lib/level-mark.ts'
import styles from './applications-table.module.css'

const AssignDialog = onDemand(
  async () => (await import('#widgets/assign-by-hand/assign-dialog.tsx')).AssignDialog,
)

/** Rows of a page of applications in a dialog. */
export const dialogPageSize = 10

function Documents({ application: { id, number } }: { application: QueueApplication }) {
  return (
    <Link
      to="/application-documents/$applicationId"
      params={{ applicationId: String(id) }}
      className={styles.underAction}
      aria-label={`Документы заявки ${number}`}
    >
      Документы
    </Link>
  )
}

const columns = (
  askWhy: (application: QueueApplication) => void,
  whyText: string,
  noWhy: string | null,
  hasDocuments: boolean,
  isCaseRead: boolean,
) =>
  [
    {
      key: 'number',
      title: 'Заявка',
      width: 190,
      render: (row) => (
        <>
          {isCaseRead ? <HrefLink href={`${queuedCasePath}/${row.id}`}>{row.number}</HrefLink> : row.number}
          <span className="under">{row.clientName}</span>
        </>
      ),
    },
    {
      key: 'level',
      title: 'Уровень, этап',
      width: 150,
      render: (row) => (
        <>
          <Tag>{levelMark(row.level)}</Tag>
          <span className="under">{row.status.name}</span>
          {row.outsideStatus && <span className="under">во внешней системе: {row.outsideStatus.name}</span>}
        </>
      ),
    },
    {
      key: 'partner',
      title: 'Партнёр, регион',
      width: 190,
      render: (row) => (
        <>
          {row.partner.shortName}
          <span className="under">{row.region.name}</span>
        </>
      ),
    },
    {
      key: 'dueAt',
      title: 'Срок',
      width: 110,
      render: (row) => {
        const due = formatMoment(row.dueAt, serverNow())
        return row.overdue ? <Tag tone="red">просрочена, {due}</Tag> : <span className="nowrap">{due}</span>
      },
    },
    {
      key: 'why',
      title: whyText === 'Почему?' ? 'Причины' : 'Назначение',
      width: 170,
      render: (row) => (
        <>
          {row.group ? (
            <span className="under">у группы «{row.group.name}»</span>
          ) : (
            row.unassignedReasons && <span className="under">{reasonsText(row.unassignedReasons)}</span>
          )}
          <Button
            look="link"
            aria-label={`${whyText} Заявка ${row.number}`}
            disabledReason={noWhy}
            onClick={() => askWhy(row)}
          >
            {whyText}
          </Button>
          {hasDocuments && <Documents application={row} />}
        </>
      ),
    },
  ] satisfies Column<QueueApplication>[]

/** A server-paged table of applications; each row can explain who got it and why. */
export function ApplicationsTable({
  type,
  label,
  answer,
  page,
  onPage,
  whyText,
  emptyTitle,
}: {
  type: ApproverType
  label: string
  answer: UseQueryResult<Page<QueueApplication>>
  /** From 1. */
  page: number
  onPage: (page: number) => void
  whyText: 'Почему?' | 'Почему я?'
  emptyTitle: string
}) {
  const [asked, setAsked] = useState<QueueApplication | null>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [giving, setGiving] = useState<readonly number[] | null>(null)
  const mayAssign = useMayAssign()(type)
  const rights = useRights()
  // Asked of the rights alone: the contract of documents must not come with the first page.
  const hasDocuments = rights.all({ Document: ['Read'], Application: ['List'] })
  const isCaseRead = rights.all({ FullApplication: ['Read'] })
  const noWhy = rights.mayCall(listAssignmentHistory) ? null : 'Нет права на просмотр очереди заявок'
  return (
    <>
      <DataTable
        label={label}
        columns={columns(setAsked, whyText, noWhy, hasDocuments, isCaseRead)}
        rows={answer.data?.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ number, clientName }) => `${number}, ${clientName}`}
        {...(mayAssign && {
          selection: {
            keys: chosen,
            onChange: setChosen,
            actions: <BulkAction onClick={() => setGiving(chosen.map(Number))}>Назначить вручную</BulkAction>,
          },
        })}
        total={answer.data?.totalElements ?? 0}
        page={page}
        size={dialogPageSize}
        onPage={onPage}
        loading={answer.isFetching}
        error={answer.isError ? errorInfoOf(answer.error) : null}
        onRetry={() => void answer.refetch()}
        emptyTitle={emptyTitle}
      />
      {asked && (
        <AssignmentReasons
          application={asked}
          waitsIn={asked.unassignedReasons === null ? undefined : type}
          onAssign={
            mayAssign
              ? () => {
                  setAsked(null)
                  setGiving([asked.id])
                }
              : undefined
          }
          onClose={() => setAsked(null)}
        />
      )}
      {giving && (
        <AssignDialog
          type={type}
          ids={giving}
          onClose={() => setGiving(null)}
          onDone={(refused) => setChosen(refused.map(String))}
        />
      )}
    </>
  )
}
