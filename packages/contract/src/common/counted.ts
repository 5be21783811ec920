const rules = new Intl.PluralRules('ru')

/** «1 час», «2 часа», «5 часов»: the number with the form of the word that follows it. */
export function counted(count: number, [one, few, many]: readonly [string, string, string]): string {
  const form = rules.select(count)
  return `${count}\u00a0${form === 'one' ? one : form === 'few' ? few : many}`
}

/** «31 год», «22 года», «45 лет». */
export const yearsText = (years: number): string => counted(years, ['год', 'года', 'лет'])

/** After «больше» and «не меньше»: «31 года», «22 лет». */
export const ofYears = (years: number): string => counted(years, ['года', 'лет', 'лет'])
