import {
  type DistributionCard,
  type DistributionSimulation,
  simulateDistribution,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { BarChart } from '#ui/chart/chart.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'

function Answer({ answer, card }: { answer: DistributionSimulation; card: DistributionCard }) {
  const { offers, unplaced, moved, insurers, days } = answer
  if (offers === 0) return <p className="muted">За {days} дней предложений не было: сравнивать не на чем.</p>
  const nameOf = (id: number) => card.insurers.find((one) => one.id === id)?.shortName ?? `Партнёр ${id}`
  return (
    <>
      <p>
        Предложений за {days} дней: <b>{formatCount(offers)}</b>. Другому страховщику ушло бы{' '}
        <b>{formatCount(moved)}</b>, без страховщика осталось бы <b>{formatCount(unplaced)}</b>.
      </p>
      <BarChart
        label="Предложения по страховщикам: как было и как было бы"
        placeLabel="Страховщик"
        places={insurers.map(({ insurerId }) => ({
          name: nameOf(insurerId),
          short: nameOf(insurerId).replace(/^.*«(.*)».*$/, '$1'),
        }))}
        series={[
          { key: 'before', label: 'Было', tone: 'off', values: insurers.map(({ before }) => before) },
          { key: 'after', label: 'Было бы', tone: 'green', values: insurers.map(({ after }) => after) },
        ]}
        layout="grouped"
        format={formatCount}
        formatScale={formatCount}
      />
      <p className="muted">
        Выборы, которые клиенты сделали сами, в расчёт не входят. Аккредитация — на сегодня.
      </p>
    </>
  )
}

/** What the version would have made of the offers of the last days. */
export function Simulation({ card, onClose }: { card: DistributionCard; onClose: () => void }) {
  const answer = useQuery(query(simulateDistribution, { params: { id: String(card.id) } }))
  return (
    <Dialog open size="large" title={`Проба версии ${card.number} на прошлых предложениях`} onClose={onClose}>
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <SkeletonRows />
      ) : (
        <Answer answer={answer.data} card={card} />
      )}
    </Dialog>
  )
}
