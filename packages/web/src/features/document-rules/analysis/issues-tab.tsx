import {
  listRuleIssues,
  type RuleIssue,
  type RuleIssueKind,
  ruleIssueKinds,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { CodesFilterChip, FilterBar } from '#ui/table/filter-chip.tsx'
import { codesFilter, dayFilter } from '#ui/table/list-state.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { normalizeText } from '#ui/select/option-search.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import styles from '../document-rules.module.css'
import { Finding } from './findings.tsx'
import { DayChip } from '#ui/table/ranges/day-chip.tsx'

interface TabProps {
  search: Record<string, unknown>
  navigate: (search: Record<string, unknown>) => void
}

const kindOptions = Object.entries(ruleIssueKinds).map(([code, name]) => ({ code, name }))
const typeOptions = Object.entries(ruleTypes).map(([code, name]) => ({ code, name }))

interface State {
  readonly kinds: readonly string[]
  readonly type: string
  readonly text: string
  readonly drafts: boolean
  readonly on: string
}

function stateOf(search: Record<string, unknown>): State {
  const text = (key: string) => (search[key] === undefined ? '' : String(search[key]))
  return {
    kinds: codesFilter.parse(text('kinds')),
    type: RuleType.safeParse(search.type).data ?? '',
    text: text('text'),
    drafts: text('drafts') === '1',
    on: dayFilter.parse(text('on')),
  }
}

const searchOf = ({ kinds, type, text, drafts, on }: State): Record<string, unknown> => ({
  mode: 'issues',
  ...(kinds.length > 0 && { kinds: kinds.join(',') }),
  ...(type && { type }),
  ...(text && { text }),
  ...(drafts && { drafts: '1' }),
  ...(on && { on }),
})

/** The findings that the kinds and the words let through; the words may be of rules and of documents. */
export function shownIssues(
  issues: readonly RuleIssue[],
  { kinds, text }: Pick<State, 'kinds' | 'text'>,
): RuleIssue[] {
  const wanted = normalizeText(text)
  return issues.filter(({ kind, rule, others, documents }) => {
    if (kinds.length > 0 && !kinds.includes(kind)) return false
    const words = [rule, ...others, ...documents].map(({ name }) => normalizeText(name))
    return wanted === '' || words.some((word) => word.includes(wanted))
  })
}

/** What is wrong with the rules of a day: conflicts, shadowed rules, conditions that never hold. */
export function IssuesTab(props: TabProps) {
  return useRights().mayCall(listRuleIssues) ? <Issues {...props} /> : <Forbidden />
}

function Filters({
  state,
  set,
  counts,
}: {
  state: State
  set: (change: Partial<State>) => void
  counts: ReadonlyMap<RuleIssueKind, number>
}) {
  return (
    <FilterBar>
      <SearchInput label="Правило или документ" value={state.text} onSearch={(text) => set({ text })} />
      <CodesFilterChip
        label="Что найдено"
        options={kindOptions.map(({ code, name }) => ({
          code,
          name: `${name} (${counts.get(code as RuleIssueKind) ?? 0})`,
        }))}
        value={state.kinds}
        onChange={(kinds) => set({ kinds })}
      />
      <CodesFilterChip
        label="Тип"
        options={typeOptions}
        value={state.type ? [state.type] : []}
        onChange={(codes) => set({ type: codes.at(-1) ?? '' })}
      />
      <ToggleChip value={state.drafts} onChange={(drafts) => set({ drafts })}>
        С черновиками
      </ToggleChip>
      <DayChip
        label="На дату"
        panelLabel="Проверка на дату"
        value={state.on}
        onChange={(on) => set({ on })}
      />
      {Object.keys(searchOf(state)).length > 1 && (
        <Button look="link" onClick={() => set(stateOf({}))}>
          Сбросить
        </Button>
      )}
    </FilterBar>
  )
}

function Issues({ search, navigate }: TabProps) {
  const state = stateOf(search)
  const set = (change: Partial<State>) => navigate(searchOf({ ...state, ...change }))
  const type = RuleType.safeParse(state.type).data
  const answer = useQuery(
    query(listRuleIssues, {
      query: {
        ...(type && { ruleType: type }),
        ...(state.drafts && { drafts: 'true' as const }),
        ...(state.on && { on: state.on }),
      },
    }),
  )
  const issues = answer.data?.issues ?? []
  const counts = new Map<RuleIssueKind, number>()
  for (const { kind } of issues) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const shown = shownIssues(issues, state)
  return (
    <>
      <Filters state={state} set={set} counts={counts} />
      {answer.isPending && <DelayedLoader />}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && (
        <div className="card">
          <p className={styles.lead}>
            Проверено: {countOf(answer.data.rules, 'правило', 'правила', 'правил')} на{' '}
            {formatDate(answer.data.on)}. Показано замечаний: {shown.length} из {issues.length}.
          </p>
          {shown.length === 0 ? (
            <Empty title={issues.length === 0 ? 'Замечаний нет' : 'Под отбор ничего не подошло'} />
          ) : (
            <div className={styles.findings}>
              {shown.map((issue) => (
                <Finding
                  key={`${issue.kind} ${issue.rule.id} ${issue.others.map(({ id }) => id).join()} ${issue.text}`}
                  issue={issue}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </>
  )
}
