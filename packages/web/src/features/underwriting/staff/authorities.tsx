import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  authorityRequests,
  type GivenAuthority,
  listAuthorityHistory,
  type Underwriter,
} from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { Fold } from '#ui/fold.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag } from '#ui/tag.tsx'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import { RequestsList } from '#widgets/change-requests/requests-list.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { boundsOf, periodOf, stateTones, sumOf } from './authority-words.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import styles from './staff.module.css'

const AuthorityDialog = onDemand(async () => (await import('./authority-dialog.tsx')).AuthorityDialog)
const AuthorityEndDialog = onDemand(async () => (await import('./end-dialog.tsx')).AuthorityEndDialog)

/** What is done with an authority, or that a new one is given. */
type Opened =
  | { readonly what: 'change' | 'end'; readonly authority: GivenAuthority }
  | 'new'
  | 'history'
  | null

function Actions({
  authority,
  refusal,
  onOpen,
}: {
  authority: GivenAuthority
  refusal: string | null
  onOpen: (opened: Opened) => void
}) {
  return (
    <span className={styles.actions}>
      <Button
        look="link"
        aria-label={`Изменить: ${authorityProducts[authority.product]}`}
        disabledReason={refusal}
        onClick={() => onOpen({ what: 'change', authority })}
      >
        Изменить
      </Button>
      <Button
        look="link"
        aria-label={`Прекратить: ${authorityProducts[authority.product]}`}
        disabledReason={refusal}
        onClick={() => onOpen({ what: 'end', authority })}
      >
        Прекратить
      </Button>
    </span>
  )
}

function Authority({
  authority,
  ...actions
}: {
  authority: GivenAuthority
  refusal: string | null
  onOpen: (opened: Opened) => void
}) {
  const { product, state, boundless, request } = authority
  const isLive = state === 'CURRENT' || state === 'FUTURE'
  return (
    <li className={styles[state.toLowerCase()] ?? ''}>
      <div className={styles.head}>
        <b>
          {authorityProducts[product]}: {sumOf(authority)}
        </b>
        {boundless && isLive && <Tag tone="amber">Без пределов: задайте их</Tag>}
        <Tag tone={stateTones[state]}>{periodOf(authority)}</Tag>
        {isLive && <Actions authority={authority} {...actions} />}
      </div>
      <dl className={styles.bounds}>
        {boundsOf(authority).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">
        {request === null
          ? 'Даны не запросом: при обновлении или наполнении банка'
          : `Запросил: ${request.maker}, подтвердил: ${request.checker}`}
      </p>
    </li>
  )
}

function Pending({ id }: { id: number }) {
  const { data } = useQuery(query(authorityRequests.get, { params: { id: String(id) } }))
  return data ? (
    <RequestCard request={data} calls={authorityRequests} onDecided={refreshUnderwriters} />
  ) : null
}

function Requests({ id }: { id: number }) {
  const [state, setState] = useState({ status: 'ALL', page: 1 })
  return (
    <RequestsList
      calls={authorityRequests}
      objectId={id}
      emptyText="Запрос появляется, когда кто-то просит дать, изменить или прекратить полномочия."
      state={state}
      onChange={(change) => setState((now) => ({ ...now, page: 1, ...change }))}
      onDecided={refreshUnderwriters}
    />
  )
}

/** What the person may approve alone, what is asked for, and all that was before. */
export function Authorities({ underwriter }: { underwriter: Underwriter }) {
  const { id, fullName, authorities, pending, change } = underwriter
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const live = authorities.filter(({ state }) => state === 'CURRENT' || state === 'FUTURE')
  const past = authorities.filter((one) => !live.includes(one))
  const actions = { refusal: change.reasonDisabled, onOpen: setOpened }
  return (
    <section className={cx('card', styles.box)} aria-label="Полномочия">
      <div className={styles.head}>
        <h2>Полномочия</h2>
        <span className={styles.actions}>
          <Button onClick={() => setOpened('history')}>История</Button>
          <Button look="primary" disabledReason={change.reasonDisabled} onClick={() => setOpened('new')}>
            Дать полномочия
          </Button>
        </span>
      </div>
      {pending !== null && <Pending id={pending.id} />}
      {live.length === 0 ? (
        <Empty
          title="Полномочий нет"
          text="Одобрить заявку сотрудник не может: отказать и передать выше можно и без полномочий."
        />
      ) : (
        <ul className={styles.authorities}>
          {live.map((authority) => (
            <Authority key={authority.id} authority={authority} {...actions} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <Fold name="Прежние" count={past.length} memory={`authorities ${id}`}>
          <ul className={styles.authorities}>
            {past.map((authority) => (
              <Authority key={authority.id} authority={authority} {...actions} />
            ))}
          </ul>
        </Fold>
      )}
      <Fold name="Запросы" memory={`authority requests ${id}`}>
        <Requests id={id} />
      </Fold>
      {opened === 'new' && <AuthorityDialog underwriter={underwriter} before={null} onClose={close} />}
      {opened === 'history' && (
        <HistoryDialog
          title={`История полномочий: ${fullName}`}
          pages={(page) => query(listAuthorityHistory, { params: { id: String(id) }, query: page })}
          onClose={close}
        />
      )}
      {opened !== null && typeof opened === 'object' && opened.what === 'change' && (
        <AuthorityDialog underwriter={underwriter} before={opened.authority} onClose={close} />
      )}
      {opened !== null && typeof opened === 'object' && opened.what === 'end' && (
        <AuthorityEndDialog underwriter={underwriter} authority={opened.authority} onClose={close} />
      )}
    </section>
  )
}
