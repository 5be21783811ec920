import { caseKinds, usualCaseKind } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  coverageAxes,
  coverageStates,
  getRuleCoverage,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { CodesFilterChip, FilterBar } from '#ui/table/filter-chip.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { CellDialog, type ChosenCell } from './coverage-cell.tsx'
import {
  type CoverageState,
  coverageQuery,
  coverageSearch,
  coverageStateOf,
  shownColumns,
} from './coverage-state.ts'
import { CoverageTable, coverageSigns } from './coverage-table.tsx'
import styles from '../document-rules.module.css'
import { DayChip } from '#ui/table/ranges/day-chip.tsx'

const caseOptions = Object.entries(caseKinds).map(([code, name]) => ({ code, name }))
const axisOptions = Object.entries(coverageAxes).map(([code, name]) => ({ code, name }))

function Filters({
  state,
  set,
  columns,
}: {
  state: CoverageState
  set: (change: Partial<CoverageState>) => void
  columns: readonly { code: string; name: string }[]
}) {
  const categories = useDictionary('docCategory')
  const axisName = coverageAxes[state.axis]
  const changed = Object.keys(coverageSearch(state)).length > 1
  return (
    <FilterBar>
      <SearchInput label="Найти документ" value={state.text} onSearch={(text) => set({ text })} />
      <CodesFilterChip
        label="Вид заявки"
        options={caseOptions}
        value={state.caseKind === usualCaseKind ? [] : [state.caseKind]}
        onChange={(codes) => set({ caseKind: (codes.at(-1) ?? usualCaseKind) as CoverageState['caseKind'] })}
      />
      <CodesFilterChip
        label="По горизонтали"
        options={axisOptions}
        value={state.axis === 'programme' ? [] : [state.axis]}
        onChange={(codes) =>
          set({ axis: (codes.at(-1) ?? 'programme') as CoverageState['axis'], columns: [] })
        }
      />
      <CodesFilterChip
        label={axisName}
        options={columns}
        value={state.columns}
        onChange={(codes) => set({ columns: codes })}
      />
      <CodesFilterChip
        label="Категория"
        options={categories}
        value={state.category ? [state.category] : []}
        onChange={(codes) => set({ category: codes.at(-1) ?? '' })}
      />
      <ToggleChip value={state.all} onChange={(all) => set({ all })}>
        Все документы
      </ToggleChip>
      <ToggleChip value={state.drafts} onChange={(drafts) => set({ drafts })}>
        С черновиками
      </ToggleChip>
      <DayChip label="На дату" panelLabel="Матрица на дату" value={state.on} onChange={(on) => set({ on })} />
      {changed && (
        <Button look="link" onClick={() => set(coverageStateOf({}))}>
          Сбросить
        </Button>
      )}
    </FilterBar>
  )
}

/** What the signs of the cells mean. */
function Legend() {
  return (
    <ul className={styles.legend} aria-label="Обозначения">
      {(Object.keys(coverageStates) as (keyof typeof coverageStates)[]).map((key) => (
        <li key={key}>
          <span className={styles[key.toLowerCase()]} aria-hidden="true">
            {coverageSigns[key]}
          </span>
          {coverageStates[key]}
        </li>
      ))}
    </ul>
  )
}

interface TabProps {
  search: Record<string, unknown>
  navigate: (search: Record<string, unknown>) => void
}

/** The matrix of coverage: what each document is for each programme, or for the values of another fact. */
export function CoverageTab(props: TabProps) {
  return useRights().mayCall(getRuleCoverage) ? <Coverage {...props} /> : <Forbidden />
}

function Coverage({ search, navigate }: TabProps) {
  const state = coverageStateOf(search)
  const set = (change: Partial<CoverageState>) => navigate(coverageSearch({ ...state, ...change }))
  const [chosen, setChosen] = useState<ChosenCell | null>(null)
  const answer = useQuery(query(getRuleCoverage, { query: coverageQuery(state) }))
  const matrix = answer.data
  return (
    <>
      <Filters state={state} set={set} columns={matrix?.axis === state.axis ? matrix.columns : []} />
      <Legend />
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {matrix &&
        !answer.isError &&
        (matrix.rows.length === 0 ? (
          <div className="card">
            <Empty title="Документов не нашлось" text="Под эти отборы не попал ни один документ">
              <Button onClick={() => set({ text: '', category: '' })}>Сбросить отбор документов</Button>
            </Empty>
          </div>
        ) : (
          <CoverageTable
            matrix={matrix}
            columns={shownColumns(matrix, state.columns)}
            stale={answer.isPlaceholderData}
            onOpen={setChosen}
          />
        ))}
      {chosen && <CellDialog cell={chosen} axis={coverageAxes[state.axis]} onClose={() => setChosen(null)} />}
    </>
  )
}
