import { onDemand } from '#ui/overlay/on-demand.tsx'
import { parameterGroups, parameterKinds } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import {
  getParameter,
  listParameterHistory,
  type Parameter,
  ParameterCodeParam,
  parameterRequests,
  type ParameterValueRow,
} from '@ipoteka-office/contract/parameters/parameters.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import styles from './parameters.module.css'
import { refreshParameters } from './refresh-parameters.ts'
import { ValueTimeline } from './value-timeline.tsx'

const WithdrawDialog = onDemand(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog)

const NewValueDialog = onDemand(async () => (await import('./new-value-dialog.tsx')).NewValueDialog)

export const Route = createFileRoute('/parameter/$code')({ component: ParameterPage })

function ParameterPage() {
  const { code } = Route.useParams()
  const known = ParameterCodeParam.safeParse(code)
  usePagePlace('Справочники', 'Параметры')
  if (!useRights().mayCall(getParameter)) return <Forbidden />
  return known.success ? <LoadedParameter key={code} code={known.data} /> : <NotFound />
}

function LoadedParameter({ code }: { code: Parameter['code'] }) {
  const answer = useQuery(query(getParameter, { params: { code } }))
  useLiveRefresh(topics.parameters, () => void refreshParameters())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return answer.data ? <Card parameter={answer.data} /> : <PageSkeleton kind="form" />
}

const refusalOf = ({ canRequest, pendingRequestId }: Parameter): string | null => {
  if (canRequest) return null
  return pendingRequestId === null
    ? 'Нет права на изменение параметров. Обратитесь к администратору'
    : 'Прежний запрос ждёт решения'
}

function Pending({ id }: { id: number }) {
  const { data } = useQuery(query(parameterRequests.get, { params: { id: String(id) } }))
  return data ? <RequestCard request={data} calls={parameterRequests} onDecided={refreshParameters} /> : null
}

type Opened = 'new' | 'history' | ParameterValueRow | null

function Card({ parameter }: { parameter: Parameter }) {
  const { code, title, about, group, kind, values, pendingRequestId } = parameter
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const refusal = refusalOf(parameter)
  const current = values.find(({ state }) => state === 'CURRENT')
  return (
    <>
      <PageHead title={title} mark={<Tag tone="blue">{parameterGroups[group]}</Tag>}>
        <Button onClick={() => setOpened('history')}>История</Button>
        <Button look="primary" disabledReason={refusal} onClick={() => setOpened('new')}>
          Новое значение
        </Button>
      </PageHead>
      <p className={styles.about}>
        {about}. {parameterKinds[kind]}, код <code>{code}</code>
      </p>
      {pendingRequestId !== null && <Pending id={pendingRequestId} />}
      <ValueTimeline values={values} refusal={refusal} onWithdraw={setOpened} />
      {opened === 'new' && current && (
        <NewValueDialog parameter={parameter} current={current.value} onClose={close} />
      )}
      {opened === 'history' && (
        <HistoryDialog
          title={`История: ${title}`}
          pages={(page) => query(listParameterHistory, { params: { code }, query: page })}
          onClose={close}
        />
      )}
      {opened !== null && typeof opened === 'object' && (
        <WithdrawDialog parameter={parameter} value={opened} onClose={close} />
      )}
    </>
  )
}
