import {
  cancelReassignment,
  createReassignment,
  deleteReassignment,
  listReassignments,
  type Reassignment,
  reassignmentStates,
  reassignmentTypes,
  returnReassignment,
  startReassignment,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { serverList } from '../list/server-list.ts'
import { useServerList } from '../list/use-server-list.ts'
import styles from './partner-tabs.module.css'
import { ReassignmentDialog } from './reassignment-dialog.tsx'
import { ReassignmentItems } from './reassignment-items.tsx'

const noRight = 'Нет права на передачу работы партнёра'
const tones = {
  PLANNED: 'neutral',
  RUNNING: 'amber',
  COMPLETED: 'green',
  FAILED: 'red',
  CANCELLED: 'neutral',
  RETURNING: 'amber',
  RETURNED: 'green',
} as const

const goesOn = ({ state }: Reassignment) => state === 'RUNNING' || state === 'RETURNING'
const startable = ({ state, failed }: Reassignment) =>
  state === 'PLANNED' || state === 'FAILED' || state === 'CANCELLED' || (state === 'COMPLETED' && failed > 0)
const startWord = ({ state }: Reassignment) =>
  state === 'PLANNED' ? 'Запустить' : state === 'COMPLETED' ? 'Повторить неудачные' : 'Продолжить'

function useActions(partnerId: string) {
  const client = useQueryClient()
  const done = () => void client.invalidateQueries({ queryKey: keyOf(listReassignments) })
  const shared = { onError: notifyFailure, onSettled: done }
  const start = useMutation({ ...mutation(startReassignment), ...shared })
  const cancel = useMutation({ ...mutation(cancelReassignment), ...shared })
  const back = useMutation({ ...mutation(returnReassignment), ...shared })
  const remove = useMutation({ ...mutation(deleteReassignment), ...shared })
  const key = (row: Reassignment) => ({ partnerId, id: String(row.id) })
  return {
    busy: start.isPending || cancel.isPending || back.isPending || remove.isPending,
    reload: done,
    start: async (row: Reassignment) => {
      const sure = await confirm({
        title: startWord(row),
        text: `Передать партнёру «${row.toPartner.shortName}» объектов: ${row.total - row.done}?`,
        okText: startWord(row),
      })
      if (sure) start.mutate({ params: key(row), body: { version: row.version } })
    },
    cancel: (row: Reassignment) => cancel.mutate({ params: key(row), body: {} }),
    back: async (row: Reassignment) => {
      if (await confirm({ text: 'Вернуть переданное сейчас, не дожидаясь срока?', okText: 'Вернуть' }))
        back.mutate({ params: key(row), body: {} })
    },
    remove: async (row: Reassignment) => {
      const sure = await confirm({ text: 'Удалить план передачи?', okText: 'Удалить', danger: true })
      if (sure) remove.mutate({ params: key(row), query: { version: row.version } })
    },
  }
}

function What({ row }: { row: Reassignment }) {
  const details = [
    row.regionName,
    row.employee && `${row.employee.fullName} → ${row.toEmployee?.fullName ?? '…'}`,
    row.dateTo && `до ${formatDate(row.dateTo)}`,
    row.comment,
  ].filter(Boolean)
  return (
    <>
      {reassignmentTypes[row.typeCode]} → {row.toPartner.shortName}
      {details.length > 0 && <span className="under">{details.join(' · ')}</span>}
    </>
  )
}

function State({ row }: { row: Reassignment }) {
  return (
    <>
      <StatusDot tone={tones[row.state]}>{reassignmentStates[row.state]}</StatusDot>
      {goesOn(row) ? (
        <Progress label="Передано" done={row.done + row.failed} total={row.total} />
      ) : (
        <span className="under">
          {row.state === 'PLANNED'
            ? `к передаче: ${row.total}`
            : `передано: ${row.done}, отказов: ${row.failed}`}
          {row.error && `. ${row.error}`}
        </span>
      )}
    </>
  )
}

function Actions({
  row,
  actions,
  reason,
  onItems,
}: {
  row: Reassignment
  actions: ReturnType<typeof useActions>
  reason: string | null
  onItems: () => void
}) {
  return (
    <div className={styles.rowActions}>
      {startable(row) && (
        <Button disabledReason={reason} loading={actions.busy} onClick={() => void actions.start(row)}>
          {startWord(row)}
        </Button>
      )}
      {(row.state === 'PLANNED' || row.state === 'RUNNING') && (
        <Button look="quiet" disabledReason={reason} onClick={() => actions.cancel(row)}>
          Отменить
        </Button>
      )}
      {row.typeCode === 'TEMPORARY' && row.state === 'COMPLETED' && (
        <Button disabledReason={reason} onClick={() => void actions.back(row)}>
          Вернуть
        </Button>
      )}
      {row.done + row.failed > 0 && (
        <Button look="link" onClick={onItems}>
          Ответы
        </Button>
      )}
      {row.done + row.failed === 0 && (row.state === 'PLANNED' || row.state === 'CANCELLED') && (
        <Button look="quiet" disabledReason={reason} onClick={() => void actions.remove(row)}>
          Удалить
        </Button>
      )}
    </div>
  )
}

const reassignmentsList = (partnerId: string) =>
  serverList(listReassignments, {
    key: 'reassignments',
    ask: ({ paging }) => ({ params: { partnerId }, query: paging }),
  })

/** «Переназначение» of a partner's card: plans, their progress and the answer of every object. */
export function PartnerReassignmentTab({ partnerId: id }: { partnerId: number }) {
  const partnerId = String(id)
  const reason = useRights().mayCall(createReassignment) ? null : noRight
  const [planning, setPlanning] = useState(false)
  const [shown, setShown] = useState<Reassignment | null>(null)
  const list = useServerList(reassignmentsList(partnerId), {
    keeping: 'screen',
    // While something moves its figures change; the card's live topic tells of states alone.
    refreshMs: (rows) => (rows.some(goesOn) ? 1_500 : null),
  })
  const actions = useActions(partnerId)
  return (
    <>
      <ListScreen
        list={list}
        title="Передачи работы"
        isPart
        heading={
          <span className="muted">Передача заявок, групп и контактов другому партнёру или сотруднику</span>
        }
        columns={[
          { key: 'what', title: 'Что и кому', width: 420, render: (row) => <What row={row} /> },
          {
            key: 'created',
            title: 'Создана',
            width: 110,
            render: (row) => <span className="nowrap">{formatDate(row.createdAt)}</span>,
          },
          { key: 'state', title: 'Состояние', width: 260, render: (row) => <State row={row} /> },
          {
            key: 'actions',
            title: 'Действия',
            width: 300,
            render: (row) => (
              <Actions row={row} actions={actions} reason={reason} onItems={() => setShown(row)} />
            ),
          },
        ]}
        create={{ text: 'Передать работу', disabledReason: reason, onClick: () => setPlanning(true) }}
        empty={{
          title: 'Передач ещё не было',
          text: 'Когда партнёр или сотрудник уходит, его заявки, группы и контакты передают другому.',
        }}
      />
      {planning && (
        <ReassignmentDialog
          partnerId={partnerId}
          onClose={() => setPlanning(false)}
          onPlanned={() => {
            toast.success('План передачи сохранён: запустите его, когда будете готовы')
            actions.reload()
          }}
        />
      )}
      {shown && (
        <ReassignmentItems partnerId={partnerId} reassignment={shown} onClose={() => setShown(null)} />
      )}
    </>
  )
}
