import { getItemUsage, type ItemUsage } from '@ipoteka-office/contract/references/reference-items.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { countOf } from '#lib/plural.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './references.module.css'

/** «Используется в 12 записях». */
export const usageTotal = ({ total }: ItemUsage): string =>
  total === 0 ? 'Нигде не используется' : `Используется в ${countOf(total, 'записи', 'записях', 'записях')}`

/** Where an item is used and how often. */
export function UsageTable({ usage }: { usage: ItemUsage }) {
  if (usage.places.length === 0) return null
  return (
    <table className={styles.usage}>
      <caption className="visually-hidden">Где используется</caption>
      <tbody>
        {usage.places.map(({ place, count }) => (
          <tr key={place}>
            <th scope="row">{place}</th>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** «Где используется» of an item, read now. */
export function Usage({ id }: { id: number }) {
  const usage = useQuery(query(getItemUsage, { params: { id: String(id) } }))
  if (usage.isError) return <FailureBlock failure={usage.error} onRetry={() => void usage.refetch()} />
  if (!usage.data) return <DelayedLoader />
  return (
    <>
      <p>{usageTotal(usage.data)}</p>
      <UsageTable usage={usage.data} />
    </>
  )
}
