import {
  capFields as of,
  capStates,
  type RateCap,
  requestRateCap,
  searchRateCaps,
} from '@ipoteka-office/contract/rate-limits/caps.ts'
import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { figure, noted, stateOf, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { capsList } from './caps-list.ts'
import { percentOf } from './rate-words.ts'
import styles from './rate-limits.module.css'

const CapDialog = onDemand(async () => (await import('./cap-dialog.tsx')).CapDialog)
const CapEndDialog = onDemand(async () => (await import('./cap-dialog.tsx')).CapEndDialog)

const titles = {
  rate: 'Ставка не выше',
  programmeName: of.programme.label,
  partner: of.partnerId.label,
  days: 'Действует',
  state: 'Состояние',
  ground: of.ground.label,
  who: 'Кто внёс и подтвердил',
} as const
const tones = { CURRENT: 'green', FUTURE: 'blue', PAST: 'neutral', WITHDRAWN: 'neutral' } as const

type Opened = { readonly what: 'change' | 'end'; readonly cap: RateCap } | 'new' | null

const daysOf = ({ validFrom, validTo }: RateCap) =>
  validTo === null ? `с ${formatDate(validFrom)}` : `${formatDate(validFrom)} – ${formatDate(validTo)}`

const columnsFor = (onOpen: (opened: Opened) => void, mayWrite: boolean): Column<RateCap>[] => [
  ...columnsOf<RateCap, keyof typeof titles>(titles, {
    rate: figure(120, ({ rate }) => percentOf(rate), { always: true }),
    programmeName: noted(
      250,
      ({ programmeName, product }) => [programmeName ?? 'Все программы', authorityProducts[product]],
      {
        grows: true,
      },
    ),
    partner: text(150, ({ partner }) => partner?.shortName ?? 'Любой'),
    days: text(150, daysOf),
    state: stateOf(140, capStates, tones, ({ state }) => state),
    ground: text(220, ({ ground }) => ground),
    who: text(
      220,
      ({ request }) => (request === null ? 'При наполнении банка' : `${request.maker}; ${request.checker}`),
      {
        optional: true,
      },
    ),
  }),
  {
    key: 'actions',
    exported: [],
    title: 'Действия',
    width: 190,
    align: 'right',
    wrap: true,
    render: (cap) => {
      if (!mayWrite || (cap.state !== 'CURRENT' && cap.state !== 'FUTURE')) return null
      const refusal = cap.requestId === null ? null : 'Изменение уже ждёт решения: «Запросы на изменение»'
      return (
        <span className={styles.actions}>
          <Button look="link" disabledReason={refusal} onClick={() => onOpen({ what: 'change', cap })}>
            Изменить
          </Button>
          <Button look="link" disabledReason={refusal} onClick={() => onOpen({ what: 'end', cap })}>
            Прекратить
          </Button>
        </span>
      )
    },
  },
]

/** The tab «Потолки ставки»: what the bank has agreed to by programme and by partner. */
export function Caps() {
  const list = useServerList(capsList)
  const rights = useRights()
  const [opened, setOpened] = useState<Opened>(null)
  if (!rights.mayCall(searchRateCaps)) return <Forbidden />
  const mayWrite = rights.mayCall(requestRateCap)
  const close = () => setOpened(null)
  return (
    <>
      <ListScreen
        list={list}
        title="Потолки ставки"
        isPart
        isMain
        columns={columnsFor(setOpened, mayWrite)}
        rowLabel={(cap) => `${percentOf(cap.rate)}, ${cap.programmeName ?? 'все программы'}`}
        tools={
          <Button
            look="primary"
            disabledReason={mayWrite ? null : 'Нет права на изменение пределов. Обратитесь к администратору'}
            onClick={() => setOpened('new')}
          >
            Новый потолок
          </Button>
        }
        empty={{
          title: 'Потолков нет',
          text: 'Потолок задают, когда ставку ограничивает программа государства или соглашение с партнёром.',
        }}
      />
      {opened === 'new' && <CapDialog before={null} onClose={close} />}
      {opened !== null && opened !== 'new' && opened.what === 'change' && (
        <CapDialog before={opened.cap} onClose={close} />
      )}
      {opened !== null && opened !== 'new' && opened.what === 'end' && (
        <CapEndDialog cap={opened.cap} onClose={close} />
      )}
    </>
  )
}
