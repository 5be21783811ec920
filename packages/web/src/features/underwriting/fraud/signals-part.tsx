import { lowered } from '#lib/words.ts'
import { caseDocumentPath, casePlacePath, fraudPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  FraudCase,
  FraudSheet,
  FraudSignal,
  SignalEvidence,
} from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import {
  fraudSignals,
  type SignalState,
  signalStates,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { cx } from '#ui/class-names.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './fraud.module.css'
import { signalTones } from './fraud-tones.ts'

const order: readonly SignalState[] = ['FIRED', 'UNKNOWN', 'QUIET']

/** A case that shares something: a link where the reader may open it. */
export function CaseLink({ one }: { one: FraudCase }) {
  const words = `${one.clientName}, ${one.partner}, ${lowered(one.stageName)}`
  return one.open ? (
    <HrefLink href={fraudPath(one.type, one.id)} title={words}>
      {one.number}
    </HrefLink>
  ) : (
    <span title={words}>{one.number}</span>
  )
}

/** Where in this case it is read. */
function PlaceLink({ head, evidence }: { head: CaseHead; evidence: SignalEvidence }) {
  const { section, participantId, documentId, text } = evidence
  if (documentId !== null)
    return (
      <HrefLink href={caseDocumentPath(caseTypes[head.type].documents.owner, head.id, documentId)}>
        {text}
      </HrefLink>
    )
  if (section === null) return text
  return <HrefLink href={casePlacePath(head.type, head.id, { section, participantId })}>{text}</HrefLink>
}

function Evidence({ head, sheet, one }: { head: CaseHead; sheet: FraudSheet; one: SignalEvidence }) {
  const cases = sheet.cases.filter(({ id }) => one.caseIds.includes(id))
  return (
    <li>
      <PlaceLink head={head} evidence={one} />
      {cases.length > 0 && (
        <span className={styles.cases}>
          {' '}
          Заявки:{' '}
          {cases.map((shown, at) => (
            <span key={shown.id}>
              {at > 0 && ', '}
              <CaseLink one={shown} />
            </span>
          ))}
        </span>
      )}
    </li>
  )
}

function Line({ head, sheet, signal }: { head: CaseHead; sheet: FraudSheet; signal: FraudSignal }) {
  const { code, state, value, norm, weight, evidence, missing } = signal
  return (
    <tr>
      <th scope="row">{fraudSignals[code]}</th>
      <td>
        <StatusDot tone={signalTones[state]}>{signalStates[state]}</StatusDot>
      </td>
      <td>
        {missing ?? value}
        {evidence.length > 0 && (
          <ul className={styles.evidence}>
            {evidence.map((one) => (
              <Evidence key={one.text} head={head} sheet={sheet} one={one} />
            ))}
          </ul>
        )}
      </td>
      <td className="muted">{norm}</td>
      <td className={styles.weight}>
        {state === 'FIRED' ? <b>{weight}</b> : <span className="muted">{weight}</span>}
      </td>
    </tr>
  )
}

/** The signs with what each stands on: those that fired first, then those nobody can tell of. */
export function SignalsPart({ head, sheet }: { head: CaseHead; sheet: FraudSheet }) {
  const sorted = sheet.signals.toSorted(
    (a, b) =>
      order.indexOf(a.state) - order.indexOf(b.state) || (a.state === 'FIRED' ? b.weight - a.weight : 0),
  )
  return (
    // Focusable, so that the keyboard scrolls what is wider than the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={cx('card', styles.scroll)} tabIndex={0} role="region" aria-label="Признаки мошенничества">
      <table className={styles.signals}>
        <thead>
          <tr>
            <th scope="col">Признак</th>
            <th scope="col">Итог</th>
            <th scope="col">Что найдено</th>
            <th scope="col">Норма</th>
            <th scope="col" className={styles.weight}>
              Вес
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((signal) => (
            <Line key={signal.code} head={head} sheet={sheet} signal={signal} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
