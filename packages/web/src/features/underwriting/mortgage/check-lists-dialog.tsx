import { lowered } from '#lib/words.ts'
import {
  type CheckListGoal,
  checkListGoals,
  questionKinds,
  questionsOf,
} from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import {
  type CheckListVersion,
  checkListStates,
  draftCheckList,
  listCheckLists,
  moveCheckList,
} from '@ipoteka-office/contract/underwriting/objects/check-list-versions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { CheckListEditor } from './check-list-editor.tsx'
import styles from './mortgage.module.css'

const goals = (Object.keys(checkListGoals) as CheckListGoal[]).map((code) => ({
  code,
  name: checkListGoals[code],
}))

/** Check lists by goal and their versions; whoever has the right writes and publishes the next ones. */
export function CheckListsDialog({ onClose }: { onClose: () => void }) {
  const answer = useQuery(query(listCheckLists, {}))
  const [goal, setGoal] = useState<CheckListGoal>('SECONDARY_MARKET')
  const [opened, setOpened] = useState<number | null>(null)
  const versions = (answer.data ?? []).filter((one) => one.goal === goal)
  const shown = versions.find(({ id }) => id === opened) ?? versions[0]
  const refresh = () => void answer.refetch()
  return (
    <Dialog open size="wide" title="Списки вопросов юридической проверки" outside="ignore" onClose={onClose}>
      <div className={styles.line2}>
        <SingleSelect
          aria-label="Цель кредита"
          options={goals}
          value={goal}
          onChange={(code) => {
            setGoal(code as CheckListGoal)
            setOpened(null)
          }}
        />
        <BeginDraft goal={goal} versions={versions} onBegun={setOpened} onChanged={refresh} />
      </div>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={refresh} />}
      {answer.isPending && <SkeletonRows />}
      <ul className={styles.versions}>
        {versions.map((version) => (
          <li key={version.id}>
            <Button
              {...(version.id === shown?.id ? {} : { look: 'link' as const })}
              onClick={() => setOpened(version.id)}
            >
              Версия {version.number}
            </Button>
            <Tag tone={version.inForce ? 'green' : 'neutral'}>
              {version.inForce ? 'действует' : lowered(checkListStates[version.state])}
            </Tag>
            {version.validFrom !== null && <span>с {formatDate(version.validFrom)}</span>}
            <span className="muted small">
              {version.publishedBy ?? (version.savedBy === null ? 'поставка системы' : version.savedBy)}
              {version.publishedAt !== null && `, ${formatDateTime(version.publishedAt)}`}
              {version.answers > 0 && `; ответов: ${version.answers}`}
            </span>
          </li>
        ))}
      </ul>
      {shown && <Version key={shown.id} version={shown} onChanged={refresh} />}
    </Dialog>
  )
}

function BeginDraft({
  goal,
  versions,
  onBegun,
  onChanged,
}: {
  goal: CheckListGoal
  versions: readonly CheckListVersion[]
  onBegun: (id: number) => void
  onChanged: () => void
}) {
  const begin = useMutation(mutation(draftCheckList))
  const rights = useRights()
  const refusal = rights.mayCall(draftCheckList)
    ? versions.some(({ state }) => state === 'DRAFT')
      ? 'Черновик уже есть'
      : null
    : 'Списки вопросов меняет сотрудник с этим правом'
  const run = async () => {
    try {
      onBegun((await begin.mutateAsync({ body: { goal } })).id)
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  return (
    <Button loading={begin.isPending} disabledReason={refusal} onClick={() => void run()}>
      Новый черновик
    </Button>
  )
}

/** The questions of a version as they are asked. */
function Shown({ version }: { version: CheckListVersion }) {
  return (
    <ol className={styles.plain}>
      {questionsOf(version.content).map(({ key, ask, kind, answers }) => (
        <li key={key}>
          {ask} <span className="muted small">{lowered(questionKinds[kind])}</span>
          {answers.length > 0 && (
            <span className={styles.under}>
              {answers
                .map(({ text, effect }) =>
                  effect === 'FINE' ? text : `${text} (${effect === 'STOP' ? 'останавливает' : 'замечание'})`,
                )
                .join('; ')}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function Version({ version, onChanged }: { version: CheckListVersion; onChanged: () => void }) {
  const id = useId()
  const [words, setWords] = useState('')
  const move = useMutation(mutation(moveCheckList))
  const act = async (action: string) => {
    try {
      const body = { action, comment: words.trim(), version: version.version }
      await move.mutateAsync({ params: { listId: String(version.id) }, body })
      setWords('')
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  return (
    <section aria-label={`Версия ${version.number}`}>
      {version.comment !== '' && <p className="muted">{version.comment}</p>}
      {version.state === 'DRAFT' && version.refusal === null ? (
        <CheckListEditor version={version} onChanged={onChanged} />
      ) : (
        <Shown version={version} />
      )}
      {version.actions.length > 0 && (
        <div className={styles.actions}>
          <label htmlFor={id}>Что изменилось и почему</label>
          <TextArea id={id} value={words} onChange={setWords} maxLength={1_000} rows={2} />
          <div className={styles.foot}>
            {version.actions.map(({ code, label, look, enabled, reasonDisabled, comment }) => (
              <Button
                key={code}
                {...(look === 'plain' ? {} : { look })}
                loading={move.isPending}
                disabledReason={
                  enabled
                    ? comment === 'required' && words.trim() === ''
                      ? 'Напишите, почему'
                      : null
                    : reasonDisabled
                }
                onClick={() => void act(code)}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
