import { lowered } from '#lib/words.ts'
import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { documentStatuses } from '@ipoteka-office/contract/documents/documents.ts'
import {
  type AssetPaper,
  type AssetProof,
  assetProofs,
  type AssetRow,
  type AssetsSheet,
  assetUses,
  getAssetsSheet,
} from '@ipoteka-office/contract/underwriting/assets/assets-sheet.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { TrafficLight } from '@ipoteka-office/contract/underwriting/traffic-lights.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { Light } from '../light.tsx'
import styles from './assets.module.css'

const lights: Readonly<Record<AssetProof, TrafficLight>> = {
  CONFIRMED: 'OK',
  BROUGHT: 'WARN',
  REFUSED: 'FAIL',
  NONE: 'NONE',
}

function Papers({ room, papers }: { room: FormRoom; papers: readonly AssetPaper[] }) {
  const owner = caseTypes[room.type].documents.owner
  return papers.map(({ id, title, status, expired }) => (
    <span key={id} className={styles.paper}>
      <HrefLink href={caseDocumentPath(owner, room.caseId, id)}>{title}</HrefLink>{' '}
      <span className="muted small">{expired ? 'срок истёк' : lowered(documentStatuses[status])}</span>
    </span>
  ))
}

function Row({ row, room }: { row: AssetRow; room: FormRoom }) {
  const { typeName, description, shareName, value, use, worth, proof, papers } = row
  return (
    <tr>
      <th scope="row">
        {typeName}
        {description !== '' && <div className="muted small">{description}</div>}
      </th>
      <td>{shareName || <span className="muted">не указана</span>}</td>
      <td className={styles.sum}>{formatRoubles(value)}</td>
      <td>
        <span className={styles.proof}>
          <Light light={lights[proof]} words={assetProofs[proof]} /> {assetProofs[proof]}
        </span>
        <Papers room={room} papers={papers} />
      </td>
      <td className={styles.sum}>
        {formatRoubles(worth)}
        <div className="muted small">{assetUses[use]}</div>
      </td>
    </tr>
  )
}

function DownPayment({ sheet: { downPayment }, room }: { sheet: AssetsSheet; room: FormRoom }) {
  if (downPayment === null) return null
  const { amount, sourceName, covered, papers } = downPayment
  const isWhole = covered !== null && Number(covered) >= Number(amount)
  return (
    <div>
      <dt>Первоначальный взнос</dt>
      <dd>
        <b>{formatRoubles(amount)}</b>
        <span className="muted small">{lowered(sourceName)}</span>
        {covered !== null && (
          <span className={isWhole ? undefined : styles.lack}>
            {isWhole
              ? 'имущества этого участника хватает'
              : `из имущества этого участника ${formatRoubles(covered)}: остальное подтверждают иначе`}
          </span>
        )}
        <Papers room={room} papers={papers} />
      </dd>
    </div>
  )
}

function Totals({ sheet, room }: { sheet: AssetsSheet; room: FormRoom }) {
  const { total, worth, money, confirmed, reserveMonths } = sheet
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Всего по анкете</dt>
        <dd>
          <b>{formatRoubles(total)}</b>
        </dd>
      </div>
      <div>
        <dt>Для сделки</dt>
        <dd>
          <b>{formatRoubles(worth)}</b>
          <span className="muted small">подтверждено {formatRoubles(confirmed)}</span>
        </dd>
      </div>
      <div>
        <dt>Деньгами</dt>
        <dd>
          <b>{formatRoubles(money)}</b>
          {reserveMonths !== null && Number(money) > 0 && (
            <span className="muted small">
              после взноса хватит на {countOf(reserveMonths, 'платёж', 'платежа', 'платежей')}
            </span>
          )}
        </dd>
      </div>
      <DownPayment sheet={sheet} room={room} />
    </dl>
  )
}

const columns = ['Имущество', 'Собственность', 'Стоимость', 'Подтверждение', 'Для сделки']

/** «Имущество»: what the participant owns, how far it is confirmed and what the deal may lean on. */
export function Assets({ room }: { room: FormRoom }) {
  const { caseId, participantId } = room
  const params = { id: String(caseId), participantId: String(participantId) }
  const answer = useQuery(query(getAssetsSheet, { params }))
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const sheet = answer.data
  return (
    <section className={cx('card', styles.card)} aria-label="Имущество">
      <header className={styles.head}>
        <h2>Имущество</h2>
        <span className="muted small">по анкете</span>
      </header>
      <Totals sheet={sheet} room={room} />
      {sheet.rows.length === 0 ? (
        <Empty
          title={sheet.none === true ? 'Имущества нет' : 'Об имуществе ещё не сказано'}
          text={
            sheet.none === true
              ? 'Участник ответил в анкете, что имущества у него нет.'
              : 'Раздел анкеты заполняет агент: напишите замечание, если он нужен для решения.'
          }
        />
      ) : (
        <PlainTable columns={columns}>
          {sheet.rows.map((row, at) => (
            // Rows of the questionnaire have no names of their own, and nothing here changes their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={at} row={row} room={room} />
          ))}
        </PlainTable>
      )}
      {sheet.comment !== '' && <p className={styles.comment}>{sheet.comment}</p>}
    </section>
  )
}
