import {
  decideTariff,
  getTariff,
  listTariffRows,
  listTariffs,
  type ShownTariffRow,
  type TariffCard as Card,
  tariffLineKinds,
} from '@ipoteka-office/contract/insurance/tariffs.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatPercent, formatRoubles } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { FileRows } from '#widgets/file-rows.tsx'
import { WordsDialog } from '#widgets/words-dialog.tsx'
import styles from '../insurance.module.css'
import { stateTag } from './tariff-words.tsx'

const kindTones: Readonly<Record<ShownTariffRow['kind'], Tone>> = {
  new: 'green',
  changed: 'amber',
  gone: 'red',
  same: 'neutral',
}
const kinds = Object.keys(tariffLineKinds) as (keyof typeof tariffLineKinds)[]

const was = (now: string, before: string | undefined) =>
  before === undefined || before === now ? now : `${now} (было ${before})`
const rateText = (rate: string) => formatPercent(rate, 4)
const sumText = (sum: string | null) => (sum === null ? 'нет' : formatRoubles(sum))

const columns: Column<ShownTariffRow>[] = [
  {
    key: 'kind',
    title: 'Что с ней',
    width: 140,
    render: ({ kind }) => <Tag tone={kindTones[kind]}>{tariffLineKinds[kind]}</Tag>,
  },
  { key: 'line', title: 'Строка файла', width: 110, align: 'right', render: ({ line }) => line },
  { key: 'type', title: 'Вид', width: 190, render: ({ typeName }) => typeName },
  { key: 'scope', title: 'Кого и что', width: 320, grows: true, render: ({ scope }) => scope },
  {
    key: 'rate',
    title: 'Тариф в год',
    width: 220,
    render: ({ rate, before }) => was(rateText(rate), before ? rateText(before.rate) : undefined),
  },
  {
    key: 'min',
    title: 'Минимальная премия',
    width: 220,
    render: ({ minPremium, before }) =>
      was(sumText(minPremium), before ? sumText(before.minPremium) : undefined),
  },
  {
    key: 'days',
    title: 'Действует',
    width: 200,
    render: ({ from, to }) => `${formatDate(from)} – ${to === null ? '…' : formatDate(to)}`,
  },
]

/** A tariff of an insurer: what it changes line by line, and who agrees. */
export function TariffCard({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient()
  const params = { id: String(id) }
  const answer = useQuery(query(getTariff, { params }))
  const [asked, setAsked] = useState<Card['actions'][number] | null>(null)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <PageSkeleton kind="form" />
  const card = answer.data
  const { insurer, number, fileName, validFrom, by, at, decidedBy, decidedAt, counts } = card
  type Action = RequestOf<typeof decideTariff>['body']['action']
  return (
    <>
      <div className={styles.bar}>
        <Button onClick={onClose}>Ко всем тарифам</Button>
        {card.actions.map((action) => (
          <Button
            key={action.code}
            look={action.look === 'primary' ? 'primary' : 'default'}
            disabledReason={action.enabled ? null : action.reasonDisabled}
            onClick={() => setAsked(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      <section className={cx('card', styles.box)} aria-label="Тариф">
        <h2>
          {insurer.shortName}, тариф {number} {stateTag(card)}
        </h2>
        <p className="muted">
          Действует с {formatDate(validFrom)} · {fileName} · загрузил {by.fullName}, {formatDateTime(at)}
          {decidedBy && decidedAt && ` · решил ${decidedBy.fullName}, ${formatDateTime(decidedAt)}`}
        </p>
      </section>
      <FileRows
        counts={counts}
        names={tariffLineKinds}
        kinds={kinds}
        columns={columns}
        rowKey={({ n }) => String(n)}
        pages={(paging) => query(listTariffRows, { params, query: paging })}
      />
      {asked && (
        <WordsDialog
          title={`${asked.label}: тариф ${number}, ${insurer.shortName}`}
          about={`Новое состояние — «${asked.toStage}».`}
          action={asked}
          send={(comment) =>
            call(decideTariff, {
              params,
              body: { action: asked.code as Action, version: card.version, comment },
            })
          }
          onDone={() => {
            for (const read of [getTariff, listTariffs])
              void client.invalidateQueries({ queryKey: keyOf(read) })
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
