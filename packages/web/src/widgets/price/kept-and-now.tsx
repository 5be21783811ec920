/** What a stored count and the same one made again differ in. */
export function KeptAndNow({
  label,
  now,
  differences,
  className,
}: {
  label?: string
  /** Heading of what is counted now. */
  now: string
  differences: readonly { readonly label: string; readonly kept: string; readonly now: string }[]
  className: string | undefined
}) {
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Показатель</th>
          <th scope="col">Сохранено</th>
          <th scope="col">{now}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((one) => (
          <tr key={one.label}>
            <th scope="row">{one.label}</th>
            <td>{one.kept}</td>
            <td>{one.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
