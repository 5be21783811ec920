import {
  type DocumentRule,
  draftFromRevision,
  type RuleRevision,
  revisionStates,
  withdrawRuleRevision,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { DifferencesTable } from '#widgets/differences-table.tsx'
import styles from './document-rules.module.css'
import { type RuleNames, versionDifferences } from './rule-compare.ts'
import { authorText, periodText } from './rule-words.ts'
import { adoptRule, sayRuleFailure } from './use-rule-record.ts'

const tones: Record<RuleRevision['state'], Tone> = {
  CURRENT: 'green',
  PLANNED: 'amber',
  PAST: 'neutral',
  WITHDRAWN: 'neutral',
}
const noUpdate = 'Нет права на изменение правил. Обратитесь к администратору'

const withdrawReason = (actions: RuleRevision['actions']): string | null => {
  const withdraw = actions.find(({ code }) => code === 'withdraw')
  return withdraw ? withdraw.reasonDisabled : noUpdate
}

/** Two versions side by side: what the earlier one says and what the later one does. */
function Comparison({ pair, names }: { pair: readonly RuleRevision[]; names: RuleNames }) {
  const [before, after] = pair.toSorted((a, b) => a.number - b.number)
  if (!before || !after) return <p className="muted">Отметьте две версии, чтобы сравнить их</p>
  const differences = versionDifferences(before.content, after.content, names)
  if (differences.length === 0)
    return <Empty title={`Версии № ${before.number} и № ${after.number} говорят одно`} />
  return (
    <DifferencesTable
      label="Сравнение версий"
      before={`Версия № ${before.number}`}
      after={`Версия № ${after.number}`}
      differences={differences.map(({ key, label, mine, server }) => ({
        key,
        label,
        before: mine,
        after: server,
      }))}
    />
  )
}

/** All versions of a rule: compared by two, taken as a draft, taken back before they begin. */
export function VersionsDialog({
  rule,
  revisions,
  names,
  dirty,
  onChanged,
  onClose,
}: {
  rule: DocumentRule
  revisions: readonly RuleRevision[]
  names: RuleNames
  /** The form has unsaved changes, which a restored version would replace. */
  dirty: boolean
  onChanged: (rule: DocumentRule) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const mayUpdate = useRights().mayCall(draftFromRevision)
  const [chosen, setChosen] = useState<number[]>(revisions.slice(0, 2).map(({ number }) => number))
  const toggle = (number: number) =>
    setChosen((now) =>
      now.includes(number) ? now.filter((one) => one !== number) : [...now.slice(-1), number],
    )
  const run = async (
    endpoint: typeof draftFromRevision | typeof withdrawRuleRevision,
    number: number,
    done: string,
  ) => {
    const params = { id: String(rule.id), number: String(number) }
    try {
      const changed = await call(endpoint, { params, body: { version: rule.version } })
      await adoptRule(client, changed)
      toast.success(done)
      onChanged(changed)
    } catch (failure) {
      sayRuleFailure('Не получилось', failure)
    }
  }
  const takeBack = async (number: number) => {
    const yes = await confirm({
      text: `Отозвать версию № ${number}? Она ещё не начала действовать.`,
      okText: 'Отозвать',
      danger: true,
    })
    if (yes) await run(withdrawRuleRevision, number, `Версия № ${number} отозвана`)
  }
  const reason = !mayUpdate
    ? noUpdate
    : rule.deletedAt !== null
      ? 'Сначала восстановите правило'
      : dirty
        ? 'Сначала сохраните изменения или откажитесь от них'
        : rule.draft
          ? 'Сначала опубликуйте черновик или откажитесь от него'
          : null
  return (
    <Dialog open onClose={onClose} size="wide" title="Версии правила">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Сравнить</span>
            </th>
            <th scope="col">Версия</th>
            <th scope="col">Срок действия</th>
            <th scope="col">Опубликовал</th>
            <th scope="col">
              <span className="visually-hidden">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {revisions.map(
            ({ number, state, actions, validFrom, inForceTo, publishedAt, publishedBy, comment }) => (
              <tr key={number}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Сравнить версию № ${number}`}
                    checked={chosen.includes(number)}
                    onChange={() => toggle(number)}
                  />
                </td>
                <th scope="row">
                  № {number} <Tag tone={tones[state]}>{revisionStates[state]}</Tag>
                </th>
                <td>{periodText(validFrom, inForceTo)}</td>
                <td>
                  {authorText(publishedBy)}
                  <span className="under">
                    {formatDateTime(publishedAt)}
                    {comment && ` · ${comment}`}
                  </span>
                </td>
                <td className={styles.right}>
                  {state === 'PLANNED' ? (
                    <Button
                      look="link"
                      disabledReason={withdrawReason(actions)}
                      onClick={() => void takeBack(number)}
                    >
                      Отозвать
                    </Button>
                  ) : (
                    <Button
                      look="link"
                      aria-label={`Вернуть версию № ${number}`}
                      disabledReason={reason}
                      onClick={() =>
                        void run(draftFromRevision, number, `Версия № ${number} взята в черновик`).then(
                          onClose,
                        )
                      }
                    >
                      Вернуть
                    </Button>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <div className={styles.compared}>
        <Comparison pair={revisions.filter(({ number }) => chosen.includes(number))} names={names} />
      </div>
    </Dialog>
  )
}
