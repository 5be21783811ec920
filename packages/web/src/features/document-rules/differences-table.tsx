import styles from './document-rules.module.css'

/** What differs between two sides, field by field. */
export function DifferencesTable({
  label,
  before,
  after,
  differences,
}: {
  label: string
  before: string
  after: string
  differences: readonly { key: string; label: string; before: string; after: string }[]
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Поле</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.key}>
            <th scope="row">{difference.label}</th>
            <td>{difference.before}</td>
            <td>{difference.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
