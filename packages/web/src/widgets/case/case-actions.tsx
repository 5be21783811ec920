import { onDemand } from '#ui/overlay/on-demand.tsx'
import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import {
  caseVersionsPath,
  changeHistoryPath,
  controlPath,
  decisionPath,
} from '@ipoteka-office/contract/cases/case-links.ts'
import { searchCaseChanges } from '@ipoteka-office/contract/cases/case-changes.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/overlay/menu.tsx'
import { useMayAssign } from '../assign-by-hand/may-assign.ts'
import { splitActions } from './split-actions.ts'

const ResponsibleDialog = onDemand(async () => (await import('./responsible-dialog.tsx')).ResponsibleDialog)

const MoveDialog = onDemand(async () => (await import('./move-dialog.tsx')).MoveDialog)

const CaseAssignDialog = onDemand(
  async () => (await import('../assign-by-hand/case-assign-dialog.tsx')).CaseAssignDialog,
)

const AnswerDialog = onDemand(async () => (await import('./answers/answer-dialog.tsx')).AnswerDialog)

/** Actions with a dialog that asks for more than words. */
const answered: ReadonlySet<string> = new Set([
  'requestDocuments',
  'acceptOffer',
  'askReconsideration',
  'reconsiderTerms',
])

type Asked =
  | { kind: 'move' | 'answer'; action: AllowedAction }
  | { kind: 'responsible' }
  | { kind: 'checker' }
  | null

/** What the server allows now; a disabled action says why. */
export function CaseActions({
  head,
  handlers,
  beforeMove,
}: {
  head: CaseHead
  handlers: Readonly<Record<string, (action: AllowedAction) => void>>
  beforeMove: ((action: AllowedAction) => Promise<boolean>) | undefined
}) {
  const [asked, setAsked] = useState<Asked>(null)
  const rights = useRights()
  const mayAssign = useMayAssign()
  const go = useNavigate()
  const { shown, rest } = splitActions(head.actions)
  const start = async (action: AllowedAction) => {
    if (beforeMove && !(await beforeMove(action))) return
    const own = handlers[action.code]
    if (own) own(action)
    else if (answered.has(action.code)) setAsked({ kind: 'answer', action })
    else if (action.decides) void go({ href: decisionPath(head.type, head.id, action.code) })
    else setAsked({ kind: 'move', action })
  }
  const mayReassign = rights.all({ [caseTypes[head.type].object]: ['ChangeResponsible'] })
  const mayGiveCheck =
    (caseTypes[head.type].queuedStages?.includes(head.stage) ?? false) &&
    rights.all({ Application: ['List'] }) &&
    (mayAssign('oic') || mayAssign('nis'))
  const readsUnderwriting =
    caseTypes[head.type].decisionPath !== undefined && rights.mayCall(searchCaseChanges)
  const items: MenuItem[] = [
    ...rest.map((action) => ({
      label: action.label,
      onClick: () => void start(action),
      reason: action.enabled ? null : (action.reasonDisabled ?? 'Сейчас недоступно'),
      danger: action.look === 'danger',
    })),
    mayReassign
      ? { label: 'Сменить ответственного', onClick: () => setAsked({ kind: 'responsible' }) }
      : null,
    mayGiveCheck
      ? { label: 'Назначить проверку вручную', onClick: () => setAsked({ kind: 'checker' }) }
      : null,
    readsUnderwriting
      ? {
          label: 'Контроль физлица',
          onClick: () => void go({ href: controlPath(head.type, head.id) }),
        }
      : null,
    readsUnderwriting
      ? {
          label: 'История изменений',
          onClick: () => void go({ href: changeHistoryPath(head.type, head.id) }),
        }
      : null,
    { label: 'Сравнить версии', onClick: () => void go({ href: caseVersionsPath(head.id) }) },
    {
      label: 'Схема процесса',
      onClick: () => void go({ href: `/business-process/${head.id}` }),
    },
  ]
  return (
    <>
      {shown.map((action) => (
        <Button
          key={action.code}
          look={action.look === 'primary' ? 'primary' : 'default'}
          disabledReason={action.enabled ? null : (action.reasonDisabled ?? 'Сейчас недоступно')}
          onClick={() => void start(action)}
        >
          {action.label}
        </Button>
      ))}
      <Menu label="Ещё действия" items={items} />
      {asked?.kind === 'move' && (
        <MoveDialog head={head} action={asked.action} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'answer' && (
        <AnswerDialog head={head} action={asked.action} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'responsible' && <ResponsibleDialog head={head} onClose={() => setAsked(null)} />}
      {asked?.kind === 'checker' && <CaseAssignDialog head={head} onClose={() => setAsked(null)} />}
    </>
  )
}
