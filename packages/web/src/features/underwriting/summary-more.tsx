import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import {
  conditionOwners,
  conditionPoints,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import { formatDate } from '#lib/dates.ts'
import { formatPercent, formatRoubles } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import styles from './summary.module.css'
import { type Of, Part, Rows } from './summary-parts.tsx'

const hoursText = (hours: number) => (hours === 0 ? 'нет' : countOf(hours, 'час', 'часа', 'часов'))

/** What a consumer loan is for, and what the law asks of it. */
export function Loan({ summary: { loan } }: Of) {
  if (loan === null) return null
  const { goal, refinanced, coolingOff, selfBan } = loan
  return (
    <Part title="Потребительский кредит">
      <p>Цель: {goal ?? 'не указана'}.</p>
      {refinanced.length > 0 && (
        <Rows
          head={['Рефинансируется', 'Остаток', 'Ставка']}
          rows={refinanced.map(({ creditor, balance, rate }) => [
            creditor,
            formatRoubles(balance),
            formatPercent(rate),
          ])}
        />
      )}
      <p>
        Период охлаждения:{' '}
        {coolingOff === null ? 'не определён' : `${hoursText(coolingOff.hours)}. ${coolingOff.reason}`}
      </p>
      {selfBan.map(({ name, stateName, answeredAt }) => (
        <p key={name}>
          Самозапрет, {name}: {stateName.toLocaleLowerCase('ru')}
          {answeredAt !== null && `, ${formatDate(answeredAt)}`}
        </p>
      ))}
      {selfBan.length === 0 && <p>О самозапрете бюро ещё не спрашивали.</p>}
    </Part>
  )
}

/** What is to be met, and till when; before a decision what an approval would bring by itself. */
export const Conditions = ({ summary: { conditions } }: Of) => (
  <Part title="Отлагательные условия">
    {conditions.length === 0 ? (
      <p>Условий нет.</p>
    ) : (
      <Rows
        head={['Условие', 'К моменту', 'Кто выполняет', 'Срок', 'Состояние']}
        rows={conditions.map(({ text, point, owner, dueOn, stateName }) => [
          text,
          conditionPoints[point],
          conditionOwners[owner],
          formatDate(dueOn),
          stateName ?? 'появится с одобрением',
        ])}
      />
    )}
  </Part>
)

/** Answers that need a look are told one by one; those that passed without a remark by their names. */
export function Checks({ summary: { checks, risks } }: Of) {
  const told = checks.filter(({ state }) => state !== 'OK')
  const passed = new Map<string, number>()
  for (const { name, state } of checks) if (state === 'OK') passed.set(name, (passed.get(name) ?? 0) + 1)
  const count = checks.length - told.length
  return (
    <Part title="Проверки">
      {risks.length > 0 && (
        <>
          <h3>Принятые риски</h3>
          <Rows
            head={['Проверка', 'Кого', 'Ответ', 'Почему принят', 'Кто', 'По']}
            rows={risks.map(({ check, subject, answer, reason, by, validTo }) => [
              check,
              subject,
              answer,
              reason,
              by,
              formatDate(validTo),
            ])}
          />
          <h3>Ответы</h3>
        </>
      )}
      {told.length > 0 && (
        <Rows
          head={['Проверка', 'Кого', 'Ответ', 'Действует до']}
          rows={told.map(({ name, subject, state, text, validUntil }) => [
            name,
            subject,
            text === '' ? autoCheckStates[state] : `${autoCheckStates[state]}: ${text}`,
            formatDate(validUntil),
          ])}
        />
      )}
      {count > 0 && (
        <p>
          Без замечаний — {countOf(count, 'ответ', 'ответа', 'ответов')}:{' '}
          <span className={styles.passed}>
            {[...passed].map(([name, times]) => (times === 1 ? name : `${name} (${times})`)).join('; ')}.
          </span>
        </p>
      )}
      {checks.length === 0 && <p>Проверок ещё не было.</p>}
    </Part>
  )
}
