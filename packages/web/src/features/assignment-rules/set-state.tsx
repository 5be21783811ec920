import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { assignmentStates } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import type { RuleBoard, WholeRuleSet } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './assignment.module.css'
import { testWords } from './trial-words.ts'

const ActionDialog = onDemand(async () => (await import('./action-dialog.tsx')).ActionDialog)

function Actions({ set }: { set: WholeRuleSet }) {
  const [asked, setAsked] = useState<AllowedAction | null>(null)
  return (
    <div className={styles.actions}>
      {set.actions.map((action) => (
        <Button
          key={action.code}
          look={action.look === 'primary' ? 'primary' : 'default'}
          disabledReason={action.enabled ? null : action.reasonDisabled}
          onClick={() => setAsked(action)}
        >
          {action.label}
        </Button>
      ))}
      {asked && <ActionDialog set={set} action={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

function Active({ active, waiting }: RuleBoard) {
  const since = active?.since
  return (
    <p>
      {active === null ? (
        'Правил ещё нет: дело ведёт тот, кто его завёл.'
      ) : (
        <>
          Действует версия {active.number}
          {since && ` с ${formatDateTime(since)}`}
          {active.approver && `, ввёл(а) ${shortName(active.approver.fullName)}`}
        </>
      )}{' '}
      {waiting > 0 && <Tag tone="amber">Без ответственного: {countOf(waiting, 'дело', 'дела', 'дел')}</Tag>}
    </p>
  )
}

function Draft({ draft }: { draft: WholeRuleSet }) {
  return (
    <>
      <p>
        <Tag tone={draft.state === 'ON_APPROVAL' ? 'amber' : 'blue'}>{assignmentStates[draft.state]}</Tag>{' '}
        Версия {draft.number}
        {draft.author && `, готовит ${shortName(draft.author.fullName)}`}, сохранена{' '}
        {formatDateTime(draft.savedAt)}. {testWords(draft.test)}
      </p>
      {draft.state === 'ON_APPROVAL' && draft.comment !== '' && <p>Что меняется: {draft.comment}</p>}
      <Actions set={draft} />
    </>
  )
}

/** Which rules act, what is being prepared, and what may be done with it now. */
export function SetState({ board, begin }: { board: RuleBoard; begin: ReactNode }) {
  const { active, draft } = board
  return (
    <section className={cx('card', styles.state)} aria-label="Версии правил">
      <Active {...board} />
      {draft === null ? (
        <div className={styles.line}>
          {begin}
          {active && <Actions set={active} />}
        </div>
      ) : (
        <Draft draft={draft} />
      )}
    </section>
  )
}
