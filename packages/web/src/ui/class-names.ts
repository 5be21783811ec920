/** Joins the class names that are there: `cx(styles.row, selected && styles.on)`. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
