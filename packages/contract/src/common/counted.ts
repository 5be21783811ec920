const rules = new Intl.PluralRules('ru')

/** «1 час», «2 часа», «5 часов»: the number with the form of the word that follows it. */
export function counted(count: number, [one, few, many]: readonly [string, string, string]): string {
  const form = rules.select(count)
  return `${count}\u00a0${form === 'one' ? one : form === 'few' ? few : many}`
}
