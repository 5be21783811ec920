import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { checksPath, casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { retryAutoChecks } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import {
  type CheckSubject,
  checkSubjects,
  type ChecksGrid,
  getChecksGrid,
} from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { useRights } from '#api/rights.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Parts } from '#ui/parts.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { OfProduct } from '../of-product.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { CheckDialog } from './check-dialog.tsx'
import { GridPart } from './grid-part.tsx'
import styles from './checks.module.css'

interface Opened {
  readonly part: CheckSubject | undefined
  readonly onPart: (part: CheckSubject) => void
}

/** «Автоматические проверки»: every check of everybody, what was said of it and who took its risk. */
export function ChecksPage({ id, path, ...opened }: Opened & { id: string; path: string }) {
  const answer = useQuery(query(getChecksGrid, { params: { id } }))
  useCaseRefresh(Number(id), ['checks', 'participants', 'realty', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const { type, id: caseId } = answer.data.head
  return (
    <OfProduct address={checksPath(type, caseId)} path={path}>
      <Checks grid={answer.data} onChanged={() => void answer.refetch()} {...opened} />
    </OfProduct>
  )
}

// For one of a hundred who open the page.
const OfficerPart = latePart(async () => (await import('./officer-part.tsx')).OfficerPart, null)

const isFinding = (state: string) => state !== 'OK' && state !== 'ABSENT'

function Checks({ grid, onChanged, part, onPart }: Opened & { grid: ChecksGrid; onChanged: () => void }) {
  const { head, lines, cells, columns } = grid
  const title = `Проверки заявки № ${head.number}`
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Автопроверки')
  const isSecured = caseTypes[head.type].product === 'MORTGAGE'
  const rights = useRights()
  const [opened, setOpened] = useState<number | null>(null)
  const parts = (Object.keys(checkSubjects) as CheckSubject[])
    .filter((of) => of !== 'REALTY' || isSecured || columns.some((one) => one.of === of))
    .map((of) => {
      const codes = lines.filter((line) => line.of === of).map(({ code }) => code)
      return {
        key: of,
        label: checkSubjects[of],
        count: cells.filter(({ code, state }) => codes.includes(code) && isFinding(state)).length,
        draw: () => <GridPart of={of} grid={grid} onOpen={setOpened} />,
      }
    })
  return (
    <>
      <PageHead title={title} mark={<Tag>{head.stageName}</Tag>}>
        <RunExpired grid={grid} onChanged={onChanged} />
      </PageHead>
      <p className="muted">
        {head.clientName} · {head.partner.shortName}
        {grid.standIn && ' · ответы с пометкой «имитатор» — учебные: эти службы не подключены'}
      </p>
      <DecisionPages head={head} here="checks" />
      {rights.all({ [caseTypes[head.type].object]: ['Compliance'] }) && <OfficerPart caseId={head.id} />}
      <div className={styles.parts}>
        <Parts label="Чьи проверки" parts={parts} value={part ?? 'PERSON'} onChange={onPart} />
      </div>
      {opened !== null && (
        <CheckDialog
          caseId={head.id}
          checkId={opened}
          onChanged={onChanged}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function RunExpired({ grid, onChanged }: { grid: ChecksGrid; onChanged: () => void }) {
  const run = useMutation(mutation(retryAutoChecks))
  const start = async () => {
    try {
      const { restarted } = await run.mutateAsync({ params: { id: String(grid.head.id) } })
      toast.success(`Запрошено проверок: ${restarted}`)
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  const nothing = grid.lacking === 0 ? 'Все ответы получены и действуют' : null
  return (
    <Button
      look="primary"
      loading={run.isPending}
      disabledReason={grid.refusalToRetry ?? nothing}
      onClick={() => void start()}
    >
      Запустить все просроченные
    </Button>
  )
}
