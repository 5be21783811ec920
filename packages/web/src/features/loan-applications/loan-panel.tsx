import { signingFields as fields } from '@ipoteka-office/contract/loan-applications/signing-fields.ts'
import {
  checkSelfBan,
  type LoanApplication,
  selfBanStates,
} from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { useMutation } from '@tanstack/react-query'
import { mutation } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { formatDateTime, formatExact } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag } from '#ui/tag.tsx'
import { refreshHead } from '#widgets/case/case-data.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './loan-applications.module.css'
import { selfBanTone, timeLeft } from './loan-words.ts'

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** «Период охлаждения»: how long, why, and the exact moment of release once the terms are signed. */
export function CoolingOffSection({ coolingOff }: { coolingOff: LoanApplication['coolingOff'] }) {
  if (coolingOff === null)
    return (
      <FormSection title="Период охлаждения" grid={false}>
        <p className="muted">Укажите сумму кредита в разделе «Параметры кредита»</p>
      </FormSection>
    )
  const { hours, reason, signedAt, releaseAt } = coolingOff
  const left = releaseAt === null ? null : timeLeft(releaseAt, serverNow())
  return (
    <FormSection title="Период охлаждения" grid={false}>
      <dl className={styles.facts}>
        <Fact label="Длится">{hours === 0 ? 'Нет' : `${hours} ч с момента подписания`}</Fact>
        <Fact label="Почему">{reason}</Fact>
        {signedAt !== null && <Fact label={fields.signedAt.label}>{formatExact(signedAt)}</Fact>}
        {releaseAt !== null && <Fact label="Выдать можно с">{formatExact(releaseAt)}</Fact>}
        {releaseAt !== null && <Fact label="Осталось">{left ?? <Tag tone="green">Период окончен</Tag>}</Fact>}
      </dl>
    </FormSection>
  )
}

function Check({ check }: { check: LoanApplication['selfBan'][number] }) {
  const { participantName, state, answeredAt, validUntil, bureaus, requestedAt, requestedBy, attempts } =
    check
  return (
    <li>
      <div className={styles.check}>
        <strong>{participantName}</strong>
        <Tag tone={selfBanTone(check, serverNow())}>{selfBanStates[state]}</Tag>
        {check.standIn && <Tag>имитатор бюро</Tag>}
      </div>
      <p className="muted small">
        Запрошено {formatDateTime(requestedAt)}, {requestedBy}
        {attempts > 1 && `, попыток: ${attempts}`}
        {answeredAt !== null && `; ответ ${formatDateTime(answeredAt)}`}
        {validUntil !== null && `, действует до ${formatDateTime(validUntil)}`}
      </p>
      {bureaus.length > 0 && (
        <p className="small">{bureaus.map(({ name, answer }) => `${name}: ${answer}`).join('; ')}</p>
      )}
    </li>
  )
}

/** «Самозапрет»: what the bureaus answered about everybody who takes the loan. */
export function SelfBanSection({
  loan,
  onChecked,
}: {
  loan: LoanApplication
  onChecked: (loan: LoanApplication) => void
}) {
  const allowed = useRights().mayCall(checkSelfBan)
  const ask = useMutation(mutation(checkSelfBan))
  const check = async () => {
    try {
      onChecked(await ask.mutateAsync({ params: { id: String(loan.id) }, body: {} }))
      await refreshHead(loan.id)
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <FormSection title="Самозапрет" grid={false}>
      {loan.selfBanReason ? (
        <p role="note">{loan.selfBanReason}</p>
      ) : (
        <p role="note">Запретов нет: договор заключать можно.</p>
      )}
      <ul className={styles.checks} aria-label="Ответы бюро кредитных историй">
        {loan.selfBan.map((one) => (
          <Check key={one.id} check={one} />
        ))}
      </ul>
      <Button
        loading={ask.isPending}
        disabledReason={allowed ? null : 'Нет права запрашивать бюро'}
        onClick={() => void check()}
      >
        Проверить самозапрет
      </Button>
      <p className={cx(styles.note, 'muted small')}>
        Протокол запроса к бюро кредитных историй непубличен: отвечает имитатор, который стоит на месте
        настоящего обмена. Его ответы для выдачи настоящих денег не годятся.
      </p>
    </FormSection>
  )
}

/** «Стоимость»: payment, ПСК in percent and money. */
export function CostSection({ cost }: { cost: LoanApplication['cost'] }) {
  return (
    <FormSection title="Полная стоимость кредита" grid={false}>
      {cost === null ? (
        <p className="muted">Укажите сумму, срок и ставку</p>
      ) : (
        <dl className={styles.facts}>
          <Fact label="Платёж в месяц">{formatMoney(cost.payment)}</Fact>
          <Fact label="ПСК, % годовых">{formatPercent(cost.percent, 3)}</Fact>
          <Fact label="ПСК в деньгах">{formatMoney(cost.amount)}</Fact>
          <Fact label="Проценты за весь срок">{formatMoney(cost.overpayment)}</Fact>
        </dl>
      )}
    </FormSection>
  )
}
