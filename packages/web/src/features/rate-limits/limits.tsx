import { topics } from '@ipoteka-office/contract/live.ts'
import {
  compareLimitFile,
  limitsExport,
  type RateLimit,
  rateRequests,
} from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { limitColumnsOf } from './limits.columns.tsx'
import { limitsList } from './limits-list.ts'
import styles from './rate-limits.module.css'
import { refreshRates } from './refresh-rates.ts'
import { type LimitFrame, useFrame } from './use-frame.ts'

const LimitDialog = onDemand(async () => (await import('./limit-dialog.tsx')).LimitDialog)
const FileDialog = onDemand(async () => (await import('./file-dialog.tsx')).FileDialog)
const VersionsDialog = onDemand(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

/** What stands beside the limits, by the name of the tab in the address. */
const beside = {
  caps: {
    words: 'Потолки ставки',
    Part: latePart(async () => (await import('./caps.tsx')).Caps, <PageSkeleton kind="form" />),
  },
  check: {
    words: 'Проверка',
    Part: latePart(async () => (await import('./check.tsx')).Check, <PageSkeleton kind="form" />),
  },
  near: {
    words: 'Заявки у предела',
    Part: latePart(async () => (await import('./near.tsx')).Near, <PageSkeleton kind="form" />),
  },
  products: {
    words: 'Продукты у предела',
    Part: latePart(
      async () => (await import('./products-near.tsx')).ProductsNear,
      <PageSkeleton kind="form" />,
    ),
  },
  forecast: {
    words: 'Прогноз',
    Part: latePart(async () => (await import('./near.tsx')).Forecast, <PageSkeleton kind="form" />),
  },
  requests: {
    words: 'Запросы на изменение',
    Part: latePart(async () => (await import('./requests.tsx')).Requests, <PageSkeleton kind="form" />),
  },
} as const
type Beside = keyof typeof beside
const names = Object.keys(beside) as Beside[]

type Opened = { readonly what: 'change' | 'versions'; readonly limit: RateLimit } | 'new' | 'file' | null

/** What of the present quarter and the next one is not put in yet. */
function Missing({ frame: { missing, quarter, next, requiredFrom, today } }: { frame: LimitFrame }) {
  const lines = [
    missing.now.length > 0 &&
      `${quarterText(quarter)}: нет пределов (${countOf(missing.now.length, 'категория', 'категории', 'категорий')}). ${
        today >= requiredFrom
          ? 'По этим категориям нельзя одобрять и подписывать.'
          : `С ${formatDate(requiredFrom)} по ним нельзя будет одобрять и подписывать.`
      }`,
    missing.next.length > 0 &&
      `${quarterText(next)}: пределы ещё не внесены (${countOf(missing.next.length, 'категория', 'категории', 'категорий')}).`,
  ].filter((text) => text !== false)
  if (lines.length === 0) return null
  return (
    <ul className={styles.notes}>
      {lines.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Windows({ opened, frame, onClose }: { opened: Opened; frame: LimitFrame; onClose: () => void }) {
  if (opened === 'file') return <FileDialog onClose={onClose} />
  if (opened === 'new') return <LimitDialog before={null} frame={frame} onClose={onClose} />
  if (opened === null) return null
  return opened.what === 'change' ? (
    <LimitDialog before={opened.limit} frame={frame} onClose={onClose} />
  ) : (
    <VersionsDialog limit={opened.limit} onClose={onClose} />
  )
}

/** «Контроль предельной ставки»: limits by quarter, with what is measured by them in tabs of their own. */
export function Limits({ part: named }: { part: unknown }) {
  const part = names.find((name) => name === named)
  const list = useServerList(limitsList, { isShown: part === undefined })
  const frame = useFrame()
  const rights = useRights()
  const [opened, setOpened] = useState<Opened>(null)
  const maySee = rights.mayCall(rateRequests.list)
  const waiting = useQuery({
    ...query(rateRequests.list, { query: { size: 1, status: 'PENDING' } }),
    enabled: maySee,
  })
  const mayWrite = rights.mayCall(compareLimitFile)
  useLiveRefresh(topics.rateLimits, () => void refreshRates())
  const columns = useMemo(
    () =>
      limitColumnsOf((limit) => (
        <span className={styles.actions}>
          {mayWrite && (
            <Button look="link" onClick={() => setOpened({ what: 'change', limit })}>
              Изменить
            </Button>
          )}
          <Button look="link" onClick={() => setOpened({ what: 'versions', limit })}>
            История
          </Button>
        </span>
      )),
    [mayWrite],
  )
  const Part = part === undefined ? null : beside[part].Part
  const refusal = mayWrite ? null : 'Нет права на изменение пределов. Обратитесь к администратору'
  return (
    <>
      <ListScreen
        list={list}
        title="Контроль предельной ставки"
        place={['Управление', 'Контроль предельной ставки']}
        about="Предельная полная стоимость кредита по кварталам и категориям Банка России. Пределы вносят вдвоём; по ним проверяют предложения, одобрения и подписание"
        columns={columns}
        rowLabel={({ categoryName, quarter }) => `${categoryName}, ${quarterText(quarter)}`}
        tabs={{
          label: 'Контроль предельной ставки',
          words: {
            limits: 'Пределы',
            ...Object.fromEntries(names.map((name) => [name, beside[name].words])),
          },
          counts: { requests: waiting.data?.totalElements },
          value: part ?? 'limits',
          onChange: (next: Beside | 'limits') => list.go(next === 'limits' ? {} : { part: next }),
        }}
        instead={Part && <Part />}
        exporting={limitsExport}
        choices={{ quarters: (frame?.quarters ?? []).map((code) => ({ code, name: quarterText(code) })) }}
        note={frame && part === undefined && <Missing frame={frame} />}
        tools={
          part === undefined && (
            <>
              <Button disabledReason={refusal} onClick={() => setOpened('file')}>
                Из файла
              </Button>
              <Button look="primary" disabledReason={refusal} onClick={() => setOpened('new')}>
                Внести предел
              </Button>
            </>
          )
        }
        empty={{
          title: 'Пределов нет',
          text: 'Внесите предельные ПСК квартала по одной категории или файлом: их подтверждает другой сотрудник.',
        }}
      />
      {frame && <Windows opened={opened} frame={frame} onClose={() => setOpened(null)} />}
    </>
  )
}
