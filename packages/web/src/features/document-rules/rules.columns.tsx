import {
  documentStages,
  ruleSubjects,
  ruleTypes,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  type RuleColumn,
  type RuleRow,
  ruleColumns,
  ruleStates,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { StatusDot } from '#ui/status-dot.tsx'
import { Note } from '#ui/table/note.tsx'
import { Several } from '#ui/table/several.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import type { RuleFlags } from './rule-flags.ts'
import { anyOfText, issueMarks, stateTones } from './rule-words.ts'
import { rulesList } from './rules-list.ts'

function Name({ row, flags }: { row: RuleRow; flags: RuleFlags }) {
  const marks = [...(flags.get(row.id) ?? [])].map((kind) => ({ kind, ...issueMarks[kind] }))
  return (
    <>
      {row.name}
      <Note>
        {row.ruleType !== 'COMPLETENESS' && (
          <Tag>
            {ruleTypes[row.ruleType]}: {row.decision}
          </Tag>
        )}
        {row.effect === 'NOT_REQUIRED' && <Tag>Отменяет требование</Tag>}
        {row.hasDraft && row.state !== 'DRAFT' && <Tag tone="blue">Есть черновик</Tag>}
        {marks.map(({ kind, text, tone }) => (
          <Tag key={kind} tone={tone}>
            {text}
          </Tag>
        ))}
      </Note>
    </>
  )
}

function Documents({ documents }: { documents: RuleRow['documents'] }) {
  const [first, ...others] = documents.map(({ name }) => name)
  if (first === undefined) return emptyValue
  return <Several values={[first, ...others]} rest="или ещё" whole={anyOfText(documents)} />
}

function When({ text }: { text: string }) {
  if (text.length < 90) return text
  return (
    <Tooltip text={text}>
      <span>{text}</span>
    </Tooltip>
  )
}

const listText = (options: RuleRow['roles']) => options.map(({ name }) => name).join(', ')

function Subject({ row }: { row: RuleRow }) {
  if (row.subject === 'CASE') return 'Заявка'
  const [first, ...others] = row.roles.map(({ name }) => name)
  if (first === undefined) return ruleSubjects.PARTICIPANT
  return <Several values={[first, ...others]} rest="и ещё" />
}

/** The columns of the list of rules. */
export const rulesColumns = (flags: RuleFlags): Column<RuleRow>[] =>
  columnsOf<RuleRow, RuleColumn>(ruleColumns, rulesList.sortable ?? [], {
    ruleType: { optional: true, width: 150, render: ({ ruleType }) => ruleTypes[ruleType] },
    name: { link: true, always: true, width: 240, render: (row) => <Name row={row} flags={flags} /> },
    documents: { width: 190, render: ({ documents }) => <Documents documents={documents} /> },
    decision: { optional: true, width: 150, render: ({ decision }) => decision },
    subject: { width: 130, render: (row) => <Subject row={row} /> },
    programmes: {
      optional: true,
      width: 150,
      render: ({ programmes }) => (programmes.length === 0 ? 'Все' : listText(programmes)),
    },
    conditionText: { width: 240, render: ({ conditionText }) => <When text={conditionText} /> },
    stage: { width: 130, render: ({ stage }) => (stage === null ? emptyValue : documentStages[stage].name) },
    quantity: {
      optional: true,
      align: 'right',
      width: 100,
      render: ({ quantity }) => quantity ?? emptyValue,
    },
    priority: { align: 'right', width: 110, render: ({ priority }) => priority },
    state: {
      width: 116,
      render: ({ state }) => <StatusDot tone={stateTones[state]}>{ruleStates[state]}</StatusDot>,
    },
    validFrom: {
      width: 124,
      render: ({ validFrom, validTo }) => (
        <span className="nowrap">
          {formatDate(validFrom)}
          {validTo && <Note>по {formatDate(validTo)}</Note>}
        </span>
      ),
    },
    validTo: { optional: true, width: 110, render: ({ validTo }) => formatDate(validTo) },
  })
