import { assignmentStates } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import {
  createRuleDraft,
  listRuleSetHistory,
  listRuleSets,
  type RuleBoard,
  type RuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './assignment.module.css'
import { refreshRules } from './use-board.ts'

const ProcessDialog = onDemand(async () => (await import('./set-process.tsx')).ProcessDialog)

const tones: Readonly<Record<RuleSet['state'], Tone>> = {
  DRAFT: 'blue',
  ON_APPROVAL: 'amber',
  ACTIVE: 'green',
  REPLACED: 'neutral',
  ROLLED_BACK: 'red',
  DISCARDED: 'neutral',
}

const moment = (at: string | null) => (at === null ? '' : formatDateTime(at))

type Asked = { readonly kind: 'process' | 'history'; readonly set: RuleSet }

/** «Версии»: every version with who wrote it and who put it into force; any earlier one begins a draft. */
export function VersionsTab({ board }: { board: RuleBoard }) {
  const answer = useQuery(query(listRuleSets, { params: { scope: board.scope } }))
  const [asked, setAsked] = useState<Asked | null>(null)
  const begin = async ({ id }: RuleSet) => {
    try {
      await call(createRuleDraft, { params: { scope: board.scope }, body: { fromId: id } })
    } catch (failure) {
      notifyFailure(failure)
    }
    refreshRules()
  }
  const columns: Column<RuleSet>[] = [
    { key: 'number', title: 'Версия', width: 80, render: ({ number }) => number },
    {
      key: 'state',
      title: 'Состояние',
      width: 150,
      render: ({ state }) => <Tag tone={tones[state]}>{assignmentStates[state]}</Tag>,
    },
    { key: 'rules', title: 'Правил', width: 80, align: 'right', render: ({ rules }) => rules },
    {
      key: 'comment',
      title: 'Что меняется',
      width: 220,
      wrap: true,
      grows: true,
      render: ({ comment }) => comment,
    },
    {
      key: 'author',
      title: 'Готовил',
      width: 160,
      render: ({ author }) => author && shortName(author.fullName),
    },
    {
      key: 'approver',
      title: 'Ввёл в действие',
      width: 160,
      render: ({ approver }) => approver && shortName(approver.fullName),
    },
    { key: 'since', title: 'С', width: 150, render: ({ since }) => moment(since) },
    { key: 'until', title: 'По', width: 150, render: ({ until }) => moment(until) },
    {
      key: 'actions',
      title: '',
      width: 300,
      wrap: true,
      render: (set) => (
        <span className={styles.line}>
          <Button look="link" onClick={() => setAsked({ kind: 'history', set })}>
            История
          </Button>
          <Button look="link" onClick={() => setAsked({ kind: 'process', set })}>
            Путь
          </Button>
          {set.state !== 'DRAFT' && set.state !== 'ON_APPROVAL' && (
            <Button
              look="link"
              disabledReason={
                board.mayEdit.reasonDisabled ?? (board.draft === null ? null : 'Черновик уже есть')
              }
              onClick={() => void begin(set)}
            >
              Взять за основу
            </Button>
          )}
        </span>
      ),
    },
  ]
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return (
    <div className={styles.tab}>
      <WholeTable
        label="Версии правил"
        columns={columns}
        rows={answer.data}
        rowKey={({ id }) => String(id)}
        emptyTitle="Версий ещё нет"
      />
      {asked?.kind === 'history' && (
        <HistoryDialog
          title={`История версии ${asked.set.number}`}
          pages={(page) => query(listRuleSetHistory, { params: { id: String(asked.set.id) }, query: page })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'process' && <ProcessDialog set={asked.set} onClose={() => setAsked(null)} />}
    </div>
  )
}
