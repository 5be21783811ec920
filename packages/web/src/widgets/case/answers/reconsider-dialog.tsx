import {
  type ReconsiderationCause,
  reconsider,
  reconsiderationCauses,
} from '@ipoteka-office/contract/underwriting/reconsideration.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from '../case.module.css'
import ownStyles from './answers.module.css'
import { type AnswerProps, useAnswer } from './use-answer.ts'

const causes = Object.entries(reconsiderationCauses) as [ReconsiderationCause, string][]

/** What has changed since the approval, ticked and in words. */
export function ReconsiderDialog({ head, action, onClose }: AnswerProps) {
  const id = useId()
  const [chosen, setChosen] = useState<readonly ReconsiderationCause[]>([])
  const [text, setText] = useState('')
  const { busy, send } = useAnswer(head, action.label, onClose)
  const lack =
    chosen.length === 0
      ? 'Отметьте, что изменилось'
      : text.trim() === ''
        ? 'Напишите, что именно изменилось'
        : null
  const apply = () =>
    void send(() =>
      call(reconsider, {
        params: { id: String(head.id) },
        body: { version: head.version, causes: [...chosen], text: text.trim() },
      }),
    )
  return (
    <Dialog
      open
      title={action.label}
      onClose={onClose}
      outside={text === '' ? 'close' : 'ask'}
      approval={{ text: 'На пересмотр', onApprove: apply, busy, disabledReason: lack }}
    >
      <p>
        Действующее решение будет приостановлено, пока банк не примет новое. Если банк откажет, прежнее
        одобрение действовать перестанет.
      </p>
      <fieldset className={ownStyles.choices}>
        <legend>Что изменилось</legend>
        {causes.map(([code, name]) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={id}>Подробности</label>
        <TextArea id={id} value={text} onChange={setText} maxLength={2_000} aria-required />
      </div>
    </Dialog>
  )
}
