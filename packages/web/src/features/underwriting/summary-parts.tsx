import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { CaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import { trafficLights } from '@ipoteka-office/contract/underwriting/traffic-lights.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import styles from './summary.module.css'

export interface Of {
  readonly summary: CaseSummary
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={cx('card', styles.part)} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** A table of texts; the first column names its rows. */
export function Rows({ head, rows }: { head: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {head.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          // Rows of an answer have no order of their own to lose.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            {cells.map((cell, place) => (
              <td key={head[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const Deal = ({ summary: { head, requested, exposure, line } }: Of) => (
  <Part title="Сделка">
    <Rows
      head={['Программа', 'Сумма', 'Срок', 'Ставка', 'Экспозиция']}
      rows={[
        [
          head.programme ?? 'не выбрана',
          formatRoubles(requested.amount),
          formatTerm(requested.termMonths),
          formatPercent(requested.rate),
          formatRoubles(exposure?.total),
        ],
      ]}
    />
    <p>{line.lacks.length === 0 ? 'Ваших полномочий хватает.' : `Не хватает: ${line.lacks.join('; ')}.`}</p>
  </Part>
)

/** A share beside its norm: what is above it says so in words, on paper too. */
function Share({ value, norm }: { value: string | null; norm: string }) {
  if (value === null || compareDecimals(value, norm) <= 0) return formatPercent(value)
  return (
    <span className={styles.over}>
      {formatPercent(value)} — выше нормы {formatPercent(norm)}
    </span>
  )
}

/** What is left of a month; less than the norm says so in words. */
function Residual({ value, norm }: { value: string | null; norm: string }) {
  if (value === null || compareDecimals(value, norm) >= 0) return formatRoubles(value)
  return (
    <span className={styles.over}>
      {formatRoubles(value)} — ниже нормы {formatRoubles(norm)}
    </span>
  )
}

const shareRow = (name: string, [now, stressed]: readonly (string | null)[], norm: string): ReactNode[] => [
  name,
  <Share key="now" value={now ?? null} norm={norm} />,
  <Share key="stressed" value={stressed ?? null} norm={norm} />,
  `до ${formatPercent(norm)}`,
]

const scoreTones = { APPROVE: 'green', REVIEW: 'amber', REJECT: 'red' } as const

/** What the bank's own scorecard and the decision engine advise. */
export const Advice = ({ summary: { score, advice } }: Of) => (
  <Part title="Балл и совет">
    {score === null ? (
      <p>Балл по скоринговой карте ещё не считали.</p>
    ) : (
      <p>
        Скоринговая карта: <b>{score.score}</b>{' '}
        <StatusDot tone={scoreTones[score.advice]}>{score.adviceName}</StatusDot>{' '}
        <span className={styles.note}>
          версия {score.scorecard.number}, «{score.scorecard.title}», {formatDateTime(score.at)}
          {score.beside !== null &&
            `; рядом версия ${score.beside.scorecard.number}: ${score.beside.score}, ${score.beside.adviceName.toLocaleLowerCase('ru')}`}
        </span>
      </p>
    )}
    <p>
      {advice === null
        ? 'СПР ещё не ответила.'
        : `Совет СПР: ${advice.text.toLocaleLowerCase('ru')}${
            advice.limit === null ? '' : `, предел ${formatRoubles(advice.limit)}`
          }.`}
    </p>
    {advice !== null && advice.notes.length > 0 && (
      <ul>
        {advice.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    )}
  </Part>
)

export const Figures = ({ summary: { figures, stress, norms, budget } }: Of) => (
  <Part title="Показатели">
    <Rows
      head={['Показатель', 'Сейчас', `Ставка +${stress.points} п. п.`, 'Норма']}
      rows={[
        ['Платёж', formatRoubles(figures.payment), formatRoubles(stress.payment), ''],
        shareRow('ПДН', [figures.debtLoad, stress.debtLoad], norms.debtLoad),
        ...(norms.loanToValue === null
          ? []
          : [shareRow('К/З', [figures.loanToValue, stress.loanToValue], norms.loanToValue)]),
        ['П/Д', formatPercent(budget.paymentShare), '', ''],
        [
          `Остаток на члена семьи (${budget.family})`,
          <Residual key="now" value={budget.residual.value} norm={budget.residual.norm} />,
          <Residual key="stressed" value={budget.residual.stress} norm={budget.residual.norm} />,
          `от ${formatRoubles(budget.residual.norm)}`,
        ],
        ['ПСК', formatPercent(figures.fullLoanCost, 3), formatPercent(stress.fullLoanCost, 3), ''],
      ]}
    />
  </Part>
)

const tones = { OK: 'green', WARN: 'amber', FAIL: 'red', NONE: 'neutral' } as const

export const People = ({ summary: { participants } }: Of) => (
  <Part title="Участники">
    <Rows
      head={['Участник', 'Проверки', 'Доход заявлен', 'Подтверждён', 'Принят']}
      rows={participants.map(({ name, roleName, light, notes, incomes, taken }) => [
        <span key="who">
          <b>{name}</b>
          <br />
          {roleName}
        </span>,
        <span key="light">
          <StatusDot tone={tones[light]}>{trafficLights[light]}</StatusDot>
          {notes.map((note) => (
            <span key={note} className={styles.note}>
              {note}
            </span>
          ))}
        </span>,
        incomes.map(({ payer, declared }) => `${payer}: ${formatRoubles(declared)}`).join('; '),
        incomes.map(({ confirmed }) => formatRoubles(confirmed)).join('; '),
        formatRoubles(taken),
      ])}
    />
  </Part>
)

export const Objects = ({ summary: { objects } }: Of) => (
  <Part title="Предмет ипотеки">
    <Rows
      head={['Объект', 'Номер', 'Площадь', 'Цена', 'Обременения']}
      rows={objects.map(({ typeName, number, area, price, encumbrances }) => [
        typeName,
        number || 'не указан',
        area === null ? '' : `${area.replace('.', ',')} м²`,
        formatRoubles(price),
        encumbrances.length === 0 ? 'нет' : encumbrances.length,
      ])}
    />
  </Part>
)

const ruleWords = { PASS: 'Выполнено', FAIL: 'Не выполнено', UNKNOWN: 'Не определено' } as const

export const Grounds = ({ summary: { rules, deviations } }: Of) => (
  <Part title="Условия программы и отклонения">
    {rules.length > 0 && (
      <Rows
        head={['Условие', 'Ответ', 'Что известно']}
        rows={rules.map(({ title, state, datum }) => [title, ruleWords[state], datum])}
      />
    )}
    {deviations.length === 0 ? (
      <p>Отклонений нет.</p>
    ) : (
      <ul>
        {deviations.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
  </Part>
)

export const Earlier = ({ summary: { earlier } }: Of) => (
  <Part title="Отличия от прошлой заявки">
    {earlier === null && <p>Прежних заявок этого человека банк не знает.</p>}
    {earlier?.differences.length === 0 && <p>Ответы те же, что {formatDate(earlier.latestAt)}.</p>}
    {earlier !== null && earlier.differences.length > 0 && (
      <Rows
        head={['Поле', 'Здесь', `Прежде, ${formatDate(earlier.latestAt)}`]}
        rows={earlier.differences.map(({ sectionName, label, here, latest }) => [
          `${sectionName}: ${label}`,
          here,
          latest,
        ])}
      />
    )}
  </Part>
)

export const Chronology = ({ summary: { chronology } }: Of) => (
  <Part title="Хронология">
    <Rows
      head={['Этап', 'С', 'По', 'Кто закончил', 'Комментарий']}
      rows={chronology.map(({ name, enteredAt, leftAt, actor, action, comment }) => [
        name,
        <span key="from" className="nowrap">
          {formatDateTime(enteredAt)}
        </span>,
        <span key="to" className="nowrap">
          {leftAt === null ? 'сейчас' : formatDateTime(leftAt)}
        </span>,
        [actor, action].filter(Boolean).join(': '),
        comment ?? '',
      ])}
    />
  </Part>
)
