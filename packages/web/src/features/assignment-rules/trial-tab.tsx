import type { RuleBoard } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { assignmentOutcomes } from '@ipoteka-office/contract/assignment-rules/assignment-reasons.ts'
import {
  mostTried,
  type Trial,
  type TriedCase,
  tryRules,
} from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import { typeOfScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { z } from 'zod'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag } from '#ui/tag.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './assignment.module.css'
import { refreshRules } from './use-board.ts'

type Tried = z.output<typeof Trial>
type Case = z.output<typeof TriedCase>
type Side = Case['before']

function SideText({ side }: { side: Side }) {
  return (
    <>
      {side.to ?? <Tag tone="amber">{assignmentOutcomes[side.outcome]}</Tag>}
      <span className="under">
        {[side.rule === null ? '' : `«${side.rule}»`, side.reason].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

const isChanged = ({ before, after }: Case) => before.to !== after.to || before.outcome !== after.outcome

const columnsOf = (pathOf: (id: number) => string): Column<Case>[] => [
  {
    key: 'number',
    title: 'Дело',
    width: 200,
    wrap: true,
    render: ({ id, number, clientName }) => (
      <>
        <HrefLink href={pathOf(id)}>{number}</HrefLink>
        <span className="under">{clientName}</span>
      </>
    ),
  },
  {
    key: 'before',
    title: 'По действующим',
    width: 280,
    wrap: true,
    render: ({ before }) => <SideText side={before} />,
  },
  {
    key: 'after',
    title: 'По черновику',
    width: 280,
    wrap: true,
    grows: true,
    render: ({ after }) => <SideText side={after} />,
  },
  {
    key: 'changed',
    title: '',
    width: 120,
    render: (row) => isChanged(row) && <Tag tone="blue">другому</Tag>,
  },
]

const people: Column<Tried['people'][number]>[] = [
  { key: 'name', title: 'Кому', width: 220, wrap: true, grows: true, render: ({ name }) => name },
  { key: 'before', title: 'Сейчас', width: 90, align: 'right', render: ({ before }) => before },
  { key: 'after', title: 'Станет', width: 90, align: 'right', render: ({ after }) => after },
]
const rules: Column<Tried['byRule'][number]>[] = [
  { key: 'name', title: 'Правило', width: 220, wrap: true, grows: true, render: ({ name }) => name },
  { key: 'cases', title: 'Дел', width: 90, align: 'right', render: ({ cases }) => cases },
]

function Answer({ trial, pathOf }: { trial: Tried; pathOf: (id: number) => string }) {
  const { summary, day } = trial
  return (
    <>
      <p role="status">
        {day === null
          ? 'Одно дело'
          : `${countOf(summary.cases, 'дело', 'дела', 'дел')} за ${formatDate(day)}`}
        : другому достанется {summary.changed}, без ответственного останется {summary.nobody} (по действующим{' '}
        {summary.nobodyBefore}).
      </p>
      {day !== null && (
        <div className={styles.two}>
          <WholeTable
            label="Кому сколько дел"
            columns={people}
            rows={trial.people}
            rowKey={({ name }) => name}
          />
          <WholeTable
            label="Сколько дел отдаёт каждое правило"
            columns={rules}
            rows={trial.byRule}
            rowKey={({ ruleId }) => String(ruleId)}
          />
        </div>
      )}
      <WholeTable
        label="Дела: старые правила против новых"
        columns={columnsOf(pathOf)}
        rows={trial.cases}
        rowKey={({ id }) => String(id)}
      />
      {summary.cases > trial.cases.length && (
        <p className="muted">
          Показаны {trial.cases.length} дел: сначала те, что останутся без ответственного или сменят его.
        </p>
      )}
    </>
  )
}

/** «Проверка»: where the draft would send yesterday's cases, or one by its number, beside the rules in force. */
export function TrialTab({ board }: { board: RuleBoard }) {
  const id = useId()
  const [number, setNumber] = useState('')
  const [trial, setTrial] = useState<Tried | null>(null)
  const [busy, setBusy] = useState<'one' | 'all' | null>(null)
  const run = async (asked: string | null) => {
    setBusy(asked === null ? 'all' : 'one')
    try {
      setTrial(await call(tryRules, { params: { scope: board.scope }, body: { number: asked } }))
      if (asked === null) refreshRules()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() !== '') void run(number.trim())
  }
  return (
    <div className={styles.tab}>
      <p className="muted">
        Ничего не назначается. {board.draft === null && 'Черновика нет: проверяются действующие правила. '}
        Берутся дела, какими они пришли, и сотрудники, какие работают сейчас; не больше {mostTried} дел за
        день.
      </p>
      <div className={styles.tools}>
        <Button look="primary" loading={busy === 'all'} onClick={() => void run(null)}>
          Проверить на вчерашних делах
        </Button>
        <form className={styles.one} onSubmit={submit}>
          <label htmlFor={id} className="visually-hidden">
            Номер дела
          </label>
          <TextInput id={id} value={number} onChange={setNumber} placeholder="Номер дела" maxLength={64} />
          <Button
            type="submit"
            loading={busy === 'one'}
            disabledReason={number.trim() === '' ? 'Введите номер дела' : null}
          >
            Проверить одно
          </Button>
        </form>
      </div>
      {trial && <Answer trial={trial} pathOf={(caseId) => casePath(typeOfScope(board.scope), caseId)} />}
    </div>
  )
}
