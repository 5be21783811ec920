import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import {
  createRealtyObject,
  listCaseRealty,
  type RealtyObject,
} from '@ipoteka-office/contract/realty-objects.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatMoney } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { RealtyEditor } from './realty-editor.tsx'
import { newRealtyValues, toRealtyValues } from './realty-values.ts'

export const Route = createFileRoute('/realty-object-edit/$fullAppId')({
  validateSearch: (search: Record<string, unknown>): { object?: number | 'new' } => {
    if (search['object'] === 'new') return { object: 'new' }
    const id = Number(search['object'])
    return Number.isInteger(id) && id > 0 ? { object: id } : {}
  },
  component: RealtyObjectPage,
})

function RealtyObjectPage() {
  const id = IdParam.safeParse(Route.useParams().fullAppId).data
  if (id === undefined) return <NotFound />
  return useRights().mayCall(listCaseRealty) ? <CaseObjects key={id} caseId={id} /> : <Forbidden />
}

const titleOf = ({ typeName, number, removed }: RealtyObject) =>
  `${typeName}${number ? ` ${number}` : ''}${removed ? ' (снят)' : ''}`

function CaseObjects({ caseId }: { caseId: number }) {
  const { object: wanted } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const rights = useRights()
  const answer = useQuery({
    ...query(listCaseRealty, { params: { id: String(caseId) } }),
    refetchOnMount: 'always',
  })
  useCaseRefresh(caseId, ['realty', 'head'], () => void answer.refetch())
  const number = answer.data?.case.number
  usePagePlace(
    { text: 'Предметы ипотеки', href: '/realty-objects' },
    number ? `Заявка № ${number}` : 'Предмет ипотеки',
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const { objects, editable, draft, case: of } = answer.data
  const chosen = wanted === 'new' ? null : (objects.find(({ id }) => id === wanted) ?? objects[0] ?? null)
  const open = (object: number | 'new') => void go({ search: { object }, replace: true })
  const mayAdd = rights.mayCall(createRealtyObject)
    ? editable.reasonDisabled
    : 'Нет права добавлять предметы ипотеки'
  const tabs = objects.map((one) => ({ key: String(one.id), label: titleOf(one) }))
  return (
    <>
      <FormHead
        title={chosen?.address?.value ?? (chosen ? titleOf(chosen) : 'Новый предмет ипотеки')}
        subtitle={
          <>
            Заявка{' '}
            <Link to="/full-app-edit/$fullAppId" params={{ fullAppId: String(caseId) }}>
              {of.number}
            </Link>
            , {of.clientName}
          </>
        }
        facts={[
          { label: 'Сумма кредита', value: formatMoney(of.amount) },
          { label: 'Этап', value: of.stageName },
        ]}
      >
        {chosen !== null && (
          <Button disabledReason={mayAdd} onClick={() => open('new')}>
            Добавить ещё объект
          </Button>
        )}
      </FormHead>
      {objects.length + (chosen === null ? 1 : 0) > 1 && (
        <TabsWithCounts
          label="Объекты заявки"
          tabs={chosen === null ? [...tabs, { key: 'new', label: 'Новый' }] : tabs}
          value={chosen === null ? 'new' : String(chosen.id)}
          onChange={(key) => open(key === 'new' ? 'new' : Number(key))}
        />
      )}
      <RealtyEditor
        key={chosen?.id ?? 'new'}
        caseId={caseId}
        loan={of.amount}
        object={chosen}
        start={chosen === null ? newRealtyValues(draft) : toRealtyValues(chosen)}
        editable={chosen?.editable ?? { enabled: mayAdd === null, reasonDisabled: mayAdd }}
        onSaved={(saved) => {
          if (saved.id !== chosen?.id) open(saved.id)
        }}
        onRefresh={() => void answer.refetch()}
      />
    </>
  )
}
