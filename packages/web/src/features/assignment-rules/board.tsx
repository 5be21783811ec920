import { topics } from '@ipoteka-office/contract/live.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import {
  createRuleDraft,
  type RuleBoard,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RulesTab } from './rules-tab.tsx'
import { SetState } from './set-state.tsx'
import { refreshRules, useBoard } from './use-board.ts'

const TrialTab = latePart(async () => (await import('./trial-tab.tsx')).TrialTab)
const OpenCasesTab = latePart(async () => (await import('./open-cases-tab.tsx')).OpenCasesTab)
const VersionsTab = latePart(async () => (await import('./versions-tab.tsx')).VersionsTab)

const tabNames = {
  draft: 'Черновик',
  active: 'Действующие правила',
  trial: 'Проверка',
  open: 'Перераспределение',
  versions: 'Версии',
} as const
type Tab = keyof typeof tabNames
const isTab = (value: unknown): value is Tab => typeof value === 'string' && Object.hasOwn(tabNames, value)

/** Which tab is open: the one of the address where it is there, else what is being prepared. */
function tabOf(wanted: unknown, { draft }: RuleBoard): Tab {
  if (isTab(wanted) && (wanted !== 'draft' || draft !== null)) return wanted
  return draft === null ? 'active' : 'draft'
}

function tabsOf({ draft, active }: RuleBoard) {
  const keys = (Object.keys(tabNames) as Tab[]).filter((key) => key !== 'draft' || draft !== null)
  const counts: Partial<Record<Tab, number>> = {
    ...(draft !== null && { draft: draft.rules }),
    ...(active !== null && { active: active.rules }),
  }
  return keys.map((key) => ({ key, label: tabNames[key], count: counts[key] }))
}

/** Begins a draft as a copy of the rules in force. */
function BeginDraft({ board }: { board: RuleBoard }) {
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      await call(createRuleDraft, { params: { scope: board.scope }, body: {} })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      refreshRules()
    }
  }
  if (board.draft !== null) return null
  return (
    <Button
      look="primary"
      loading={busy}
      disabledReason={board.mayEdit.reasonDisabled}
      onClick={() => void begin()}
    >
      Изменить правила
    </Button>
  )
}

const contentOf: Readonly<Record<Tab, (board: RuleBoard) => ReactNode>> = {
  draft: ({ draft }) => draft && <RulesTab key={draft.id} set={draft} />,
  active: ({ active }) => <RulesTab key={active?.id ?? 0} set={active} />,
  trial: (board) => <TrialTab board={board} />,
  open: (board) => <OpenCasesTab board={board} />,
  versions: (board) => <VersionsTab board={board} />,
}

/** The rules of one list: what acts, what is prepared, and its tabs. */
export function Board({
  scope,
  tab,
  go,
}: {
  scope: AssignmentScope
  tab: unknown
  go: (tab: string) => void
}) {
  const answer = useBoard(scope)
  useLiveRefresh(topics.assignmentRules, refreshRules)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  const board = answer.data
  if (board?.scope !== scope) return <PageSkeleton kind="list" />
  const open = tabOf(tab, board)
  return (
    <>
      <SetState board={board} begin={<BeginDraft board={board} />} />
      <TabsWithCounts label="Что показать" tabs={tabsOf(board)} value={open} onChange={go} />
      {contentOf[open](board)}
    </>
  )
}
