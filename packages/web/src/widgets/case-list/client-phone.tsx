import { unmaskPhone } from '@ipoteka-office/contract/access-log/unmask.ts'
import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue, formatPhone } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './case-list.module.css'

/** The phone of a row: masked, and with the right shown by a press, which is written to the journal of access. */
export function ClientPhone({
  caseId,
  clientName,
  phone,
}: {
  caseId: number
  clientName: string
  phone: string | null
}) {
  const mayShow = useRights().mayCall(unmaskPhone)
  const show = useMutation({ ...mutation(unmaskPhone), onError: notifyFailure })
  if (phone === null) return emptyValue
  const shown = show.data?.phone ?? null
  const hint = shown === null ? 'Показать телефон' : 'Скрыть телефон'
  return (
    <span className={styles.phone}>
      <span aria-live="polite">{formatPhone(shown ?? phone)}</span>
      {mayShow && isMasked(phone) && (
        <Tooltip text={shown === null ? `${hint}: просмотр запишется в журнал доступа` : hint}>
          <Button
            look="link"
            className={styles.show}
            loading={show.isPending}
            aria-label={`${hint}: ${clientName}`}
            onClick={() =>
              shown === null ? show.mutate({ params: { id: String(caseId) }, body: {} }) : show.reset()
            }
          >
            {!show.isPending && <Icon name={shown === null ? 'eye' : 'close'} size={14} />}
          </Button>
        </Tooltip>
      )}
      {shown !== null && (
        <CopyButton compact text={formatPhone(shown)} label={`Скопировать телефон: ${clientName}`} />
      )}
    </span>
  )
}
