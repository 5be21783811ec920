import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import {
  endGroupHelp,
  type GroupQueue as Waiting,
  getUnderwritingGroup,
  saveGroupPlan,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { listWorkgroupEmployees } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatCount } from '#lib/digits.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Fold } from '#ui/fold.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { WorkgroupMembers } from '#widgets/partner-tabs/workgroup-members.tsx'
import { GroupPeople } from './group-people.tsx'
import { GroupQueue } from './group-queue.tsx'
import { planText } from './groups.columns.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import { staffTopics } from './staff-topics.ts'
import styles from './staff.module.css'

export const Route = createFileRoute('/underwriting-group-card/$groupId')({ component: GroupPage })

// Nobody needs them before one is asked for.
const PlanDialog = latePart(async () => (await import('./plan-dialog.tsx')).PlanDialog, null)
const HelpDialog = latePart(async () => (await import('./help-dialog.tsx')).HelpDialog, null)
const MoveDialog = latePart(async () => (await import('./move-dialog.tsx')).MoveDialog, null)
const QueueDialog = latePart(async () => (await import('./queue-dialog.tsx')).QueueDialog, null)

/** The dialog that is open. */
type Asked =
  | { readonly kind: 'plan' }
  | { readonly kind: 'help'; readonly person: PersonRef | null }
  | { readonly kind: 'move'; readonly person: PersonRef }
  | { readonly kind: 'queue'; readonly stage: Waiting | null }

function AskedDialog({
  group,
  asked,
  onClose,
}: {
  group: UnderwritingGroupCard
  asked: Asked
  onClose: () => void
}) {
  if (asked.kind === 'plan') return <PlanDialog group={group} onClose={onClose} />
  if (asked.kind === 'help') return <HelpDialog group={group} person={asked.person} onClose={onClose} />
  if (asked.kind === 'move') return <MoveDialog group={group} person={asked.person} onClose={onClose} />
  return <QueueDialog group={group} stage={asked.stage} onClose={onClose} />
}

function GroupPage() {
  const { groupId } = Route.useParams()
  const mayOpen = useRights().mayCall(getUnderwritingGroup)
  if (!IdParam.safeParse(groupId).success) return <NotFound />
  if (!mayOpen) return <Forbidden />
  return <LoadedGroup key={groupId} id={groupId} />
}

function LoadedGroup({ id }: { id: string }) {
  const answer = useQuery(query(getUnderwritingGroup, { params: { id } }))
  useLiveRefresh(answer.data === undefined ? null : staffTopics, () => void refreshUnderwriters())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Card group={answer.data} /> : <PageSkeleton kind="form" />
}

function Card({ group }: { group: UnderwritingGroupCard }) {
  const { id, partnerId, name, head, onShift, members, open, overdue, waiting, people } = group
  usePagePlace('Управление', { text: 'Группы', href: '/underwriting-groups' }, name)
  const rights = useRights()
  const refusal = rights.mayCall(saveGroupPlan) ? null : 'Нет права на изменение рабочих групп'
  const [asked, setAsked] = useState<Asked | null>(null)
  const ending = useMutation({
    ...mutation(endGroupHelp),
    onError: notifyFailure,
    onSuccess: () => {
      toast.success('Помощь окончена')
      void refreshUnderwriters()
    },
  })
  return (
    <>
      <FormHead
        title={name}
        subtitle={head === null ? 'Руководителя нет' : `Руководитель: ${head.fullName}`}
        facts={[
          { label: 'В смене', value: `${formatCount(onShift)} из ${formatCount(members)}` },
          { label: 'Дел в работе', value: formatCount(open) },
          { label: 'Просрочено', value: formatCount(overdue) },
          { label: 'Никто не взял', value: formatCount(waiting) },
          { label: 'План на день', value: planText(group) ?? 'не задан' },
        ]}
      >
        <Button disabledReason={refusal} onClick={() => setAsked({ kind: 'plan' })}>
          Задать план
        </Button>
      </FormHead>
      <section className={cx('card', styles.box, styles.card)} aria-label="Очередь группы">
        <div className={styles.head}>
          <h2>Очередь</h2>
          <div className={styles.actions}>
            <Button
              disabledReason={refusal ?? (waiting === 0 ? 'Никто не ждёт' : null)}
              onClick={() => setAsked({ kind: 'queue', stage: null })}
            >
              Передать очередь
            </Button>
          </div>
        </div>
        <GroupQueue group={group} refusal={refusal} onMove={(stage) => setAsked({ kind: 'queue', stage })} />
      </section>
      <section className={cx('card', styles.box, styles.card)} aria-label="Сотрудники группы">
        <div className={styles.head}>
          <h2>Нагрузка</h2>
          <div className={styles.actions}>
            <Button disabledReason={refusal} onClick={() => setAsked({ kind: 'help', person: null })}>
              Позвать на помощь
            </Button>
          </div>
        </div>
        <GroupPeople
          people={people}
          actions={{
            refusal,
            onSend: (person) => setAsked({ kind: 'help', person }),
            onMove: (person) => setAsked({ kind: 'move', person }),
            onEnd: (helpId) => ending.mutate({ params: { id: String(id), helpId: String(helpId) } }),
          }}
        />
        {rights.mayCall(listWorkgroupEmployees) && (
          <Fold name="Состав" memory={`group members ${id}`}>
            <WorkgroupMembers
              partnerId={String(partnerId)}
              workgroupId={String(id)}
              onChanged={() => void refreshUnderwriters()}
            />
          </Fold>
        )}
      </section>
      {asked && <AskedDialog group={group} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
