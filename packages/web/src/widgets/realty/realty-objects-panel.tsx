import { lowered } from '#lib/words.ts'
import {
  listCaseRealty,
  realtyGaps,
  RealtyObjectInput,
  realtyRoles,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatMoney } from '#lib/format.ts'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import styles from './realty-objects-panel.module.css'

/** What an object lacks, in words. */
function gapsText(object: unknown): string | null {
  const input = RealtyObjectInput.safeParse(object)
  const gaps = input.success ? realtyGaps(input.data) : []
  return gaps.length === 0 ? null : `Не заполнено: ${gaps.map(({ label }) => lowered(label)).join(', ')}`
}

/** The objects of a full application with what each of them lacks, and the way to their page. */
export function RealtyObjectsPanel({ caseId }: { caseId: number }) {
  return useRights().mayCall(listCaseRealty) ? <Objects caseId={caseId} /> : null
}

function Objects({ caseId }: { caseId: number }) {
  const params = { fullAppId: String(caseId) }
  const answer = useQuery(query(listCaseRealty, { params: { id: String(caseId) } }))
  useCaseRefresh(caseId, ['realty', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows />
  const { objects, editable } = answer.data
  const present = objects.filter(({ removed }) => !removed)
  return (
    <FormCard>
      <FormSection title="Предметы ипотеки" grid={false}>
        {present.length === 0 && <p className="muted">Объект ещё не описан</p>}
        <ul className={styles.objects}>
          {present.map((object) => (
            <li key={object.id}>
              <Link to="/realty-object-edit/$fullAppId" params={params} search={{ object: object.id }}>
                {object.address?.value ?? object.typeName}
              </Link>
              <span className="under">
                {object.typeName}, {lowered(realtyRoles[object.role])}, {formatMoney(object.price)}
              </span>
              {object.duplicates > 0 && <Tag tone="amber">ещё в заявках: {object.duplicates}</Tag>}
              {gapsText(object) && <span className="under">{gapsText(object)}</span>}
            </li>
          ))}
        </ul>
        {editable.enabled ? (
          <Link to="/realty-object-edit/$fullAppId" params={params} search={{ object: 'new' }}>
            Добавить объект
          </Link>
        ) : (
          <p className="muted small">{editable.reasonDisabled}</p>
        )}
      </FormSection>
    </FormCard>
  )
}
