import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { moveRuleSet, type RuleSet } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { call } from '#api/call.ts'
import { WordsDialog } from '#widgets/words-dialog.tsx'
import { refreshRules } from './use-board.ts'

type Move = RequestOf<typeof moveRuleSet>['body']['action']

const questions: Partial<Record<string, string>> = {
  submit: 'Что меняется и зачем',
  decline: 'Что исправить',
  rollback: 'Почему возвращаем прежние правила',
}

/** Leads a version on: whoever wrote it sends it, another one puts it into force. */
export function ActionDialog({
  set,
  action,
  onClose,
}: {
  set: Pick<RuleSet, 'id' | 'number' | 'version'>
  action: AllowedAction
  onClose: () => void
}) {
  return (
    <WordsDialog
      title={`${action.label}: версия ${set.number}`}
      about={`Версия перейдёт в состояние «${action.toStage}».`}
      action={action}
      question={questions[action.code]}
      send={(comment) =>
        call(moveRuleSet, {
          params: { id: String(set.id) },
          body: { action: action.code as Move, comment, version: set.version },
        })
      }
      onDone={refreshRules}
      onClose={onClose}
    />
  )
}
