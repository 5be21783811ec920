import { lowered } from '#lib/words.ts'
import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef } from 'react'
import { formatMoney, shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { HrefLink } from '../href-link.tsx'
import { PresenceLine } from '../record/presence-line.tsx'
import styles from './case.module.css'
import { CaseActions } from './case-actions.tsx'
import { FavouriteStar } from './favourite-star.tsx'
import { PhaseRail } from './phase-rail.tsx'
import { SlaChip } from './sla-chip.tsx'
import { UnmaskButton } from './unmask-button.tsx'

/** A word and a value of the head. */
export interface HeadFact {
  readonly label: string
  readonly value: ReactNode
}

/** What stays in the slim head where there is little room. */
const keptFacts = new Set(['Этап', 'Проверяет'])

function Facts({ facts }: { facts: readonly HeadFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} data-kept={keptFacts.has(label) || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps the place of somebody at the keyboard when the action under the focus is no longer there. */
function useKeptFocus(actions: CaseHead['actions']) {
  const place = useRef<HTMLDivElement>(null)
  const held = useRef(false)
  useEffect(() => {
    if (held.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
  }, [actions])
  return {
    ref: place,
    tabIndex: -1,
    onFocus: () => {
      held.current = true
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) held.current = false
    },
  }
}

/** More cases of one client than these are found by the list. */
const shownRelated = 3

const subtitle = (head: CaseHead): string[] => [
  `№\u00a0${head.number}`,
  ...(head.programme === null ? [] : [head.programme]),
  head.partner.shortName,
  ...(head.responsible === null ? [] : [shortName(head.responsible.fullName)]),
  ...(head.responsible === null && head.workgroup !== null ? [`группа «${head.workgroup.name}»`] : []),
]

const origins = { SOURCE: 'создано по', RESULT: 'дальше', LINKED: 'тот же клиент' } as const

/** What the case was made of and what was made of it, each a link: «создано по: лид Л-26-000123». */
function Related({ related }: Pick<CaseHead, 'related'>) {
  if (related.length === 0) return null
  return (
    <span role="group" aria-label="Связанные дела">
      {related.slice(0, shownRelated).map(({ id, type, number, stageName, relation }, at) => (
        <Fragment key={id}>
          {at > 0 && ' · '}
          <span>
            {origins[relation]}:{' '}
            <HrefLink href={casePath(type, id)} title={stageName}>
              {lowered(caseTypes[type].name)} {number}
            </HrefLink>
          </span>
        </Fragment>
      ))}
      {related.length > shownRelated && ` · и ещё ${related.length - shownRelated}`}
    </span>
  )
}

/** Who, number, product, amount, stage, time left and what the server allows now. */
export function CaseHeadCard({
  head,
  slim,
  facts,
  buttons,
  handlers,
  beforeMove,
}: {
  head: CaseHead
  /** One line of 64 px: the page is scrolled. */
  slim: boolean
  facts: readonly HeadFact[]
  buttons: ReactNode
  handlers: Readonly<Record<string, (action: AllowedAction) => void>>
  beforeMove: ((action: AllowedAction) => Promise<boolean>) | undefined
}) {
  const kept = useKeptFocus(head.actions)
  const known = [
    ...(head.amount === null ? [] : [{ label: 'Сумма', value: formatMoney(head.amount) }]),
    ...facts,
    { label: 'Этап', value: head.stageName },
    ...(head.checker === null ? [] : [{ label: 'Проверяет', value: shortName(head.checker) }]),
  ]
  return (
    <header className={cx('card', styles.head, slim && styles.slim)}>
      <div className={styles.headLine}>
        <div className={styles.name}>
          <h1 title={head.clientName}>{head.clientName}</h1>
          <FavouriteStar caseId={head.id} favourite={head.favourite} />
        </div>
        <Facts facts={known} />
        <SlaChip clock={head.clock} />
        <div className={styles.actions} role="group" aria-label="Действия" {...kept}>
          {buttons}
          <CaseActions head={head} handlers={handlers} beforeMove={beforeMove} />
        </div>
      </div>
      <div className={styles.subtitle}>
        <span className={styles.about}>
          {subtitle(head).map((part, at) => (
            <Fragment key={part}>
              {at > 0 && ' · '}
              <span>{part}</span>
            </Fragment>
          ))}
        </span>
        <Related related={head.related} />
        <UnmaskButton caseId={head.id} />
        <div className={styles.presence}>
          <PresenceLine topic={topics.presence('case', head.id)} room={slim ? 'mark' : 'line'} />
        </div>
      </div>
      <PhaseRail head={head} slim={slim} />
    </header>
  )
}
