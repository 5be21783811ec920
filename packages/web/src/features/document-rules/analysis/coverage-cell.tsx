import { coverageStates } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { documentStages, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { getDocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import type { CoverageCell } from './coverage-state.ts'
import styles from '../document-rules.module.css'
import { RuleLink } from './findings.tsx'

/** A cell with what it is about. */
export interface ChosenCell {
  readonly document: { code: string; name: string }
  readonly column: { code: string; name: string }
  readonly cell: CoverageCell
}

const tones: Record<CoverageCell['state'], Tone> = {
  REQUIRED: 'green',
  CONDITIONAL: 'amber',
  NOT_REQUIRED: 'neutral',
  NONE: 'neutral',
}

/** The rules that decide in a cell, each with its condition, stage and priority. */
function Rules({ ids }: { ids: readonly number[] }) {
  const rules = useQueries({
    queries: ids.map((id) => queryOnce(getDocumentRule, { params: { id: String(id) } })),
  })
  return (
    <ul className={styles.deciding}>
      {rules.map(({ data, isError }, at) => {
        if (isError) return <li key={ids[at]}>Не удалось прочитать правило</li>
        if (!data) {
          return (
            <li key={ids[at]}>
              <SkeletonLine width={60} />
            </li>
          )
        }
        const said = data.current ?? data.planned ?? data.draft
        return (
          <li key={data.id}>
            <RuleLink
              rule={{ id: data.id, name: said?.content.name ?? ruleTypes[data.ruleType] }}
              type={data.ruleType}
            />
            {said && (
              <span className="under">
                {said.conditionText}
                {said.content.ruleType === 'COMPLETENESS' &&
                  ` · к этапу «${documentStages[said.content.stage].name}»`}
                {` · приоритет ${said.content.priority}`}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** What a cell of the matrix stands for. */
export function CellDialog({ cell, axis, onClose }: { cell: ChosenCell; axis: string; onClose: () => void }) {
  const { document, column } = cell
  const { state, anyOf, ruleIds, text } = cell.cell
  return (
    <Dialog open onClose={onClose} size="large" title={document.name}>
      <p className={styles.subtitle}>
        {axis}: {column.name} <Tag tone={tones[state]}>{coverageStates[state]}</Tag>
        {anyOf && <Tag>Достаточно одного из нескольких</Tag>}
      </p>
      {text && <p>{text}</p>}
      <section className={styles.part} aria-label="Правила, которые решают">
        <h3>Правила, которые решают</h3>
        {ruleIds.length === 0 ? (
          <p className="muted">Ни одно правило об этом не говорит.</p>
        ) : (
          <Rules ids={ruleIds} />
        )}
      </section>
    </Dialog>
  )
}
