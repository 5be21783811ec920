import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  getUnderwritingGroup,
  saveGroupPlan,
  type UnderwritingGroupCard,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { listWorkgroupEmployees } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatCount } from '#lib/digits.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Fold } from '#ui/fold.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { WorkgroupMembers } from '#widgets/partner-tabs/workgroup-members.tsx'
import { GroupPeople } from './group-people.tsx'
import { planText } from './groups.columns.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import styles from './staff.module.css'

export const Route = createFileRoute('/underwriting-group-card/$groupId')({ component: GroupPage })

function GroupPage() {
  const { groupId } = Route.useParams()
  const mayOpen = useRights().mayCall(getUnderwritingGroup)
  if (!IdParam.safeParse(groupId).success) return <NotFound />
  if (!mayOpen) return <Forbidden />
  return <LoadedGroup key={groupId} id={groupId} />
}

function LoadedGroup({ id }: { id: string }) {
  const answer = useQuery(query(getUnderwritingGroup, { params: { id } }))
  useRecordRefresh(topics.underwriters, answer, () => void refreshUnderwriters())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Card group={answer.data} /> : <PageSkeleton kind="form" />
}

function Card({ group }: { group: UnderwritingGroupCard }) {
  const { id, partnerId, name, head, onShift, members, open, overdue, people } = group
  usePagePlace('Управление', { text: 'Группы', href: '/underwriting-groups' }, name)
  const rights = useRights()
  const [planning, setPlanning] = useState(false)
  return (
    <>
      <FormHead
        title={name}
        subtitle={head === null ? 'Руководителя нет' : `Руководитель: ${head.fullName}`}
        facts={[
          { label: 'В смене', value: `${formatCount(onShift)} из ${formatCount(members)}` },
          { label: 'Дел в работе', value: formatCount(open) },
          { label: 'Просрочено', value: formatCount(overdue) },
          { label: 'План на день', value: planText(group) ?? 'не задан' },
        ]}
      >
        <Button
          disabledReason={rights.mayCall(saveGroupPlan) ? null : 'Нет права на изменение рабочих групп'}
          onClick={() => setPlanning(true)}
        >
          Задать план
        </Button>
      </FormHead>
      <section className={cx('card', styles.box, styles.card)} aria-label="Сотрудники группы">
        <div className={styles.head}>
          <h2>Нагрузка</h2>
        </div>
        <GroupPeople people={people} />
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
      {planning && <PlanDialog group={group} onClose={() => setPlanning(false)} />}
    </>
  )
}
