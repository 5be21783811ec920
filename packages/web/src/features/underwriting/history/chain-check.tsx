import {
  type ChainVerdict,
  lastChainCheck,
  verifyCaseChains,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './chain-check.module.css'

const covers =
  'Проверка заново считает хеши истории заявки, анкеты, участников, документов, замечаний и комментариев, цепочку решений и печати поверх них, а затем сверяет последние записи с тем, что сейчас в базе.'

const countsOf = ({ records, decisions, seals, unsealed }: ChainVerdict): string =>
  `Записей истории: ${records}, решений: ${decisions}, печатей: ${seals}.${
    unsealed > 0
      ? ` Под печать ещё не попало записей: ${unsealed} — до ближайшей печати их защищает только цепочка.`
      : ''
  }`

/** «Проверить цепочку»: whether the history is as it was written, in words; who checked it last. */
export function ChainCheck({ id }: { id: number }) {
  const params = { id: String(id) }
  const client = useQueryClient()
  const answer = useQuery(query(lastChainCheck, { params }))
  const check = useMutation({
    mutationFn: () => call(verifyCaseChains, { params }),
    onError: (failure) => notifyFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(lastChainCheck) }),
  })
  const verdict = check.data ?? answer.data?.last ?? null
  return (
    <section
      className={cx('card', styles.check, verdict?.isWhole === false && styles.broken)}
      aria-label="Проверка цепочки"
    >
      <div className={styles.words} aria-live="polite">
        {verdict ? (
          <>
            <p className={styles.verdict}>
              <Icon name={verdict.isWhole ? 'check' : 'warning'} />
              <b>{verdict.text}</b>
            </p>
            <p className="muted small" title={covers}>
              {shortName(verdict.by.fullName)}, {formatDateTime(verdict.at)}. {countsOf(verdict)}
            </p>
          </>
        ) : (
          <p className="muted small">{covers}</p>
        )}
      </div>
      <Button onClick={() => check.mutate()} loading={check.isPending}>
        Проверить цепочку
      </Button>
    </section>
  )
}
