/** СНИЛС as its paper has it: «112-233-445 95»; what is no whole number stays as it is. */
export function snilsText(text: string): string {
  const digits = text.replace(/\D/g, '')
  if (digits.length !== 11) return text
  return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6, 9)} ${digits.slice(9)}`
}
