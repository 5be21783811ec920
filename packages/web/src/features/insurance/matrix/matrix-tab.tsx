import {
  createDistribution,
  type Distribution,
  getDistribution,
  listDistributions,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import { distributionStates } from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import type { TabProps } from '../insurance-page.tsx'
import styles from '../insurance.module.css'
import { MatrixEditor } from './matrix-editor.tsx'

const NewVersionDialog = onDemand(async () => (await import('./new-version-dialog.tsx')).NewVersionDialog)

const nameOf = ({ number, title, state, inForce, validFrom }: Distribution) =>
  `${number}. ${title} — ${inForce ? 'действует' : distributionStates[state].toLocaleLowerCase('ru')}, с ${formatDate(validFrom)}`

function Loaded({ id, lending }: { id: number } & Pick<TabProps, 'lending'>) {
  const answer = useQuery(query(getDistribution, { params: { id: String(id) } }))
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  return <MatrixEditor key={answer.data.id} card={answer.data} lending={lending} />
}

/** «Доли»: the version that the address names, else the one in force, else the latest draft. */
export function MatrixTab({ lending, search, go }: TabProps) {
  const answer = useQuery(query(listDistributions, { query: { lending } }))
  const [making, setMaking] = useState(false)
  const noRight = useRights().mayCall(createDistribution)
    ? null
    : 'Нет права менять распределение страховщиков. Обратитесь к администратору'
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  const rows = answer.data
  const shown =
    rows.find(({ id }) => String(id) === String(search['version'])) ??
    rows.find(({ inForce }) => inForce) ??
    rows.find(({ state }) => state !== 'WITHDRAWN')
  const show = (id: number) => go({ version: id })
  return (
    <>
      <div className={styles.bar}>
        {shown !== undefined && (
          <SingleSelect
            aria-label="Версия"
            options={rows.map((row) => ({ code: String(row.id), name: nameOf(row) }))}
            value={String(shown.id)}
            onChange={(code) => show(Number(code))}
          />
        )}
        <Button disabledReason={noRight} onClick={() => setMaking(true)}>
          Новая версия
        </Button>
      </div>
      {shown === undefined ? (
        <Empty
          title="Долей ещё нет"
          text="Создайте версию: её подтвердит второй сотрудник, и с её первого дня страховщиков будут предлагать по ней."
        />
      ) : (
        <Loaded key={shown.id} id={shown.id} lending={lending} />
      )}
      {making && (
        <NewVersionDialog
          lending={lending}
          from={shown ?? null}
          onMade={(id) => {
            void answer.refetch()
            show(id)
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  )
}
