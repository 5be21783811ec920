import type {
  EmploymentSheet,
  LoggedCall,
} from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import {
  calledPeople,
  callResults,
  numberSources,
} from '@ipoteka-office/contract/underwriting/form/employment/call-fields.ts'
import { useState } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { formatPhone } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import styles from './employment.module.css'
import type { WorkPlace } from './use-employment.ts'

const CallWindow = onDemand(async () => (await import('./call-window.tsx')).CallWindow)

const tones: Readonly<Record<LoggedCall['result'], Tone>> = {
  CONFIRMED: 'green',
  NOT_CONFIRMED: 'red',
  NOT_REACHED: 'amber',
  WRONG_NUMBER: 'amber',
  REFUSED: 'amber',
}

type Words = Omit<LoggedCall, 'earlier'>

function CallWords({ call }: { call: Words }) {
  const { called, phone, numberSource, spokeWith, result, said, calledAt, calledBy } = call
  return (
    <>
      <span className={styles.line}>
        <b>{calledPeople[called]}</b>
        <Tag tone={tones[result]}>{callResults[result]}</Tag>
        <span className="muted">
          {formatDateTime(calledAt)}, {calledBy.fullName}
        </span>
      </span>
      <span>
        {formatPhone(phone)}, {numberSources[numberSource].toLocaleLowerCase('ru')}
        {spokeWith !== '' && `. Говорили: ${spokeWith}`}
      </span>
      {said !== '' && <span className={styles.said}>{said}</span>}
    </>
  )
}

function LoggedCallItem({
  call,
  refusal,
  onCorrect,
}: {
  call: LoggedCall
  refusal: string | null
  onCorrect: () => void
}) {
  const { reason, writtenBy, writtenAt, earlier } = call
  return (
    <li className={styles.call}>
      <CallWords call={call} />
      {reason !== '' && (
        <span className="muted small">
          Исправлено: {reason}. {writtenBy.fullName}, {formatDateTime(writtenAt)}
        </span>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>Как было записано</summary>
          <ul className={styles.earlier}>
            {earlier.map((one) => (
              <li key={one.id} className={styles.call}>
                <CallWords call={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button look="link" disabledReason={refusal} onClick={onCorrect}>
        Исправить
      </Button>
    </li>
  )
}

/** «Журнал звонков»: who called whom, when, and what came of it. Nothing of it is deleted. */
export function CallLog({ place, sheet }: { place: WorkPlace; sheet: EmploymentSheet }) {
  const [asked, setAsked] = useState<LoggedCall | 'new' | null>(null)
  const refusal = sheet.callable.reasonDisabled
  return (
    <section className={cx('card', styles.box)} aria-label="Журнал звонков">
      <div className={styles.head}>
        <h2>Журнал звонков</h2>
        <Button data-accept disabledReason={refusal} onClick={() => setAsked('new')}>
          Записать звонок
        </Button>
      </div>
      {sheet.calls.length === 0 && <p className="muted">Ещё никому не звонили.</p>}
      <ul className={styles.calls}>
        {sheet.calls.map((call) => (
          <LoggedCallItem key={call.id} call={call} refusal={refusal} onCorrect={() => setAsked(call)} />
        ))}
      </ul>
      {asked !== null && (
        <CallWindow
          place={place}
          sheet={sheet}
          wrong={asked === 'new' ? null : asked}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
