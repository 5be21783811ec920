import type {
  RequirementChange,
  RuleCheckAnswer,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Impact } from './impact.tsx'
import { anyOfText } from '../rule-words.ts'

const kinds: Record<RequirementChange['kind'], { text: string; tone: Tone }> = {
  ADDED: { text: 'Добавится', tone: 'green' },
  REMOVED: { text: 'Исчезнет', tone: 'red' },
  CHANGED: { text: 'Изменится', tone: 'amber' },
}

/** How the answer differs between the rules in force and those with the drafts. */
export function CheckDifference({ difference }: { difference: NonNullable<RuleCheckAnswer['difference']> }) {
  const { changes, percentBefore, percentAfter, impact } = difference
  return (
    <div className="card">
      <FormSection title="Что изменят черновики" grid={false}>
        {changes.length === 0 ? (
          <p className="muted">На этой заявке черновики ничего не меняют.</p>
        ) : (
          <>
            <p>
              Комплектность: {percentBefore}&nbsp;% → <b>{percentAfter}&nbsp;%</b>
            </p>
            <PlainTable
              label="Отличия черновиков от опубликованного"
              columns={['Требование', 'Опубликовано', 'С черновиками']}
            >
              {changes.map(({ kind, group, documents, before, after }) => (
                <tr key={`${kind} ${group} ${documents.map(({ code }) => code).join()}`}>
                  <th scope="row">
                    <Tag tone={kinds[kind].tone}>{kinds[kind].text}</Tag> {anyOfText(documents)}
                    <span className="under">{group}</span>
                  </th>
                  <td>{before || '−'}</td>
                  <td>{after || '−'}</td>
                </tr>
              ))}
            </PlainTable>
          </>
        )}
        <Impact impact={impact} />
      </FormSection>
    </div>
  )
}
