import { normalizeText, type Option } from './option-search.ts'

/** Choices under one heading. */
export type OptionGroup = { label: string; options: readonly Option[] }

/** Groups with the options that hold the text; a group whose heading holds it stays whole. */
export function filterGroups(groups: readonly OptionGroup[], text: string): OptionGroup[] {
  const wanted = normalizeText(text)
  const holds = (words: string) => normalizeText(words).includes(wanted)
  return groups
    .map(({ label, options }) => ({
      label,
      options: holds(label) ? options : options.filter(({ name }) => holds(name)),
    }))
    .filter(({ options }) => options.length > 0)
}
