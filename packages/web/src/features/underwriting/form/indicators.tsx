import { enginePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { FormRoom, FormStop } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useState } from 'react'
import { formatPercent, formatRoubles, formatTerm, formatTermFrom } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './indicators.module.css'
import { Light } from './light.tsx'

const DisputeWindow = onDemand(async () => (await import('./dispute-window.tsx')).DisputeWindow)

const share = (value: string | null, full: number): number | null =>
  value === null ? null : Math.max(0, Math.min(100, (Number(value) / full) * 100))

/** A measure on its scale: a bar, a stroke where the norm is, a ring where stress would bring it. */
function Gauge({
  name,
  value,
  norm,
  stress,
  scale,
  texts,
  isBad,
}: {
  name: string
  value: string | null
  norm: string
  stress: string | null
  /** What the whole track is. */
  scale: number
  texts: { readonly value: string; readonly norm: string; readonly stress: string }
  isBad: boolean
}) {
  const [bar, stroke, ring] = [share(value, scale), share(norm, scale), share(stress, scale)]
  return (
    <div className={styles.gauge}>
      <div className={styles.line}>
        <span>{name}</span>
        <b className={isBad ? styles.bad : undefined}>{texts.value}</b>
      </div>
      <div className={styles.track} aria-hidden="true">
        {bar !== null && <i className={isBad ? styles.badBar : undefined} style={{ width: `${bar}%` }} />}
        <u style={{ left: `${stroke}%` }} />
        {ring !== null && <s style={{ left: `${ring}%` }} />}
      </div>
      <div className={cx(styles.line, styles.note)}>
        <span>{texts.norm}</span>
        {stress !== null && <span className={styles.stress}>{texts.stress}</span>}
      </div>
    </div>
  )
}

const above = (value: string | null, norm: string) => value !== null && Number(value) > Number(norm)
const below = (value: string | null, norm: string) => value !== null && Number(value) < Number(norm)
const debtScale = 80
const valueScale = 100
/** Of the residual income the norm stands where a good answer leaves room beyond it. */
const residualScale = 2.5

function Gauges({ room: { indicators } }: { room: FormRoom }) {
  const { debtLoad, loanToValue, residual, seniority, ratePoints, pricePercent, family } = indicators
  const points = `+${ratePoints.replace('.', ',')} п. п.`
  return (
    <>
      <Gauge
        name="ПДН"
        {...debtLoad}
        scale={debtScale}
        isBad={above(debtLoad.value, debtLoad.norm)}
        texts={{
          value: formatPercent(debtLoad.value, 1),
          norm: `норма до ${formatPercent(debtLoad.norm)}`,
          stress: `${points}: ${formatPercent(debtLoad.stress, 1)}`,
        }}
      />
      {loanToValue !== null && (
        <Gauge
          name="К/З"
          {...loanToValue}
          scale={valueScale}
          isBad={above(loanToValue.value, loanToValue.norm)}
          texts={{
            value: formatPercent(loanToValue.value, 1),
            norm: `норма до ${formatPercent(loanToValue.norm)}`,
            stress: `цена −${formatPercent(pricePercent)}: ${formatPercent(loanToValue.stress, 1)}`,
          }}
        />
      )}
      <Gauge
        name={`Остаток на члена семьи (${family})`}
        {...residual}
        scale={Number(residual.norm) * residualScale}
        isBad={below(residual.value, residual.norm)}
        texts={{
          value: formatRoubles(residual.value),
          norm: `норма от ${formatRoubles(residual.norm)}`,
          stress: `${points}: ${formatRoubles(residual.stress)}`,
        }}
      />
      <div className={styles.gauge}>
        <div className={styles.line}>
          <span>Стаж на месте</span>
          <b
            className={
              seniority.months !== null && seniority.months < seniority.norm ? styles.bad : undefined
            }
          >
            {formatTerm(seniority.months)}
          </b>
        </div>
        <div className={cx(styles.line, styles.note)}>
          <span>норма от {formatTermFrom(seniority.norm)}</span>
          <span>{seniority.source}</span>
        </div>
      </div>
    </>
  )
}

function Stops({ room, head }: { room: FormRoom; head: CaseHead }) {
  const [disputed, setDisputed] = useState<NonNullable<FormStop['factor']> | null>(null)
  const liftable = room.stops.filter(
    ({ state, factor }) => state !== 'OK' && factor !== null && !factor.hard && !factor.disputed,
  ).length
  return (
    <section aria-label="Стоп-факторы">
      <div className={styles.head}>
        <h2>Стоп-факторы</h2>
        {liftable > 0 && <Tag tone="amber">{liftable} снимаемый</Tag>}
      </div>
      {room.stops.length === 0 && <p className={styles.none}>Проверок ещё не было.</p>}
      <ul className={styles.stops}>
        {room.stops.map(({ text, state, factor }) => (
          <li key={text}>
            <Light light={state} />
            <span className={styles.cut} title={text}>
              {text}
            </span>
            {factor !== null && !factor.hard && state !== 'OK' && !factor.disputed && (
              <button type="button" className={styles.dispute} onClick={() => setDisputed(factor)}>
                Оспорить
              </button>
            )}
            {factor?.disputed === true && state !== 'OK' && (
              <HrefLink href={enginePath(head.type, head.id)}>оспорен</HrefLink>
            )}
          </li>
        ))}
      </ul>
      {disputed !== null && (
        <DisputeWindow caseId={room.caseId} factor={disputed} onClose={() => setDisputed(null)} />
      )}
    </section>
  )
}

/** What the person may approve, what it comes to, and who decides. */
function Authority({ room: { line, exposure, requested } }: { room: FormRoom }) {
  const { authority, lacks } = line
  const bound = authority?.maxExposure ?? null
  const others = exposure?.others ?? []
  return (
    <div className={cx(styles.authority, lacks.length === 0 && styles.enough)}>
      <b>
        {authority === null
          ? 'Полномочий на одобрение у вас нет'
          : `Ваш предел ${bound === null ? 'не ограничен' : roublesText(bound.replace(/\.00$/, ''))}`}
        {exposure !== null && `, экспозиция ${roublesText(exposure.total.replace(/\.00$/, ''))}`}
      </b>
      <b>→ {lacks.length === 0 ? 'решаете вы' : 'решение руководителя'}</b>
      {lacks.length > 0 && <span>{lacks.join('; ')}</span>}
      {others.length > 0 && (
        <span>
          Эта заявка {formatRoubles(requested.amount)}
          {others.map(({ number, amount }) => `, № ${number} ${formatRoubles(amount)}`).join('')}
        </span>
      )}
    </div>
  )
}

const keys = [
  [['J', 'K'], 'строка'],
  [['0', '8'], 'вкладка'],
  [['A'], 'взять'],
  [['R'], 'замечание'],
  [['D'], 'решение'],
  [['N'], 'следующая'],
  [['?'], 'все клавиши'],
] as const

/** The right side: measures with norm and stress, what stops, whose decision it is, and the keys. */
export function Indicators({ room, head }: { room: FormRoom; head: CaseHead }) {
  return (
    <aside className={cx('card', styles.side)} aria-label="Показатели">
      <div className={styles.head}>
        <h2>Показатели</h2>
        <span className={styles.legend} aria-hidden="true">
          <i /> норма <s /> стресс
        </span>
      </div>
      <Gauges room={room} />
      <Stops room={room} head={head} />
      <Authority room={room} />
      <div className={styles.keys} aria-hidden="true">
        {keys.map(([marks, words]) => (
          <span key={words}>
            {marks.map((mark) => (
              <Kbd key={mark}>{mark}</Kbd>
            ))}{' '}
            {words}
          </span>
        ))}
      </div>
    </aside>
  )
}
