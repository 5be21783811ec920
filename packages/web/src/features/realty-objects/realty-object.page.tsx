import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  createRealtyObject,
  listCaseRealty,
  type RealtyObject,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatMoney } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { useCaseMeans } from '#widgets/case/case-means.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import styles from './realty-objects.module.css'
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
  const rights = useRights()
  if (id === undefined) return <NotFound />
  return rights.mayCall(listCaseRealty) ? <CaseObjects key={id} caseId={id} /> : <Forbidden />
}

const titleOf = ({ typeName, number, removed }: RealtyObject) =>
  `${typeName}${number ? ` ${number}` : ''}${removed ? ' (снят)' : ''}`

function CaseObjects({ caseId }: { caseId: number }) {
  const answer = useQuery(query(listCaseRealty, { params: { id: String(caseId) } }))
  const refresh = () => void answer.refetch()
  useCaseRefresh(answer.data ? caseId : null, ['realty', 'head'], refresh)
  const number = answer.data?.case.number
  usePagePlace(
    { text: 'Предметы ипотеки', href: '/realty-objects' },
    number ? `Заявка № ${number}` : 'Предмет ипотеки',
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={refresh} />
  if (!answer.data) return <PageSkeleton kind="form" />
  return <LoadedObjects caseId={caseId} data={answer.data} onRefresh={refresh} />
}

interface LoadedProps {
  caseId: number
  data: ResponseOf<typeof listCaseRealty>
  onRefresh: () => void
}

/** The objects of the application as tabs, a new one among them; one alone needs none. */
function ObjectTabs({
  objects,
  chosen,
  onOpen,
}: {
  objects: readonly RealtyObject[]
  chosen: RealtyObject | null
  onOpen: (object: number | 'new') => void
}) {
  const tabs = [
    ...objects.map((one) => ({ key: String(one.id), label: titleOf(one) })),
    ...(chosen === null ? [{ key: 'new', label: 'Новый' }] : []),
  ]
  if (tabs.length < 2) return null
  return (
    <TabsWithCounts
      label="Объекты заявки"
      tabs={tabs}
      value={chosen === null ? 'new' : String(chosen.id)}
      onChange={(key) => onOpen(key === 'new' ? 'new' : Number(key))}
    />
  )
}

function LoadedObjects({ caseId, data: { objects, editable, draft, case: of }, onRefresh }: LoadedProps) {
  const { object: wanted } = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const rights = useRights()
  const means = useCaseMeans(caseId)
  const chosen = wanted === 'new' ? null : (objects.find(({ id }) => id === wanted) ?? objects[0] ?? null)
  const open = (object: number | 'new') => void go({ search: { object }, replace: true })
  const mayAdd = rights.mayCall(createRealtyObject)
    ? editable.reasonDisabled
    : 'Нет права добавлять предметы ипотеки'
  return (
    <>
      <FormHead
        title={chosen === null ? 'Новый предмет ипотеки' : (chosen.address?.value ?? titleOf(chosen))}
        subtitle={
          <>
            Заявка{' '}
            <Link
              to="/full-app-edit/$fullAppId"
              params={{ fullAppId: String(caseId) }}
              className={styles.inText}
            >
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
      <ObjectTabs objects={objects} chosen={chosen} onOpen={open} />
      <RealtyEditor
        key={chosen?.id ?? 'new'}
        caseId={caseId}
        loanToValue={means.data?.loanToValue ?? null}
        object={chosen}
        start={chosen === null ? newRealtyValues(draft) : toRealtyValues(chosen)}
        editable={chosen?.editable ?? { enabled: mayAdd === null, reasonDisabled: mayAdd }}
        onSaved={(saved) => {
          if (saved.id !== chosen?.id) open(saved.id)
        }}
        onRefresh={onRefresh}
      />
    </>
  )
}
