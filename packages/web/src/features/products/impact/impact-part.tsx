import { topics } from '@ipoteka-office/contract/live.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import {
  getVersionImpact,
  type ImpactRun,
  impactDirections,
  impactStates,
  listImpactCases,
  startVersionImpact,
  type VersionImpact,
} from '@ipoteka-office/contract/products/version-impact.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query, queryClient } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { formatRoubles, shortName } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Progress } from '#ui/progress.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { ImpactCases } from './impact-cases.tsx'
import { ImpactClients } from './impact-clients.tsx'
import { isDirection, pointsOf, signedRoubles } from './impact-words.ts'
import styles from './impact.module.css'

function Figures({
  run,
  chosen,
  onChoose,
}: {
  run: ImpactRun
  chosen: string | undefined
  onChoose: (direction: string | undefined) => void
}) {
  return (
    <div className={styles.figures}>
      {run.figures.map(({ direction, count, amount, points, interest }) => (
        <button
          key={direction}
          type="button"
          className={cx(styles.figure, chosen === direction && styles.on)}
          aria-pressed={chosen === direction}
          onClick={() => onChoose(chosen === direction ? undefined : direction)}
        >
          <span className="muted small">{impactDirections[direction]}</span>
          <b>{formatCount(count)}</b>
          <span>{formatRoubles(amount)}</span>
          {points !== null && (
            <span className="muted small">
              в среднем {pointsOf(points)}, за год {signedRoubles(interest)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** How the last count stands: going on, done, or broken off. */
function RunWords({ run }: { run: ImpactRun }) {
  if (run.state === 'RUNNING')
    return <Progress label="Пересчитываем открытые заявки" done={run.looked} total={run.total} />
  const by = `${shortName(run.author.fullName)}, ${formatDateTime(run.finishedAt ?? run.startedAt)}`
  return (
    <p className={run.state === 'FAILED' || run.isStale ? styles.warned : 'muted'} role="status">
      {impactStates[run.state]}: {countOf(run.looked, 'заявка', 'заявки', 'заявок')}, {by}.
      {run.state === 'FAILED' && ' Посчитано не всё: начните расчёт заново.'}
      {run.isStale && ' С тех пор черновик меняли: цифры о прежних условиях.'}
    </p>
  )
}

function Impact({
  product,
  impact,
  dirty,
  chosen,
  onChoose,
}: {
  product: Product
  impact: VersionImpact
  dirty: boolean
  chosen: string | undefined
  onChoose: (direction: string | undefined) => void
}) {
  const [busy, setBusy] = useState(false)
  const { run, number, presentNumber, allowed, clients, oldTermsDays } = impact
  const start = async () => {
    setBusy(true)
    try {
      const params = { id: String(product.id), number: String(number) }
      queryClient.setQueryData(
        query(getVersionImpact, { params }).queryKey,
        await call(startVersionImpact, { params }),
      )
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: keyOf(listImpactCases) })
    }
  }
  const unsaved = dirty ? 'Сначала сохраните изменения: считают по сохранённому черновику' : null
  const direction = isDirection(chosen) ? chosen : undefined
  return (
    <>
      <p className="muted">
        {presentNumber === null
          ? 'Продукт ещё не продаётся: сравнивать не с чем, показаны ставки этого выпуска. '
          : `Слева действующий выпуск ${presentNumber}, справа выпуск ${number}. `}
        Где решает неизвестное, стоит наибольшая ставка. {dirty && 'Показан сохранённый черновик.'}
      </p>
      <ImpactClients clients={clients} />
      <h3 className={styles.title}>Открытые заявки</h3>
      <p className="muted">
        Сами заявки не изменятся: принятые до выпуска держат прежние условия{' '}
        {countOf(oldTermsDays, 'день', 'дня', 'дней')}, потом ставку меняет тот, кто подбирает её заново.
      </p>
      <div className={styles.tools}>
        <Button
          look="primary"
          loading={busy}
          disabledReason={allowed.reasonDisabled ?? unsaved}
          onClick={() => void start()}
        >
          {run === null ? 'Посчитать по заявкам' : 'Посчитать заново'}
        </Button>
      </div>
      {run !== null && (
        <>
          <RunWords run={run} />
          <Figures run={run} chosen={direction} onChoose={onChoose} />
          {direction !== undefined && (
            <ImpactCases
              key={`${run.id} ${direction}`}
              productId={product.id}
              number={number}
              direction={direction}
            />
          )}
        </>
      )}
    </>
  )
}

/** «Что изменится»: reference clients and open cases by a version that is not in force yet. */
export function ImpactPart({
  product,
  dirty,
  chosen,
  onChoose,
}: {
  product: Product
  dirty: boolean
  /** The figure whose cases are shown. */
  chosen: string | undefined
  onChoose: (direction: string | undefined) => void
}) {
  const params = { id: String(product.id), number: String(product.shown.number) }
  const answer = useQuery(query(getVersionImpact, { params }))
  useLiveRefresh(topics.impacts, () => {
    void answer.refetch()
    void queryClient.invalidateQueries({ queryKey: keyOf(listImpactCases) })
  })
  // A saved draft prices clients otherwise.
  useLiveRefresh(topics.products, () => void answer.refetch())
  return (
    <div className={styles.part}>
      <FormCard>
        <FormSection title="Что изменится" grid={false}>
          {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
          {answer.isPending && <DelayedLoader />}
          {answer.data && (
            <Impact
              product={product}
              impact={answer.data}
              dirty={dirty}
              chosen={chosen}
              onChoose={onChoose}
            />
          )}
        </FormSection>
      </FormCard>
    </div>
  )
}
