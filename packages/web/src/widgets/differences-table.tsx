import { PlainTable } from '#ui/table/plain-table.tsx'

/** What differs between two sides, field by field. */
export function DifferencesTable({
  label,
  field = 'Поле',
  before,
  after,
  differences,
}: {
  label: string
  /** Head of the first column. */
  field?: string
  before: string
  after: string
  differences: readonly {
    readonly key: string
    readonly label: string
    readonly before: string
    readonly after: string
  }[]
}) {
  return (
    <PlainTable label={label} columns={[field, before, after]}>
      {differences.map((difference) => (
        <tr key={difference.key}>
          <th scope="row">{difference.label}</th>
          <td>{difference.before}</td>
          <td>{difference.after}</td>
        </tr>
      ))}
    </PlainTable>
  )
}
