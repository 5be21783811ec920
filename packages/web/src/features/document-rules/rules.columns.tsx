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
import { date, figure, noted, several, stateOf, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import type { RuleFlags } from './rule-flags.ts'
import { issueMarks, stateTones } from './rule-words.ts'

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name)

function RuleTags({ row, flags }: { row: RuleRow; flags: RuleFlags }) {
  return (
    <>
      {row.ruleType !== 'COMPLETENESS' && (
        <Tag>
          {ruleTypes[row.ruleType]}: {row.decision}
        </Tag>
      )}
      {row.effect === 'NOT_REQUIRED' && <Tag>Отменяет требование</Tag>}
      {row.hasDraft && row.state !== 'DRAFT' && <Tag tone="blue">Есть черновик</Tag>}
      {[...(flags.get(row.id) ?? [])].map((kind) => (
        <Tag key={kind} tone={issueMarks[kind].tone}>
          {issueMarks[kind].text}
        </Tag>
      ))}
    </>
  )
}

/** The columns of the list of rules. */
export const rulesColumns = (flags: RuleFlags) =>
  columnsOf<RuleRow, RuleColumn>(ruleColumns, {
    ruleType: text(150, ({ ruleType }) => ruleTypes[ruleType], { optional: true }),
    name: noted(240, (row) => [row.name, <RuleTags key="tags" row={row} flags={flags} />], {
      link: true,
      always: true,
    }),
    documents: several(190, ({ documents }) => namesOf(documents), {
      rest: 'или ещё',
      separator: ' или ',
    }),
    decision: text(150, ({ decision }) => decision, { optional: true }),
    subject: several(130, ({ subject, roles }) => {
      if (subject === 'CASE') return ['Заявка']
      return roles.length === 0 ? [ruleSubjects.PARTICIPANT] : namesOf(roles)
    }),
    programmes: text(150, ({ programmes }) => namesOf(programmes).join(', ') || 'Все', { optional: true }),
    conditionText: text(240, ({ conditionText }) => conditionText, {
      hint: ({ conditionText }) => conditionText,
    }),
    stage: text(130, ({ stage }) => stage && documentStages[stage].name),
    quantity: figure(100, ({ quantity }) => quantity, { optional: true }),
    priority: figure(110, ({ priority }) => priority),
    state: stateOf(116, ruleStates, stateTones, ({ state }) => state),
    validFrom: noted(124, ({ validFrom, validTo }) => [
      formatDate(validFrom),
      validTo && `по ${formatDate(validTo)}`,
    ]),
    validTo: date(110, ({ validTo }) => validTo, { optional: true }),
  })
