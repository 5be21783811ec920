import { type ApproverType, previewRedistribution } from '@ipoteka-office/contract/approvers/approvers.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { shortName } from '#lib/format.ts'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { applicationsCount, redistributionText } from './approver-words.ts'
import styles from './approvers.module.css'

function usePreview(type: ApproverType, id: number) {
  return useQuery(query(previewRedistribution, { params: { type, id: String(id) } }))
}

/** The line under the question: «18 заявок: Абрамова — 9, …, без исполнителя — 3». */
export function RedistributionLine({ type, id }: { type: ApproverType; id: number }) {
  const { data, isError } = usePreview(type, id)
  if (isError) return <span className="muted">Не удалось узнать, кому уйдут заявки</span>
  return <span className="muted">{data ? redistributionText(data) : 'Считаем, кому уйдут заявки…'}</span>
}

/** «Если станет неактивным»: who would get the applications now. */
export function RedistributionTable({ type, id }: { type: ApproverType; id: number }) {
  const { data, isError } = usePreview(type, id)
  if (isError) return <p className="muted">Не удалось узнать, кому уйдут заявки</p>
  if (!data) return <SkeletonLine width={70} />
  if (data.total === 0) return <p className="muted">Заявок в работе нет</p>
  return (
    <>
      <p className="muted">{applicationsCount(data.total)} будут распределены:</p>
      <table className={styles.preview}>
        <caption className="visually-hidden">Кому уйдут заявки</caption>
        <tbody>
          {data.recipients.map(({ id: recipient, fullName, count }) => (
            <tr key={recipient}>
              <th scope="row">{shortName(fullName)}</th>
              <td>{count}</td>
            </tr>
          ))}
          {data.unassigned > 0 && (
            <tr>
              <th scope="row">
                <Tag tone="amber">Без исполнителя</Tag>
              </th>
              <td>{data.unassigned}</td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}
