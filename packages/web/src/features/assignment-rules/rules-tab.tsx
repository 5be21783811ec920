import {
  type AssignmentRule,
  deleteAssignmentRule,
  findingKinds,
  orderRules,
  ruleTimes,
  type WholeRuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { OrderHandle, useDragOrder } from '#ui/table/order-handle.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './assignment.module.css'
import { reachedWords } from './reached-words.ts'
import { refreshRules } from './use-board.ts'

const RuleDialog = onDemand(async () => (await import('./rule-dialog.tsx')).RuleDialog)
const ErrorTargetDialog = onDemand(async () => (await import('./error-target-dialog.tsx')).ErrorTargetDialog)

const timeTones: Readonly<Record<AssignmentRule['time'], Tone>> = {
  ACTIVE: 'green',
  OFF: 'neutral',
  LATER: 'blue',
  PAST: 'neutral',
}

function periodText({ rule: { validFrom, validTo } }: AssignmentRule): string {
  const from = validFrom === null ? '' : `с ${formatDate(validFrom)}`
  const to = validTo === null ? '' : `по ${formatDate(validTo)}`
  return [from, to].filter(Boolean).join(' ') || 'Без срока'
}

/** What should be known of a rule: it is off, never reached, names somebody who is away. */
function Marks({ row }: { row: AssignmentRule }) {
  return (
    <span className={styles.marks}>
      {row.time !== 'ACTIVE' && <Tag tone={timeTones[row.time]}>{ruleTimes[row.time]}</Tag>}
      {row.findings.map(({ kind, text }) => (
        <span key={kind} title={text}>
          <Tag tone="amber">{findingKinds[kind]}</Tag>
        </span>
      ))}
    </span>
  )
}

const columnsOf = (open: (row: AssignmentRule) => void): Column<AssignmentRule>[] => [
  {
    key: 'name',
    title: 'Правило',
    width: 240,
    wrap: true,
    render: (row) => (
      <span className={styles.name}>
        <Button look="link" onClick={() => open(row)}>
          {row.rule.name}
        </Button>
      </span>
    ),
  },
  { key: 'when', title: 'Когда', width: 260, wrap: true, grows: true, render: ({ when }) => when },
  { key: 'whom', title: 'Кому', width: 260, wrap: true, render: ({ whom }) => whom },
  { key: 'period', title: 'Действует', width: 130, wrap: true, render: periodText },
  { key: 'hits', title: 'За 7 дней', width: 90, align: 'right', render: ({ hits }) => hits },
  { key: 'marks', title: 'Замечания', width: 170, wrap: true, render: (row) => <Marks row={row} /> },
]

/** Changes of the order, one after another. */
function useOrder(set: WholeRuleSet) {
  const [busy, setBusy] = useState(false)
  const move = async (from: number, to: number) => {
    const ids = set.content.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (busy || moved === undefined || to < 0 || to > ids.length) return
    ids.splice(to, 0, moved)
    setBusy(true)
    try {
      await call(orderRules, { params: { scope: set.scope }, body: { ruleIds: ids, version: set.version } })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      refreshRules()
    }
  }
  return { busy, move }
}

async function takeOut({ id, rule, version }: AssignmentRule): Promise<void> {
  if (
    !(await confirm({ text: `Убрать правило «${rule.name}» из черновика?`, okText: 'Убрать', danger: true }))
  )
    return
  try {
    await call(deleteAssignmentRule, { params: { id: String(id) }, query: { version } })
  } catch (failure) {
    notifyFailure(failure)
  }
  refreshRules()
}

function OrderedTable({ set, onOpen }: { set: WholeRuleSet; onOpen: (row: AssignmentRule) => void }) {
  const mayEdit = set.editable.enabled
  const { busy, move } = useOrder(set)
  const drag = useDragOrder((from, to) => void move(from, to))
  const order: Column<AssignmentRule> = {
    key: 'order',
    title: '№',
    width: mayEdit ? 70 : 48,
    render: (row) =>
      mayEdit ? (
        <OrderHandle
          name={row.rule.name}
          number={row.order}
          isFirst={row.order === 1}
          isLast={row.order === set.content.length}
          onMove={(step) => void move(row.order - 1, row.order - 1 + step)}
          onDragStart={() => drag.start(row.order - 1)}
        />
      ) : (
        row.order
      ),
  }
  const remove: Column<AssignmentRule> = {
    key: 'remove',
    title: '',
    width: 60,
    render: (row) => (
      <Button look="quiet" aria-label={`Убрать правило: ${row.rule.name}`} onClick={() => void takeOut(row)}>
        <Icon name="trash" />
      </Button>
    ),
  }
  return (
    <div {...(mayEdit && drag.area)}>
      <WholeTable
        label="Правила по порядку"
        columns={[order, ...columnsOf(onOpen), ...(mayEdit ? [remove] : [])]}
        rows={set.content}
        rowKey={({ id }) => String(id)}
        rowLabel={({ rule }) => rule.name}
        loading={busy}
        emptyTitle="Правил нет"
      />
    </div>
  )
}

/** The rules of a version in their order; those of a draft are dragged, or moved by the arrow keys. */
export function RulesTab({ set }: { set: WholeRuleSet | null }) {
  const [asked, setAsked] = useState<AssignmentRule | 'new' | 'error' | null>(null)
  if (set === null)
    return (
      <Empty
        title="Правил ещё нет"
        text="Пока их нет, дело ведёт тот, кто его завёл. Нажмите «Изменить правила», чтобы написать первые."
      />
    )
  const found = set.content.filter(({ findings }) => findings.length > 0).length
  const close = () => setAsked(null)
  return (
    <div className={styles.tab}>
      <div className={styles.tools}>
        <span>{reachedWords(set.reached)}</span>
        <Button look="link" onClick={() => setAsked('error')}>
          {set.editable.enabled ? 'Изменить' : 'Подробнее'}
        </Button>
        {found > 0 && (
          <span className="muted">С замечаниями: {countOf(found, 'правило', 'правила', 'правил')}</span>
        )}
        {set.editable.enabled && (
          <Button look="primary" onClick={() => setAsked('new')}>
            <Icon name="plus" /> Правило
          </Button>
        )}
      </div>
      <OrderedTable set={set} onOpen={setAsked} />
      {asked === 'error' && <ErrorTargetDialog set={set} onClose={close} />}
      {asked !== null && asked !== 'error' && (
        <RuleDialog
          scope={set.scope}
          row={asked === 'new' ? null : asked}
          refusal={set.editable.reasonDisabled}
          onClose={close}
        />
      )}
    </div>
  )
}
